"""Sudoku as written by programs and newspapers: the characters of all cells in a line, or rows.

A puzzle is a line of 81 characters, with its solution after a comma, or a grid of nine rows, whose
cells and boxes may have blanks, tabs, commas and frames between them. The same goes for the other
sides from 4 to 25 that are a product of two near numbers, the sides of a box: side 6 has boxes of 2
by 3. ``.``, ``0``, ``-``, ``_``, ``*`` and ``?`` are empty cells. Above 9 a cell is
a number between blanks or a letter: A is 10, or 1 where there are no digits, and the digits start
at 0 if another sign is used for empty cells and no letter is needed for the last number. Lines
that start with ``#``, titles such as ``Grid 01`` or with the word Sudoku, and the sections of
``.sdk`` files other than ``[Puzzle]`` are skipped.

A bare square of digits is taken for a Sudoku if no number occurs twice in a row, column or box, and
at most one number is missing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise

from msgspec import Struct, field
from msgspec.structs import replace

from nlc.errors import Diagnostic, Diagnostics, Severity, Source, fail
from nlc.formats.base import Format, Support, Text, each_puzzle, only, row_span, split_lines
from nlc.formats.genres import parts_of
from nlc.formats.parts import box_sides, put_boxes, same_rooms, take_rooms, usual_boxes
from nlc.formats.sheet import Cell, Sheet, Value
from nlc.formats.sheet_of import sheet_of
from nlc.ir.nodes import Program
from nlc.language.syntax import Puzzle

SIDES = (4, 6, 8, 9, 10, 12, 15, 16, 18, 20, 24, 25)
"""Sides of the boards that are recognised."""

GUESSED = (4, 6, 9, 16, 25)
"""Sides of bare squares that are taken for a Sudoku."""

_EMPTY = ".0-_*?"
_SQUARES = {side * side: side for side in SIDES}

_RULE = re.compile(r"(?=.*(?:--|==|[─━═]))[-=+*.:|'`! ─-╿]+")
"""A line of a frame."""

_BAR = re.compile("[|!│┃║]")
_BETWEEN = re.compile("[^|!│┃║]+")
_PITCHES = (4, 2, 1)
"""Distances from cell to cell in a frame; the largest one that fits is taken."""

_DASHES = re.compile(r"[-* ]+")
_BARS = str.maketrans(dict.fromkeys("|!:│┃║[](){}\"'\t", " "))
_TOKEN = re.compile(r"[0-9]{1,2}|[A-Za-z]|[-._*?]")
_SECTION = re.compile(r"\[([A-Za-z ]+)\]")
_TITLE = re.compile(r"[A-Za-z]{3,}(?:\s+#?|#)[0-9]+:?|[^.0-9]*\b(?i:sudoku)\b.{,20}")
_NAMED = re.compile(r"\s*[A-Za-z_]\w*\s*=(?=\s*[\[({])")
"""The start of a list in a program: ``name =``."""

_SIZE = re.compile(r"([0-9]{1,2})(?:\s*[ x*,]\s*\1)?")
_HEADER = re.compile(r"[A-Za-z_]+(?:,[A-Za-z_]+)+")
_WHOLE = re.compile(r"[^\s,;]+")
_LONG = re.compile(r"[-0-9._*?]{17,}")


class _SudokuText(Struct):
    """The text of a puzzle, cut into cells."""

    rows: list[list[Text]]
    certain: bool  # whether the form of the text shows that it is a Sudoku
    solution: list[Text] = field(default_factory=list)
    doubts: tuple[Diagnostic, ...] = ()


def recognises(text: str) -> bool:
    """Return whether the first puzzle of a text has the form of a Sudoku."""
    grid = next(_grids(Source("", text)), None)
    if grid is None:
        return False
    if grid.certain:
        return True
    side = len(grid.rows)
    square = all(len(row) == side for row in grid.rows)
    return side in GUESSED and square and _is_plausible(grid.rows)


def parse(source: Source, named: bool = False) -> Iterator[Puzzle]:
    """Yield the puzzles of a source, whose genre may be named by the user; see `Format.parse`."""
    found = list(_grids(source))
    if not found:
        raise fail(f"{source.path}: there is no Sudoku in it")
    yield from each_puzzle(source, found, partial(_make_puzzle, named=named))


# ---------- cutting ----------


def _grids(source: Source) -> Iterator[_SudokuText]:
    """Yield the puzzles of a source."""
    lines = _puzzle_lines(source)
    dashes = not any(sign in source.text for sign in ".0_?")
    framed = any(_is_rule(line.text, dashes) for line in lines)
    lines = [line for line in lines if not _is_rule(line.text, dashes)]
    if (drawn := _blank_framed(lines)) is not None:
        for at in range(0, len(drawn), len(drawn[0])):
            yield _SudokuText(drawn[at : at + len(drawn[0])], True)
        return
    lines = [line for line in lines if _cells(line)]
    at = 0
    while at < len(lines):
        if (grid := _single_line(lines[at], len(lines))) is not None:
            at += 1
            yield grid
            continue
        rows = [_cells(line) for line in lines[at : at + 2 * SIDES[-1]]]
        side = Counter(map(len, rows[: len(rows[0]) or 1])).most_common(1)[0][0]
        part = rows[: max(1, side)]
        # Frames and bars are round other boards, too.
        block = lines[at : at + len(part)]
        bars = framed or all("|" in line.text for line in block)
        certain = (
            bars
            and _is_aligned(block)
            and side in SIDES
            and len(part) >= side - 1
            and _is_numeric(part)
        )
        at += len(part)
        yield _SudokuText(part, certain)


def _puzzle_lines(source: Source) -> list[Text]:
    """Return the lines of puzzles and their frames."""
    out: list[Text] = []
    wanted = True
    for number, line in enumerate(split_lines(source.text), 1):
        bare = line.strip()
        if section := _SECTION.fullmatch(bare):
            wanted = section[1].lower() == "puzzle"
        elif not bare or bare.startswith("#") or not wanted:
            continue
        elif not _TITLE.fullmatch(bare) and not _HEADER.fullmatch(bare):
            text = Text(source, number, 0, line)
            out.append(text.cut(found.end(), len(line)) if (found := _NAMED.match(line)) else text)
    size = _SIZE.fullmatch(out[0].text.strip()) if out else None
    return out[1:] if size and int(size[1]) in SIDES and len(out) > int(size[1]) else out


def _is_rule(line: str, dashes: bool) -> bool:
    """Return whether a line belongs to a frame; with `dashes`, dashes are empty cells."""
    if _DASHES.fullmatch(line):
        return not dashes and len(line.strip()) > 3
    return _RULE.fullmatch(line) is not None


def _single_line(line: Text, lines: int) -> _SudokuText | None:
    """Return the puzzle of one line, out of `lines`, or None if the line is a row."""
    cells, tail = _cells(line), ""
    word = _WHOLE.search(line.text)
    if len(cells) not in _SQUARES and word is not None:
        first = _cells(line.cut(*word.span()))
        if len(first) in _SQUARES:
            cells, tail = first, line.text[word.end() :].strip(" ,;\t\"'").partition("#")[0]
    if len(cells) not in _SQUARES:
        alone = lines == 1 and _LONG.fullmatch(line.text.strip())
        return _SudokuText([cells], True) if alone else None
    side = _SQUARES[len(cells)]
    rows = [cells[at : at + side] for at in range(0, len(cells), side)]
    numeric = lines == 1 and _is_numeric(rows) and (side < 10 or not _has_other_text(cells))
    if len(cells) == lines or not (numeric or _is_plausible(rows)):
        return None  # a row of a board
    if not tail:
        return _SudokuText(rows, True)
    start = line.text.rindex(tail)
    rest = line.cut(start, start + len(tail))
    solution = _cells(rest)
    if len(solution) == len(cells) and not any(cell.text in _EMPTY for cell in solution):
        return _SudokuText(rows, True, solution)
    message = f"the text after the {len(cells)} cells is ignored"
    return _SudokuText(rows, True, [], (Diagnostic(message, rest.span(), None, Severity.WARNING),))


def _is_aligned(lines: Sequence[Text]) -> bool:
    """Return whether all rows, except perhaps one, have their bars in the same places."""
    places = Counter(tuple(m.start() for m in _BAR.finditer(line.text)) for line in lines)
    return max(places.values(), default=0) >= len(lines) - 1


def _blank_framed(lines: list[Text]) -> list[list[Text]] | None:
    """Return the cells of framed rows with blanks as empty cells; None for other rows.

    Between cells there is nothing, one blank, or as in nlc's own drawings three blanks, and a line
    between rows.
    """
    ends = "|!│┃║"
    bare = [line.text.strip() for line in lines]
    if not bare or not all(text[0] in ends and text[-1] in ends for text in bare):
        return None
    if not _is_aligned(lines) or len({len(part) for part in _BAR.split(bare[0])[1:-1]}) > 1:
        return None
    if not any(len(_cells_at_pitch(lines[0], pitch)) in SIDES for pitch in _PITCHES):
        return None
    counts = {len(_cells(line)) for line in lines}
    if len(counts) == 1 and counts <= {*SIDES}:
        return None  # no cell is blank
    for pitch in _PITCHES:
        kept, first = [], lines[0].line
        for before, line in pairwise([lines[0], *lines]):
            first = first if line.line <= before.line + 1 else line.line  # else after a rule
            if pitch < 4 or (line.line - first) % 2 == 0:
                kept.append(line)
        rows = [_cells_at_pitch(line, pitch) for line in kept]
        side = len(rows[0])
        if {len(row) for row in rows} == {side} and side in SIDES and len(rows) % side == 0:
            return rows
    return None


def _cells_at_pitch(line: Text, pitch: int) -> list[Text]:
    """Return the cells of a framed row at equal distances; none if there are signs between them."""
    out = []
    for part in _BETWEEN.finditer(line.text):
        places = range(part.start() + (pitch > 1), part.end(), pitch)
        between = (part[0][at - part.start()] for at in range(*part.span()) if at not in places)
        if part[0].strip() or part.end() < len(line.text.rstrip()):
            if any(sign != " " for sign in between):
                return []
            out += [
                replace(line.cut(at, at + 1), text=line.text[at].strip() or ".") for at in places
            ]
    return out


def _cells(line: Text) -> list[Text]:
    """Return the cells of a row."""
    tabs = line.text.count("\t") + 1 in SIDES  # between the cells of a table, empty or not
    bare = (line.text.replace("\t", ",") if tabs else line.text).translate(_BARS)
    if "," in bare:
        end = len(bare.rstrip())
        if bare[end - 1] == "," and "]" in line.text:  # a row of a list
            end -= 1
        fields = [
            line.cut(*found.span())
            for found in re.finditer(r"[^,]+|(?<=,)(?=,|$)|^(?=,)", bare[:end])
        ]
        return [replace(cell, text=cell.text.translate(_BARS).strip() or ".") for cell in fields]
    words = [line.cut(*found.span()) for found in re.finditer(r"\S+", bare)]
    tokens = all(_TOKEN.fullmatch(word.text) for word in words)
    if tokens and (len(words) > 9 or all(len(word.text) == 1 for word in words)):
        return words
    return [line.cut(found.start(), found.end()) for found in re.finditer(r"\S", bare)]


# ---------- values ----------


def _is_numeric(rows: Sequence[Sequence[Text]]) -> bool:
    """Return whether most cells are numbers, letters for numbers above 9, or empty."""
    texts = [cell.text for row in rows for cell in row]
    letters = max(map(len, rows)) > 9
    known = [text for text in texts if _TOKEN.fullmatch(text) and (letters or not text.isalpha())]
    return 2 * len(known) > len(texts) and any(text.isalnum() and text != "0" for text in known)


def _has_other_text(cells: Sequence[Text]) -> bool:
    return not all(_TOKEN.fullmatch(cell.text) for cell in cells)


def _first_numbers(texts: set[str], side: int) -> tuple[int, int]:
    """Return the numbers of the digit 0 and of the letter A; number 0 is an empty cell."""
    signs = {text.upper() for text in texts}
    letters = sorted(sign for sign in signs if sign.isalpha())
    if letters and not any(sign.isdecimal() and sign != "0" for sign in signs):
        return 0, 1
    last = chr(ord("A") + side - 11)
    zero = "0" in signs and bool(signs & set(_EMPTY[2:] + "."))
    return (1, 11) if side > 9 and zero and letters and letters[-1] <= last else (0, 10)


def _number(text: str, first: tuple[int, int]) -> int | None:
    """Return the number of a cell, 0 if it is empty; None for any other text."""
    if text.isascii() and text.isdecimal():
        return int(text) + (first[0] if len(text) == 1 else 0)
    if text in _EMPTY:
        return 0
    if len(text) == 1 and text.isascii() and text.isalpha():
        return ord(text.upper()) - ord("A") + first[1]
    return None


def _numbers(rows: Sequence[Sequence[Text]]) -> dict[Cell, int | None]:
    """Return the numbers of the cells that are not empty; None for any other text."""
    first = _first_numbers({cell.text for row in rows for cell in row}, len(rows))
    out = {}
    for row, line in enumerate(rows):
        for col, cell in enumerate(line):
            number = _number(cell.text, first)
            if number is None or not 0 < number <= len(rows):
                number = None if number != 0 else 0
            if number != 0:
                out[row, col] = number
    return out


def _is_plausible(rows: Sequence[Sequence[Text]]) -> bool:
    """Return whether a square can be a Sudoku with one solution."""
    clues, side = _numbers(rows), len(rows)
    texts = {cell.text for row in rows for cell in row}
    faults = [*clues.values()].count(None)
    if faults > 1 or len({*clues.values()} - {None}) < side - 1:
        return False
    if side < 10 and "0" in texts and len(texts & set(_EMPTY)) > 1:
        return False  # the 0 is a clue
    return _conflict(clues, side) is None


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
    sheet, parts = Sheet("sudoku", side, side, title), parts_of("sudoku")
    head = row_span(grid.rows[0])
    put_boxes(sheet, parts, head)
    diagnostics = Diagnostics()
    for (row, col), number in _numbers(grid.rows).items():
        cell = grid.rows[row][col]
        if number is None:
            message = f"'{cell.text}' is not a number of a Sudoku of side {side}"
            hint = "an empty cell is '.' or 0; the numbers above 9 are letters from A"
            diagnostics.error(message, cell.span(), hint)
        else:
            sheet.put(parts.number, (row, col), number, cell.span())
    diagnostics.raise_errors()
    if grid.solution:
        cells = [grid.solution[at : at + side] for at in range(0, side * side, side)]
        answer: dict[Cell, Value | None] = dict(_numbers(cells))
        sheet.answer = {parts.value: answer}  # type: ignore[dict-item]
    if not (grid.certain or named):
        sheet.assumed["genre"] = "sudoku"
    return replace(sheet.puzzle(head), doubts=grid.doubts)


def _side(grid: _SudokuText) -> int:
    """Return the side of a grid."""
    rows, cells = grid.rows, len(grid.rows[0])
    if len(rows) == 1 and cells > 1:
        side = min(_SQUARES, key=lambda size: abs(size - cells))
        message = f"the line has {cells} cells where a Sudoku of side {_SQUARES[side]} has {side}"
        raise fail(message, row_span(rows[0]))
    for row in rows:
        if len(row) != cells:
            plural = "" if len(row) == 1 else "s"
            message = f"the row has {len(row)} cell{plural} where the first row has {cells}"
            raise fail(message, row_span(row))
    if cells != len(rows):
        message = f"a Sudoku of {cells} columns has as many rows, and here are {len(rows)}"
        raise fail(message, row_span(rows[0]))
    return cells


# ---------- writing ----------


def write(program: Program) -> str:
    """Return the cells of a puzzle in one line; see `Format.write`."""
    if program.genre != "sudoku":
        raise fail(f"the format sudoku is for sudoku, not for {program.genre}")
    sheet, parts = sheet_of(program, "sudoku"), parts_of("sudoku")
    side = sheet.rows
    if sheet.cols != side or side not in SIDES:
        sides = ", ".join(map(str, SIDES))
        raise fail(f"the format sudoku is for squares of side {sides}")
    sheet.require_plain("sudoku")
    if not same_rooms(usual_boxes(sheet), take_rooms(sheet, parts)):
        raise fail("readers of the format sudoku take the usual boxes for granted")
    numbers = sheet.take(parts.number)
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
    rank=18,
    genres=only("sudoku", support=Support(solutions_read=True)),
    comment="# ",
)
