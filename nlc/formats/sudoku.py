"""Sudoku as written by programs and newspapers: the characters of all cells in a line, or rows.

A puzzle is a line of 81 characters, with its solution after a comma, or a grid of nine rows as
`nlc.formats.grid` reads it. The same goes for the other sides from 4 to 25 that are a product of
two near numbers, the sides of a box: side 6 has boxes of 2 by 3. ``.``, ``0``, ``-``, ``_``, ``*``
and ``?`` are empty cells, and ``x`` where there is no other sign. Above 9 a cell is a number
between blanks or a letter: A is 10, or 1 where there are no digits. Digits start at 0 if another
sign is used for empty cells and the last number needs no further sign. Links of sudokuwiki.org are
read, and Susser's text.

A bare square of digits is taken for a Sudoku if no number occurs twice in a row, column or box, and
at most one number is missing; of side 9, one cell may be mistyped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial

from msgspec import Struct, field
from msgspec.structs import replace

from nlc.errors import Diagnostic, Diagnostics, Severity, Source, fail
from nlc.formats.base import Format, Support, Text, each_puzzle, lines_of, only, row_span, uneven
from nlc.formats.grid import Grid, Rows, grids_of, plain_lines, readings
from nlc.formats.parts import Value
from nlc.formats.sheet import Cell, Sheet, box_sides, same_rooms, sheet_of
from nlc.ir.nodes import Program
from nlc.language.names import other_names, words
from nlc.language.syntax import Puzzle

SIDES = (4, 6, 8, 9, 10, 12, 15, 16, 18, 20, 24, 25)
"""Sides of the boards that are recognised."""

GUESSED = (4, 6, 9, 16, 25)
"""Sides of bare squares that are taken for a Sudoku."""

_EMPTY = ".0-_*?"
_SQUARES = {side * side: side for side in SIDES}

_TOKEN = re.compile(r"[0-9]{1,2}|[A-Za-z]|[-._*?]")
_WHOLE = re.compile(r"[^\s,;:\"']+")
_LONG = re.compile(r"[-0-9._*?]{17,}")
_PLACED = r"\+[1-9]|[^\s+]"
"""A cell of Susser's text; a digit that is not given has a plus before it."""

_VARIANTS = re.compile(
    r"(?i)killer|windoku|hyper|jigsaw|irregular|squiggly|nonomino|samurai|thermo|arrow|sandwich"
    r"|kropki|anti.?k(?:night|ing)|knight.?s? move|greater|consecutive|even.?odd|disjoint|asterisk"
    r"|centre.?dot|center.?dot|argyle|girandola|\bxv\b|palindrome|renban|whisper|skyscraper|frame"
)
_DIAGONAL = re.compile(r"(?i)sudoku[ -]?x\b|\bx[ -]?sudoku|\btype\s*=\s*x\b|\bdiagonal|^\W*x\W*$")


VARIANT = "the genre sudokus has variants: docs/language.md draws them; or leave the word out"
"""A hint for a headline that names a variant."""


class _SudokuText(Struct):
    """The text of a puzzle, cut into cells."""

    rows: Rows
    certain: bool  # whether the form of the text shows that it is a Sudoku
    solution: list[Text] = field(default_factory=list)
    doubts: tuple[Diagnostic, ...] = ()
    aside: Sequence[Text] = ()  # titles
    grid: Grid | None = None


def recognises(text: str) -> bool:
    """Return whether the first puzzle of a text has the form of a Sudoku."""
    if _WIKI.match(text.strip()):
        return True
    grid = next(_grids(Source("", text)), None)
    if grid is None:
        return False
    if grid.certain or _candidates(grid.rows):
        return True
    side = len(grid.rows)
    square = all(len(row) == side for row in grid.rows)
    return side in GUESSED and square and _is_plausible(grid.rows, mistyped=side == 9)


def parse(source: Source, named: bool = False) -> Iterator[Puzzle]:
    """Yield the puzzles of a source, whose genre may be named by the user; see `Format.parse`."""
    link = _WIKI.match(source.text.strip())
    found = [_wiki(source, link)] if link else list(_grids(source))
    if not found:
        raise fail(f"{source.path}: there is no Sudoku in it")
    yield from each_puzzle(source, found, partial(_make_puzzle, named=named))


# ---------- cutting ----------


def _grids(source: Source) -> Iterator[_SudokuText]:
    """Yield the puzzles of a source."""
    lines, aside = plain_lines(source)
    count = sum(bool(line.text.strip()) for line in lines)
    found = {line.line: text for line in lines if (text := _single_line(line, count))}
    rest = [line for line in lines if line.line not in found]
    if found and not any(_is_row(line) for line in rest):
        aside, rest = [line for line in (*aside, *rest) if line.text.strip()], []
    for text in _squares(rest, aside):
        found.setdefault(text.rows[0][0].line, text)
    before = 0
    for number, text in sorted(found.items()):
        text.aside = text.aside or [line for line in aside if before < line.line < number]
        before = number
        yield text


def _is_row(line: Text) -> bool:
    """Return whether a line has cells of a Sudoku and no word."""
    return re.search(r"[0-9.]", line.text) is not None and not re.search(r"[a-zA-Z]{3}", line.text)


def _squares(lines: list[Text], aside: list[Text]) -> Iterator[_SudokuText]:
    """Yield the puzzles that are squares of rows, perhaps with empty lines between."""

    def fits(rows: int, cols: int) -> bool:
        return cols in SIDES and rows % cols == 0  # no column: rows differ

    grids = grids_of(lines, aside, fits, bands=True)
    if any(not fits(len(grid.rows), len(grid.rows[0])) for grid in grids):
        apart = grids_of(lines, aside, fits)
        if all(len(grid.rows) == len(row) for grid in apart for row in grid.rows):
            grids = apart
    for grid in grids:
        every = [row for row in grid.rows if row]
        side = len(every[0])
        for at in range(0, len(every), side):
            rows = every[at : at + side]
            width = max(map(len, rows))
            whole = width in SIDES and len(rows) >= width - 1
            certain = grid.framed and whole and _is_numeric(rows)
            yield _SudokuText(rows, certain, aside=grid.aside, grid=grid)


def _single_line(line: Text, lines: int) -> _SudokuText | None:
    """Return the puzzle of one line, out of `lines`, or None if the line is a row."""
    if not line.text.strip() or "//" in line.text or "|" in line.text:
        return None
    found = [reading.rows[0] for reading in readings([line])]
    cells, tail = next((row for row in found if len(row) in _SQUARES), found[0]), ""
    word = _WHOLE.search(line.text)
    if len(cells) not in _SQUARES and word is not None:
        signs = line.cut(*word.span()).words(_PLACED)
        first = [replace(cell, text=".") if cell.text[0] == "+" else cell for cell in signs]
        if len(first) in _SQUARES:
            cells, tail = first, line.text[word.end() :].strip(" ,;:\t\"'").partition("#")[0]
    if len(cells) not in _SQUARES:
        alone = lines == 1 and _LONG.fullmatch(line.text.strip())
        return _SudokuText([cells], True) if alone else None
    side = _SQUARES[len(cells)]
    rows = [cells[at : at + side] for at in range(0, len(cells), side)]
    strange = sum(not _TOKEN.fullmatch(cell.text) for cell in cells)
    numeric = lines == 1 and _is_numeric(rows) and strange < (3 if side < 10 else 1)
    if len(cells) == lines or not (numeric or _is_plausible(rows)):
        return None  # a row of a board
    if not tail:
        return _SudokuText(rows, True)
    start = line.text.rindex(tail)
    rest = line.cut(start, start + len(tail))
    solution = [rest.cut(at, at + 1) for at, sign in enumerate(rest.text) if sign != " "]
    if len(solution) == len(cells) and not any(cell.text in _EMPTY for cell in solution):
        return _SudokuText(rows, True, solution)
    message = f"the text after the {len(cells)} cells is ignored"
    doubt = Diagnostic(message, rest.span(), None, Severity.WARNING)
    return _SudokuText(rows, True, [], (doubt,), [rest])


# ---------- links ----------

_WIKI = re.compile(r"(?:https?://)?(?:www\.)?sudokuwiki\.org/\S*[?&]bd=([0-9A-Za-z.,]+)")
_WIKI_KINDS = {"L": "a Killer Sudoku", "M": "a jigsaw", "K": "a KenKen", "D": "a KenDoku"}


def _wiki(source: Source, link: re.Match[str]) -> _SudokuText:
    """Return the puzzle of a link of sudokuwiki.org; digits that are placed are no clues.

    A board is 81 digits; or 81 numbers to the base 32, of which twice a set of candidates and a
    bit for a clue; or, after ``S9B``, to the base 36, of which those below 10 are clues.
    """
    line = next(line for line in lines_of(source) if "bd=" in line.text)
    at = line.text.index(link[1])
    whole = line.cut(at, at + len(link[1]))
    data = whole.text
    kind = re.match(r"([A-Z])[0-9][A-Z](?=.{36})", data)
    if (kind and kind[0] != "S9B") or "," in data:
        what = _WIKI_KINDS.get(data[0], "a variant of Sudoku") if kind else "a Killer Sudoku"
        raise fail(f"this link is of {what}, which is not read", whole.span())
    start, wide = (3, 2) if kind else (0, len(data) // 81)
    if len(data) - start != 81 * wide or wide not in (1, 2):
        raise fail("this link has no 81 cells", whole.span())
    cells = []
    for i in range(start, len(data), wide):
        cell = whole.cut(i, i + wide)
        try:
            value = int(cell.text.replace(".", "0"), 36 if kind else 32 if wide > 1 else 10)
        except ValueError:
            raise fail("this is no cell of sudokuwiki.org", cell.span()) from None
        if kind:
            value = value if value < 10 else 0
        elif wide > 1:
            value = (value >> 1).bit_length() if value & 1 else 0
        cells.append(replace(cell, text=str(value)))
    return _SudokuText([cells[i : i + 9] for i in range(0, 81, 9)], True)


# ---------- values ----------


def _is_numeric(rows: Sequence[Sequence[Text]]) -> bool:
    """Return whether most cells are numbers, letters for numbers above 9, or empty."""
    texts = [cell.text for row in rows for cell in row]
    letters = max(map(len, rows)) > 9
    known = [text for text in texts if _TOKEN.fullmatch(text) and (letters or not text.isalpha())]
    return 2 * len(known) > len(texts) and any(text.isalnum() and text != "0" for text in known)


def _first_numbers(texts: set[str], side: int) -> tuple[int, int]:
    """Return the numbers of the digit 0 and of the letter A; number 0 is an empty cell."""
    signs = {text.upper() for text in texts}
    letters = sorted(sign for sign in signs if sign.isalpha())
    if side < 10:
        return int(starts_at_0(texts, side)), 10
    if letters and not any(sign.isdecimal() and sign != "0" for sign in signs):
        return 0, 1
    last = chr(ord("A") + side - 11)
    zero = "0" in signs and bool(signs & set(_EMPTY[2:] + "."))
    return (1, 11) if side > 9 and zero and letters and letters[-1] <= last else (0, 10)


def starts_at_0(texts: set[str], side: int) -> bool:
    """Return whether the digits of a square start at 0: another sign is for empty cells."""
    return "0" in texts and bool(texts & {*_EMPTY} - {"0"}) and str(side) not in texts


def _number(text: str, first: tuple[int, int]) -> int | None:
    """Return the number of a cell, 0 if it is empty; None for any other text."""
    if text.isascii() and text.isdecimal():
        return int(text) + (first[0] if len(text) == 1 else 0)
    if text in _EMPTY:
        return 0
    if len(text) == 1 and text.isascii() and text.isalpha():
        return ord(text.upper()) - ord("A") + first[1]
    return None


def _candidates(rows: Sequence[Sequence[Text]]) -> list[Text]:
    """Return the cells of a square of side 9 with three or more digits, if these are candidates."""
    long = [cell for row in rows for cell in row if len(cell.text) > 2]
    rising = all(c.text.isdecimal() and [*c.text] == sorted(set(c.text)) for c in long)
    return long if len(rows) == 9 and len(long) > 8 and rising else []


def _numbers(rows: Sequence[Sequence[Text]]) -> dict[Cell, int | None]:
    """Return the numbers of the cells that are not empty; None for any other text."""
    texts = {cell.text for row in rows for cell in row}
    first = _first_numbers(texts, len(rows))
    zero = "0" in texts and bool(texts & {*_EMPTY} - {"0"})  # then no cell of 0 is empty
    crosses = {"x", "X"} if len(rows) < 10 and not texts & {*_EMPTY} else set()
    out: dict[Cell, int | None] = {}
    for row, line in enumerate(rows):
        for col, cell in enumerate(line):
            number = 0 if cell.text in crosses else _number(cell.text, first)
            if number is None or number > len(rows) or (zero and cell.text == "0" == str(number)):
                out[row, col] = None
            elif number:
                out[row, col] = number
    return out


def _is_plausible(rows: Sequence[Sequence[Text]], mistyped: bool = False) -> bool:
    """Return whether a square can be a Sudoku with one solution, perhaps but for a cell."""
    clues, side = _numbers(rows), len(rows)
    texts = {cell.text for row in rows for cell in row}
    faults = [*clues.values()].count(None)
    if faults > 1 or len({*clues.values()} - {None}) < side - 1:
        return False
    if side < 10 and "0" in texts and len(texts & set(_EMPTY)) > 1:
        return False  # the 0 is a clue
    found = _conflict(clues, side)
    if mistyped and found is not None:
        others = [{cell: clues[cell] for cell in clues if cell != each} for each in found]
        return any(_conflict(other, side) is None for other in others)
    return found is None


def find_repetition(rows: Sequence[Sequence[str]]) -> str:
    """Return the names of two cells of a square with the same number in a row, column or box."""
    source = Source("", "")
    clues = _numbers([[Text(source, 1, 0, text) for text in row] for row in rows])
    found = _conflict(clues, len(rows))
    return " and ".join(f"r{row + 1}c{col + 1}" for row, col in found or ())


def _conflict(clues: dict[Cell, int | None], side: int) -> tuple[Cell, Cell] | None:
    """Return two cells of a row, column or box with the same number, if there are any."""
    high, wide = box_sides(side)
    seen: dict[tuple[object, ...], Cell] = {}
    for (row, col), number in clues.items():
        for unit in (("row", row), ("col", col), (row // high, col // wide)):
            other = seen.setdefault((*unit, number), (row, col))
            if other != (row, col):
                return other, (row, col)
    return None


# ---------- puzzles ----------


def _make_puzzle(grid: _SudokuText, title: str, named: bool) -> Puzzle:
    """Return the puzzle of a grid."""
    side = _side(grid)
    sheet = Sheet("sudoku", side, side, title)
    head = row_span(grid.rows[0])
    sheet.put_boxes(head)
    diagnostics = Diagnostics()
    for line in grid.aside:
        if word := _VARIANTS.search(line.text):
            message = f"this is a variant of Sudoku ('{word[0]}'), whose rules are not read"
            diagnostics.error(message, line.span(*word.span()), VARIANT)
        elif not named and other_names().get(words(line.text), "sudoku") != "sudoku":
            message = f"the heading says {line.text.strip()}, and the board looks like a Sudoku"
            hint = f"name the genre: --genre {other_names()[words(line.text)]}"
            diagnostics.error(message, line.strip().span(), hint)
        elif _DIAGONAL.search(line.text):
            sheet.options["diagonal"] = True
    texts = {cell.text for row in grid.rows for cell in row}
    doubts = list(grid.doubts)
    if side < 10 and starts_at_0(texts, side):
        message = f"the digits start at 0: 0 is read as 1, and {side - 1} as {side}"
        doubts.append(Diagnostic(message, head, None, Severity.WARNING))
    if found := _candidates(grid.rows):
        hint = "give the clues alone, with '.' for the other cells"
        raise fail("a grid of candidates is not read", found[0].span(), hint)
    for (row, col), number in _numbers(grid.rows).items():
        cell = grid.rows[row][col]
        if number is None:
            message = f"'{cell.text}' is not a number of a Sudoku of side {side}"
            hint = "an empty cell is '.' or 0; the numbers above 9 are letters from A"
            diagnostics.error(message, cell.span(), hint)
        else:
            sheet.put(sheet.parts.number, (row, col), number, cell.span())
    diagnostics.raise_errors()
    if grid.solution:
        cells = [grid.solution[at : at + side] for at in range(0, side * side, side)]
        answer: dict[Cell, Value | None] = dict(_numbers(cells))
        sheet.answer = {sheet.parts.value: answer}  # type: ignore[dict-item]
    if not (grid.certain or named):
        sheet.assumed["genre"] = "sudoku"
    return replace(sheet.puzzle(head), doubts=tuple(doubts))


def _side(grid: _SudokuText) -> int:
    """Return the side of a grid."""
    rows, cells = grid.rows, len(grid.rows[0])
    if grid.grid is not None and grid.grid.other:
        grid.grid.require_rectangle()
    if len(rows) == 1 and cells > 1:
        side = min(_SQUARES, key=lambda size: abs(size - cells))
        message = f"the line has {cells} cells where a Sudoku of side {_SQUARES[side]} has {side}"
        raise fail(message, row_span(rows[0]))
    for row in rows:
        if len(row) != cells:
            raise uneven(row, cells)
    if cells != len(rows):
        message = f"a Sudoku of {cells} columns has as many rows, and here are {len(rows)}"
        raise fail(message, row_span(rows[0]))
    return cells


# ---------- writing ----------


def write(program: Program) -> str:
    """Return the cells of a puzzle in one line; see `Format.write`."""
    if program.genre != "sudoku":
        raise fail(f"the format sudoku is for sudoku, not for {program.genre}")
    sheet = sheet_of(program, "sudoku")
    side = sheet.rows
    if sheet.cols != side or side not in SIDES:
        sides = ", ".join(map(str, SIDES))
        raise fail(f"the format sudoku is for squares of side {sides}")
    sheet.require_plain("sudoku")
    if not same_rooms(sheet.usual_boxes(), sheet.take_cells(sheet.parts.room)):
        raise fail("readers of the format sudoku take the usual boxes for granted")
    numbers = sheet.take(sheet.parts.number)
    sheet.finish("sudoku")
    signs = ".123456789ABCDEFGHIJKLMNOP"
    return "".join(signs[int(numbers.get(cell, 0))] for cell in sheet.cells) + "\n"


FORMAT = Format(
    "sudoku",
    "Sudoku of side 4 to 25: all cells in a line, or rows, with frames or without",
    (".sdk", ".sdm"),
    recognises,
    parse,
    write,
    genres=only("sudoku", support=Support(solutions_read=True)),
    comment="# ",
)
