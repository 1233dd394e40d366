"""Packs of Flow Free: one level a line, with its solution.

``SIZE,MODE,LEVEL,FLOWS[,BRIDGES[,HOLES[,WALLS]]];PATH;PATH;…``. SIZE is ``N`` or ``W:H``, perhaps
with letters for the style of the app. Cells are numbered row by row from 0. A PATH lists all cells
of a colour from end to end, between commas. HOLES and BRIDGES are cells between colons; ``_`` and
the word after it are a style of drawing. WALLS are pairs of neighbours, ``a|b``. Every cell is
covered, and a path may touch itself. The solution of a level must fit its board: so features that
are not known here, such as paths over the rim, are errors and do not become another puzzle.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from string import ascii_lowercase, ascii_uppercase

from nlc.errors import Source, Span, fail
from nlc.formats.base import MAX_CELLS, Format, Support, Text, each_line, first_line, only
from nlc.formats.sheet import STEPS, Cell, Link, Sheet, border, link, neighbours, sheet_of, step
from nlc.ir.nodes import Assignment, Program
from nlc.language.syntax import Puzzle

_HEADER = re.compile(r"(?:[A-Za-z]+_)?[0-9]+(:[0-9]+)?[^,;\s]*,[0-9]*,[0-9]*,[0-9]+(,[^;]*)?;")
_SIZE = re.compile(r"(?:[A-Za-z]+_)?([0-9]{1,9})(?::([0-9]{1,9}))?(?:[+:][A-Z]+)*")
_CELL = re.compile(r"([0-9]{1,9})(?:_\w*)?")
_WALL = re.compile(r"([0-9]{1,9})\|([0-9]{1,9})")
_LETTERS = ascii_uppercase + ascii_lowercase


def recognises(text: str) -> bool:
    """Return whether the text opens with a header and a path."""
    return _HEADER.match(first_line(text)) is not None


def parse(source: Source) -> Iterator[Puzzle]:
    """Yield the puzzles of a source; see `Format.parse`."""
    return each_line(source, _parse_level)


def _parse_level(line: Text, title: str) -> Puzzle:
    """Return the puzzle of a line."""
    text = line.strip()
    header, *paths = text.split(";")
    fields = header.split(",")
    if len(fields) < 4:
        message = "expected SIZE,MODE,LEVEL,FLOWS before the first path"
        raise fail(message, header.span(), "such as 5,0,1,5;18,17,12;…")
    for field in fields[1:3]:
        if not field.text.isdecimal():
            raise fail("expected a number for the mode and one for the level", field.span())
    size = _SIZE.fullmatch(fields[0].text)
    if size is None:
        raise fail("expected the size of a board, such as 9 or 9:11", fields[0].span())
    cols, rows = int(size[1]), int(size[2] or size[1])
    if not 0 < rows * cols <= MAX_CELLS:
        raise fail(f"a board has from 1 to {MAX_CELLS} cells", fields[0].span())
    sheet = Sheet("numberlink", rows, cols, title)
    sheet.assume(cover=True, touch=True)
    extra = [part if part.text else None for part in fields[4:7]] + [None] * 3
    bridges, holes, walls = extra[:3]
    if len(fields) > 7 and any(part.text for part in fields[7:]):
        raise fail("a header ends with its walls", fields[7].span())
    sheet.bridges = {_parse_cell(sheet, part) for part in bridges.split(":")} if bridges else set()
    sheet.holes = {_parse_cell(sheet, part) for part in holes.split(":")} if holes else set()
    for part in walls.split(":") if walls else ():
        found = _WALL.fullmatch(part.text)
        if found is None:
            raise fail("expected a wall between two cells, such as 45|54", part.span())
        one, other = (_parse_cell(sheet, part.cut(*found.span(n))) for n in (1, 2))
        if one not in neighbours(other, set(sheet.cells)):
            raise fail("a wall must be between neighbours", part.span())
        sheet.walls.add(border(one, other))
    paths = [path for path in paths if path.text]
    if fields[3].text != str(len(paths)):
        raise fail(f"here are {len(paths)} paths, not {fields[3].text}", fields[3].span())
    segments: set[Link] = set()
    passed: dict[Cell, int] = {}
    for index, path in enumerate(paths):
        label = _LETTERS[index] if index < len(_LETTERS) else str(index + 1)
        _put_path(sheet, path, label, segments, passed)
    for cell in sheet.cells:
        wanted = 2 if cell in sheet.bridges else 1
        if passed.get(cell, 0) != wanted:
            times = passed.get(cell, 0)
            often = "only once" if times == 1 else f"{times} times" if times else "by no path"
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
    sheet: Sheet, text: Text, label: str, segments: set[Link], passed: dict[Cell, int]
) -> None:
    """Put the ends of a path into a sheet, and add its segments and cells."""
    items = text.split(",")
    cells = [_parse_cell(sheet, item) for item in items]
    if len(cells) < 2:
        raise fail("a path has two ends", text.span())
    for (item, one), (after, other) in pairwise(zip(items, cells, strict=True)):
        if one not in neighbours(other, [one]) or border(one, other) in sheet.walls:
            span: Span = item.span().to(after.span())
            far = "is a wall" if border(one, other) in sheet.walls else "is no common side"
            hint = "a pack does not define where a path may leave the board"
            over = {abs(a - b) for a, b in zip(one, other, strict=True)}
            warp = over in ({0, sheet.rows - 1}, {0, sheet.cols - 1})
            message = f"between cells {item.text} and {after.text} of the path {far}"
            raise fail(message, span, hint if warp else None)
        segments.add(link(one, other))
    for previous, (item, cell), following in zip(
        cells, list(zip(items, cells, strict=True))[1:], cells[2:], strict=False
    ):
        turns = previous[0] != following[0] and previous[1] != following[1]
        if cell in sheet.bridges and turns:
            raise fail("a path goes straight over a bridge", item.span())
    for item, cell in ((items[0], cells[0]), (items[-1], cells[-1])):
        if cell in sheet.bridges or cell in sheet.givens.get("label", {}):
            raise fail("a path ends on a bridge, or on the end of another path", item.span())
        sheet.put("label", cell, label, item.span())
    for cell in cells:
        passed[cell] = passed.get(cell, 0) + 1


def _number(sheet: Sheet, cell: Cell) -> int:
    return cell[0] * sheet.cols + cell[1]


def write_solved(program: Program, answer: Assignment) -> str:
    """Return a puzzle with its solution; see `Format.write_solved`."""
    if program.genre != "numberlink":
        raise fail(f"the format flowfree is for numberlink, not for {program.genre}")
    sheet = sheet_of(program, "flowfree", answer)
    ends: dict[object, list[Cell]] = {}
    for cell, label in sheet.take_numbers().items():
        ends.setdefault(label, []).append(cell)
    paths = [_walk(sheet, start) for start, _ in ends.values()]
    size = f"{sheet.cols}:{sheet.rows}" if sheet.cols != sheet.rows else str(sheet.cols)
    lists = [
        ":".join(str(_number(sheet, cell)) for cell in sorted(cells))
        for cells in (sheet.bridges, sheet.holes)
    ]
    lists.append(
        ":".join(
            f"{_number(sheet, wall.first)}|{_number(sheet, wall.second)}"
            for wall in sorted(sheet.walls)
        )
    )
    while lists and not lists[-1]:
        lists.pop()
    sheet.finish("flowfree", cover=True, touch=True)
    head = ",".join([size, "0", "1", str(len(paths)), *lists])
    texts = [",".join(str(_number(sheet, cell)) for cell in path) for path in paths]
    return ";".join([head, *texts]) + "\n"


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


FORMAT = Format(
    "flowfree",
    "packs of Flow Free: SIZE,MODE,LEVEL,FLOWS;PATH;…, a level a line with its solution",
    (),
    recognises,
    parse,
    None,
    rank=15,
    write_solved=write_solved,
    genres=only("numberlink", support=Support(solutions_read=True, solutions_written=True)),
    comment="# ",
    names_genre=True,
)
