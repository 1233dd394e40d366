"""The formats of Numberlink alone: ``text``, ``thesis``, ``flow`` and ``flowfree``.

**text** is ``W H``, then H rows of W characters. ``.`` is an empty cell and any other character but
a blank is a terminal, labelled by itself. A file has any number of puzzles. Lines that start with
``#`` may come between them (inside a board, ``#`` is a label like any other), and blank lines
anywhere; a size of ``0 0`` ends the file. This is the format of thomasahle's solver and generator,
which assume that no path touches itself.

**thesis** is one puzzle a line, ``W H x1 y1 x1' y1' x2 y2 x2' y2' …``: width and height, then the
two ends of each pair; numbers are separated by blanks, coordinates count from 0, x to the right and
y downwards from the top left. The pairs are labelled 1, 2, 3 … in order. Blank lines and lines that
start with ``#`` are skipped. Every cell is covered and a path may touch itself. All boards of the
thesis's experiment are square. Parsed as ``rows cols row col …`` they would be mirrored at the
diagonal, as would their solutions: verdicts and counts are the same.

**flow** is the rows of a square board and nothing else. The first row's length is the number of
columns and of rows. Letters and digits are terminals and any other character is an empty cell.
Empty lines may come before and after a board, and further boards may follow. In Flow Free every
cell is covered, and paths may touch themselves. Unnamed, it is recognised where empty cells are
``.``, ``-`` or ``_`` and labels can be no clues of another genre, as ``b`` and ``w`` can.

**flowfree** is the packs of Flow Free: one level a line, with its solution,
``SIZE,MODE,LEVEL,FLOWS[,BRIDGES[,HOLES[,WALLS]]];PATH;PATH;…``. SIZE is ``N`` or ``W:H``, perhaps
with letters for the style of the app. Cells are numbered row by row from 0. A PATH lists all cells
of a colour from end to end, between commas. HOLES and BRIDGES are cells between colons; ``_`` and
the word after it are a style of drawing. WALLS are pairs of neighbours, ``a|b``. Every cell is
covered, and a path may touch itself. The solution of a level must fit its board: so features that
are not known here, such as paths over the rim, are errors and do not become another puzzle.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain, pairwise
from string import ascii_lowercase, ascii_uppercase

from msgspec.structs import replace

from nlc.errors import Diagnostics, Source, fail
from nlc.formats.base import (
    Format,
    Support,
    Text,
    check_size,
    each_line,
    each_puzzle,
    first_line,
    lines_of,
    only,
    opens_with,
    row_span,
)
from nlc.formats.board import guess_genre
from nlc.formats.sheet import STEPS, Cell, Link, Sheet, border, link, neighbours, sheet_of, step
from nlc.ir.nodes import Assignment, Program
from nlc.language.syntax import Puzzle

APART = {"cover": True, "touch": False}
"""The options of puzzles in the format ``text``."""

COVERED = {"cover": True, "touch": True}
"""The options of puzzles in the other formats."""

_LETTERS = ascii_uppercase + ascii_lowercase


def _sheet(rows: int, cols: int, title: str, options: dict[str, bool]) -> Sheet:
    """Return an empty board."""
    sheet = Sheet("numberlink", rows, cols, title)
    sheet.assume(**options)
    return sheet


def _plain_sheet(program: Program, form: str, answer: Assignment | None = None) -> Sheet:
    """Return the sheet of a Numberlink."""
    if program.genre != "numberlink":
        raise fail(f"the format {form} is for numberlink, not for {program.genre}")
    return sheet_of(program, form, answer)


def grid(program: Program, form: str, options: dict[str, bool]) -> list[list[str | None]]:
    """Return the label of each cell, row by row, of a puzzle that a format can express.

    Raises:
        UserError: the board is not a whole rectangle of squares, or it has other rules than those
            of the options that readers of the format take for granted.
    """
    sheet = _plain_sheet(program, form)
    labels = {cell: str(label) for cell, label in sheet.take_numbers().items()}
    sheet.require_plain(form)
    sheet.finish(form, **options)
    return [[labels.get((row, col)) for col in range(sheet.cols)] for row in range(sheet.rows)]


def letters(cells: list[list[str | None]], alphabet: str, name: str) -> list[str]:
    """Return rows of one character a cell, ``.`` where it is empty.

    Labels stay if all are characters of the alphabet; otherwise all are renamed, in reading order.

    Raises:
        UserError: the alphabet has too few characters.
    """
    labels = list(dict.fromkeys(label for row in cells for label in row if label is not None))
    if len(labels) > len(alphabet):
        raise fail(f"the format {name} has {len(alphabet)} labels, and {len(labels)} are needed")
    same = all(len(label) == 1 and label in alphabet for label in labels)
    renamed = dict(zip(labels, labels if same else alphabet, strict=False))
    return ["".join("." if x is None else renamed[x] for x in row) for row in cells]


# ---------- text ----------

_TEXT_SIZE = re.compile(r"\s*([0-9]{1,9})\s+([0-9]{1,9})\s*")
_LABEL = re.compile(r"[^.\s]")


def recognises_text(text: str) -> bool:
    """Return whether the first line is a size and nothing else, and the next one has no blanks."""
    size = first_line(text)
    if not _TEXT_SIZE.fullmatch(size):
        return False
    row = next((line for line in text.partition(size)[2].split("\n") if line.strip()), "")
    return not re.search(r"\s", row.rstrip())


def parse_text(source: Source) -> Iterator[Puzzle]:
    """Yield the puzzles of a source; see `Format.parse`."""
    parts, left = list[list[Text]](), 0  # rows of the last board; less after a mistake
    for line in (line.strip() for line in lines_of(source) if line.text.strip()):
        if size := _TEXT_SIZE.fullmatch(line.text):
            if not any(map(int, size.groups())):
                break
            parts.append([line])
            left = int(size[2])
        elif left > 0:
            parts[-1].append(line)
            left -= 1
        elif left == 0 and not line.text.startswith("#"):
            parts.append([line])
            left = -1
    return each_puzzle(source, parts, _parse_sized)


def _parse_sized(lines: list[Text], title: str) -> Puzzle:
    """Return the puzzle of a line with the size of a board, and of its rows."""
    head, *board = lines
    size, diagnostics = _TEXT_SIZE.fullmatch(head.text), Diagnostics()
    if size is None:
        hint = "after its size a board has exactly H rows; comments start with '#'"
        raise fail("expected the size of a board, 'W H'", head.span(), hint)
    cols, rows = map(int, size.groups())
    check_size(rows, cols, head.span())
    sheet = _sheet(rows, cols, title, APART)
    for row, line in enumerate(board):
        count = len(line.text)
        if blank := re.search(r"\s", line.text):
            hint = "every character is a cell; an empty cell is '.'"
            diagnostics.error("a blank inside a row", line.span(blank.start(), blank.end()), hint)
        elif count != cols:
            message = f"the row has {count} cells where the size says {cols}"
            diagnostics.error(message, line.span(min(cols, count - 1)))
        for label in _LABEL.finditer(line.text):
            sheet.put("label", (row, label.start()), label[0], line.span(*label.span()))
    if len(board) < rows:
        hint = "the size is written 'W H': columns first, then rows"
        message = f"the board has {len(board)} of its {rows} rows"
        diagnostics.error(message, head.span(), hint)
    diagnostics.raise_errors()
    return sheet.puzzle(head.span())


def write_text(program: Program) -> str:
    """Return a puzzle in this format; see `Format.write`."""
    cells = grid(program, "text", APART)
    # Digits, then the letters of Unicode, those of ASCII first.
    signs = "0123456789" + "".join(c for c in map(chr, range(0x3000)) if c.isalpha())
    rows = letters(cells, signs, "text")
    return "\n".join([f"{len(rows[0])} {len(rows)}", *rows, ""])


TEXT = Format(
    "text",
    "'W H' and H rows; '.' is empty",
    (),
    recognises_text,
    parse_text,
    write_text,
    genres=only("numberlink"),
    comment="# ",
)

# ---------- thesis ----------

_NUMBER = re.compile(r"[0-9]{1,9}")


def recognises_thesis(text: str) -> bool:
    """Return whether the first line has more than two numbers, and the text is not a square."""
    tokens = first_line(text).split()
    rows = [line for line in text.split("\n") if line.strip()]
    square = len(rows) == len(tokens) and len(tokens) % 4 != 2
    return len(tokens) > 2 and all(_NUMBER.fullmatch(t) for t in tokens) and not square


def _parse_pairs(line: Text, title: str) -> Puzzle:
    diagnostics = Diagnostics()
    words = line.words()
    for word in words:
        if not _NUMBER.fullmatch(word.text):
            raise fail(f"expected a number, found '{word.text}'", word.span())
    whole = row_span(words)
    if len(words) < 2:
        raise fail("expected the size of a board, 'W H', and its pairs", whole)
    cols, rows, *values = (int(word.text) for word in words)
    size = row_span(words[:2])
    check_size(rows, cols, size)
    left = len(values) % 4
    if left or not values:
        diagnostics.error(
            f"{left or 'no'} number{'' if left == 1 else 's'} where a pair has four",
            row_span(words[-left:]) if left else size,
            "a pair is written x y x' y'",
        )
    sheet = _sheet(rows, cols, title, COVERED)
    taken: set[Cell] = set()
    for at in range(0, len(values) - 1, 2):
        (col, row), ends = values[at : at + 2], words[at + 2 : at + 4]
        if col >= cols:
            diagnostics.error(f"x = {col} is outside 0..{cols - 1}", ends[0].span())
        elif row >= rows:
            diagnostics.error(f"y = {row} is outside 0..{rows - 1}", ends[1].span())
        elif (row, col) in taken:
            diagnostics.error(f"the cell ({col}, {row}) holds two terminals", row_span(ends))
        taken.add((row, col))
        sheet.put("label", (row, col), str(at // 4 + 1), row_span(ends))
    diagnostics.raise_errors()
    return sheet.puzzle(whole)


def write_thesis(program: Program) -> str:
    """Return a puzzle in this format; see `Format.write`."""
    cells = grid(program, "thesis", COVERED)
    ends: dict[str, list[int]] = {}
    for y, row in enumerate(cells):
        for x, label in enumerate(row):
            if label is not None:
                ends.setdefault(label, []).extend((x, y))
    return " ".join(map(str, [len(cells[0]), len(cells), *chain(*ends.values())])) + "\n"


THESIS = Format(
    "thesis",
    "one puzzle a line: W H x1 y1 x1' y1' …",
    (),
    recognises_thesis,
    partial(each_line, parse=_parse_pairs),
    write_thesis,
    genres=only("numberlink"),
    comment="# ",
)

# ---------- flow ----------


def recognises_flow(text: str) -> bool:
    """Return whether the text opens with rows of a board: one length, no blanks, a terminal."""
    rows = next(_boards(Source("", text)), [])
    first, *rest = [row.text for row in rows] or [""]
    size, board = len(first), [list(row.strip()) for row in (first, *rest)]
    labels = Counter(filter(str.isalnum, chain(*board)))
    odd = sum(count != 2 for count in labels.values()) * any(map(str.isalpha, labels))
    return (
        len(rows) == size > 1
        and not any(c.isspace() for c in first)
        and any(len(row.rstrip()) == size for row in rest)
        and (guess_genre(board) == "numberlink" or 0 < odd < min(3, len(labels)))
    )


def parse_flow(source: Source) -> Iterator[Puzzle]:
    """Yield the puzzles of a source; see `Format.parse`."""
    return each_puzzle(source, [*_boards(source)], _parse_board)


def _boards(source: Source) -> Iterator[list[Text]]:
    """Yield the rows of each board.

    A board ends after as many rows as it has columns, or at an empty line before that.
    """
    lines = deque(lines_of(source))
    while lines:
        first = lines.popleft()
        size = len(first.text.rstrip())
        if not size:
            continue
        rows = [first.cut(0, size)]
        while lines and lines[0].text and len(rows) < size:
            line = lines.popleft()
            text = line.text if len(line.text) <= size else line.text.rstrip().ljust(size)
            rows.append(replace(line, text=text))
        yield rows


def _parse_board(rows: list[Text], title: str) -> Puzzle:
    size, head = len(rows[0].text), rows[0].span()
    diagnostics = Diagnostics()
    if len(rows) < size:
        hint = "Flow Free text is square: as many rows as the first row has cells"
        diagnostics.error(f"the board has {len(rows)} of its {size} rows", head, hint)
    sheet = _sheet(size, size, title, COVERED)
    for row, line in enumerate(rows):
        cells = len(line.text)
        if cells != size:
            message = f"the row has {cells} cells where the first row has {size}"
            diagnostics.error(message, line.span(min(size, cells - 1)))
        for col, char in enumerate(line.text):
            if char.isalnum():
                sheet.put("label", (row, col), char, line.span(col, col + 1))
    diagnostics.raise_errors()
    return sheet.puzzle(head)


def write_flow(program: Program) -> str:
    """Return a puzzle in this format, with an empty line after it; see `Format.write`."""
    rows = letters(grid(program, "flow", COVERED), _LETTERS, "flow")
    if len(rows) != len(rows[0]):
        raise fail("the format flow is for boards with as many rows as columns")
    return "\n".join([*rows, "", ""])


FLOW = Format(
    "flow",
    "rows only, square; letters and digits are terminals",
    (".flow",),
    recognises_flow,
    parse_flow,
    write_flow,
    genres=only("numberlink"),
)

# ---------- flowfree ----------

_HEADER = re.compile(r"(?:[A-Za-z]+_)?[0-9]+(:[0-9]+)?[^,;\s]*,[0-9]*,[0-9]*,[0-9]+(,[^;]*)?;")
_PACK_SIZE = re.compile(r"(?:[A-Za-z]+_)?([0-9]{1,9})(?::([0-9]{1,9}))?(?:[+:][A-Z]+)*")
_CELL = re.compile(r"([0-9]{1,9})(?:_\w*)?")
_WALL = re.compile(r"([0-9]{1,9})\|([0-9]{1,9})")


def _parse_level(line: Text, title: str) -> Puzzle:
    """Return the puzzle of a line."""
    header, *paths = line.strip().split(";")
    fields = header.split(",")
    if len(fields) < 4:
        message = "expected SIZE,MODE,LEVEL,FLOWS before the first path"
        raise fail(message, header.span(), "such as 5,0,1,5;18,17,12;…")
    for field in fields[1:3]:
        if not field.text.isdecimal():
            raise fail("expected a number for the mode and one for the level", field.span())
    size = _PACK_SIZE.fullmatch(fields[0].text)
    if size is None:
        raise fail("expected the size of a board, such as 9 or 9:11", fields[0].span())
    cols, rows = int(size[1]), int(size[2] or size[1])
    check_size(rows, cols, fields[0].span())
    sheet = _sheet(rows, cols, title, COVERED)
    if len(fields) > 7 and any(part.text for part in fields[7:]):
        raise fail("a header ends with its walls", fields[7].span())
    lists = [[part for part in x.split(":") if x.text] for x in fields[4:7]] + [[]] * 3
    bridges, holes, walls = lists[:3]
    sheet.bridges = {_parse_cell(sheet, part) for part in bridges}
    sheet.holes = {_parse_cell(sheet, part) for part in holes}
    for part in walls:
        found = _WALL.fullmatch(part.text)
        if found is None:
            raise fail("expected a wall between two cells, such as 45|54", part.span())
        one, other = (_parse_cell(sheet, part.cut(*found.span(n))) for n in (1, 2))
        if one not in neighbours(other, sheet.cells):
            raise fail("a wall must be between neighbours", part.span())
        sheet.walls.add(border(one, other))
    paths = [path for path in paths if path.text]
    if fields[3].text != str(len(paths)):
        raise fail(f"here are {len(paths)} paths, not {fields[3].text}", fields[3].span())
    segments: set[Link] = set()
    passed: Counter[Cell] = Counter()
    for index, path in enumerate(paths):
        label = _LETTERS[index] if index < len(_LETTERS) else str(index + 1)
        _put_path(sheet, path, label, segments, passed)
    for cell in sheet.cells:
        if passed[cell] != 1 + (cell in sheet.bridges):
            often = {0: "by no path", 1: "only once"}.get(passed[cell], f"{passed[cell]} times")
            message = f"cell {_number(sheet, cell)} is passed {often}"
            raise fail(message, header.span(), "every cell is on a path, a bridge on two")
    sheet.answer = {"line": set(segments)}
    return sheet.puzzle(header.span())


def _parse_cell(sheet: Sheet, text: Text) -> Cell:
    """Return the cell of a number."""
    found = _CELL.fullmatch(text.text)
    number = int(found[1]) if found else -1
    if not 0 <= number < sheet.rows * sheet.cols:
        raise fail(f"expected a cell from 0 to {sheet.rows * sheet.cols - 1}", text.span())
    cell = divmod(number, sheet.cols)
    if cell in sheet.holes:
        raise fail(f"cell {number} is a hole", text.span())
    return cell


def _put_path(
    sheet: Sheet, text: Text, label: str, segments: set[Link], passed: Counter[Cell]
) -> None:
    """Put the ends of a path into a sheet, and add its segments and cells."""
    steps = [(_parse_cell(sheet, item), item) for item in text.split(",")]
    if len(steps) < 2:
        raise fail("a path has two ends", text.span())
    for (one, item), (other, after) in pairwise(steps):
        wall = border(one, other) in sheet.walls
        if one not in neighbours(other, [one]) or wall:
            far = "is a wall" if wall else "is no common side"
            over = {abs(a - b) for a, b in zip(one, other, strict=True)}
            warp = over in ({0, sheet.rows - 1}, {0, sheet.cols - 1})
            hint = "a pack does not define where a path may leave the board" if warp else None
            message = f"between cells {item.text} and {after.text} of the path {far}"
            raise fail(message, item.span().to(after.span()), hint)
        segments.add(link(one, other))
    for (before, _), (cell, item), (after_it, _) in zip(steps, steps[1:], steps[2:], strict=False):
        if cell in sheet.bridges and all(a != b for a, b in zip(before, after_it, strict=True)):
            raise fail("a path goes straight over a bridge", item.span())
    for cell, item in (steps[0], steps[-1]):
        if cell in sheet.bridges or cell in sheet.givens.get("label", {}):
            raise fail("a path ends on a bridge, or on the end of another path", item.span())
        sheet.put("label", cell, label, item.span())
    passed.update(cell for cell, _ in steps)


def _number(sheet: Sheet, cell: Cell) -> int:
    return cell[0] * sheet.cols + cell[1]


def write_pack(program: Program, answer: Assignment) -> str:
    """Return a puzzle with its solution; see `Format.write_solved`."""
    sheet = _plain_sheet(program, "flowfree", answer)
    starts: dict[object, Cell] = {}
    for cell, label in sheet.take_numbers().items():
        starts.setdefault(label, cell)
    size = f"{sheet.cols}:{sheet.rows}" if sheet.cols != sheet.rows else str(sheet.cols)

    def numbers(cells: Iterable[Cell], between: str) -> str:
        return between.join(str(_number(sheet, cell)) for cell in cells)

    lists = [numbers(sorted(cells), ":") for cells in (sheet.bridges, sheet.holes)]
    lists.append(":".join(numbers(wall, "|") for wall in sorted(sheet.walls)))
    paths = [numbers(_walk(sheet, start), ",") for start in starts.values()]
    sheet.finish("flowfree", **COVERED)
    head = ",".join([size, "0", "1", str(len(paths)), *lists]).rstrip(",")
    return ";".join([head, *paths]) + "\n"


def _walk(sheet: Sheet, start: Cell) -> list[Cell]:
    """Return the cells of the path that begins at an end; it goes straight over bridges."""
    path, line = [start], (sheet.answer or {})["line"]
    while True:
        here = path[-1]
        around = [step(here, side) for side in STEPS]
        more = [cell for cell in around if link(here, cell) in line and cell not in path[-2:-1]]
        if here in sheet.bridges:
            ahead = (2 * here[0] - path[-2][0], 2 * here[1] - path[-2][1])
            more = [cell for cell in more if cell == ahead]
        if not more:
            return path
        path.append(more[0])


FLOWFREE = Format(
    "flowfree",
    "packs of Flow Free: SIZE,MODE,LEVEL,FLOWS;PATH;…, a level a line with its solution",
    (),
    opens_with(_HEADER),
    partial(each_line, parse=_parse_level),
    None,
    write_solved=write_pack,
    genres=only("numberlink", support=Support(solutions_read=True, solutions_written=True)),
    comment="# ",
    names_genre=True,
)
