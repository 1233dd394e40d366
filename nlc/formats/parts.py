"""The names of the parts of a puzzle in each genre, and access to clues by their parts.

Formats know numbers in cells, circles, rooms, numbers of rooms, numbers at points. `Parts` gives
the name of each in a genre of the language; it is data, the ``parts`` of a row of
`nlc.formats.genres`. So a format needs to know only what is special about a genre in that format.
`Pzpr` is that for puzz.link.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from math import isqrt
from types import MappingProxyType

from msgspec import Struct

from nlc.errors import Span, fail
from nlc.formats.sheet import Border, Cell, Place, Point, Sheet, Value

IGNORED = "-"
"""In place of a given: such clues have no meaning in the genre."""


_NONE: Mapping[str, str] = MappingProxyType({})


class Parts(Struct, frozen=True):
    """The names that a genre gives to parts; empty for parts that it does not have.

    Attributes:
        number: a number or letter in a cell.
        named: whether numbers are names, so that only equality matters.
        unknown: a condition of cells: there is a clue with an unknown number; `IGNORED` if it has
            no meaning.
        circled: whether clues stand in circles, so that an empty one is an unknown number.
        black: whether clues stand on black, so that a black cell is an unknown number.
        circle: a white or black circle in a cell: the given, its white and its black value.
        blocked: a condition of cells: on the board, but not part of the puzzle.
        room: the room of each cell.
        fence: a condition of borders: it is drawn within a room.
        room_number: a number of a room, given in one of its cells.
        arrow: the direction of the number in a cell, a side.
        point: a number at a corner of cells.
        outside: a number at a row or column, given over straight lines.
        total: an option: a number of the whole board.
        line: a variable of links: the segments of a line.
        double: a variable of links: the second of two bridges.
        edge: a variable of borders: the segments of a line between cells.
        shaded: a variable of cells: shaded, or with a lamp, star, tree.
        value: a variable of cells: a number.
        region: a variable of cells: a value that is the same in one region.
    """

    number: str = ""
    named: bool = False
    unknown: str = ""
    circled: bool = False
    black: bool = False
    circle: tuple[str, Value, Value] | None = None
    blocked: str = ""
    room: str = ""
    fence: str = ""
    room_number: str = ""
    arrow: str = ""
    point: str = ""
    outside: str = ""
    total: str = ""
    line: str = ""
    double: str = ""
    edge: str = ""
    shaded: str = ""
    value: str = ""
    region: str = ""


# ---------- numbers ----------


class Pzpr(Struct, frozen=True):
    """A genre of pzpr.

    Attributes:
        pid: its name in URLs.
        names: other names that are accepted, between blanks.
        body: the layers of a URL's body, as `nlc.formats.pzpr.url.LAYERS` names them.
        older: the layers of a body in an older form, by its flag.
        file: the blocks of a file, as `nlc.formats.pzpr.blocks.BLOCKS` names them.
        later: the blocks of files of later layouts, by the number after ``pzprv3.``.
        borders: the first layout in which borders stand in place of rooms; 0: none.
        flag_names: the names of flags in the block ``flags`` of a file.
        written: the layout in which files are written.
        name: in files; empty: `pid`.
        letters: whether numbers are shown as letters.
        swapped: whether circles have the number 1 for black.
        flags: the option that a flag sets, and its value with and without the flag.
        assumed: options that readers of the format take for granted, with their values.
        cosmetic: flags that only change the look of a page.
        some: the name of a thing that an answer must have at least once, or empty.
        islands: the variable for the number that a cell which is not shaded belongs to, if the
            genre has one; files do not contain it.
        genre: of nlc; filled in by `nlc.formats.pzpr.genre.rows`.
        parts: of that genre; filled in by `nlc.formats.pzpr.genre.rows`.
    """

    pid: str
    names: str = ""
    body: str = ""
    older: Mapping[str, str] = _NONE
    file: str = ""
    later: Mapping[int, str] = MappingProxyType({})
    borders: int = 0
    flag_names: Mapping[str, str] = _NONE
    written: int = 0
    name: str = ""
    letters: bool = False
    swapped: bool = False
    flags: Mapping[str, tuple[str, str, str]] = MappingProxyType({})
    assumed: Mapping[str, str] = _NONE
    cosmetic: str = ""
    some: str = ""
    islands: str = ""
    genre: str = ""
    parts: Parts = Parts()

    @property
    def layers(self) -> list[str]:
        """The layers of a URL's body."""
        return self.body.split()

    @property
    def last(self) -> int:
        """The last layout of files."""
        return max(self.borders, *self.later, 0)

    @property
    def number(self) -> str:
        """The given of numbers or circles, in cells, at points or of rooms; may be empty."""
        parts = self.parts
        if self.circle is not None:
            return self.circle[0]
        return parts.room_number or parts.point or parts.number

    def blocks(self, layout: int = 0) -> list[str]:
        """Return the blocks of files of a layout."""
        layouts = {0: self.file, **self.later}
        found = layouts[max(number for number in layouts if number <= layout)].split()
        if 0 < self.borders <= layout:
            found = ["border" if block == "rooms" else block for block in found]
        return found if {"passing", "flags"} & {*found} else ["flag-letters", *found]

    @property
    def circle(self) -> tuple[str, str, str] | None:
        """The given of circles and its values for the numbers 1 and 2, or None."""
        if self.parts.circle is None:
            return None
        given, white, black = self.parts.circle
        first, second = (black, white) if self.swapped else (white, black)
        return given, str(first), str(second)


def put_number(
    sheet: Sheet, parts: Parts, cell: Cell, number: int | str | None, span: Span | None = None
) -> None:
    """Put a number into a cell; None is an unknown number.

    Raises:
        UserError: the genre has no numbers, or no unknown ones.
    """
    if number is None and parts.unknown == IGNORED:
        return
    name = parts.unknown if number is None else parts.number
    if not name:
        what = "clue with an unknown number" if number is None else "number in a cell"
        raise fail(f"{sheet.genre} has no {what}", span)
    sheet.put(name, cell, True if number is None else number, span)


def take_numbers(sheet: Sheet, parts: Parts) -> dict[Cell, int | str | None]:
    """Take the numbers in cells from a sheet; None is an unknown number."""
    out: dict[Cell, int | str | None] = {}
    if parts.unknown not in ("", IGNORED):
        out.update({_cell(place): None for place in sheet.take(parts.unknown)})
    if parts.number:
        out.update({_cell(place): value for place, value in sheet.take(parts.number).items()})
    return dict(sorted(out.items()))


def number_places(sheet: Sheet, parts: Parts) -> dict[Place, Value]:
    """Return the places of numbers in cells, known or unknown."""
    return {**sheet.givens.get(parts.number, {}), **sheet.givens.get(parts.unknown, {})}


def _cell(place: object) -> Cell:
    assert isinstance(place, tuple)
    row, col = place
    return row, col


# ---------- circles, points, blocked cells ----------


def put_circle(
    sheet: Sheet, parts: Parts, cell: Cell, black: bool, span: Span | None = None
) -> None:
    """Put a circle into a cell."""
    if parts.circle is None:
        raise fail(f"{sheet.genre} has no circles", span)
    name, white_value, black_value = parts.circle
    sheet.put(name, cell, black_value if black else white_value, span)


def take_circles(sheet: Sheet, parts: Parts) -> dict[Cell, bool]:
    """Take the circles from a sheet; return for each cell with one whether it is black."""
    if parts.circle is None:
        return {}
    name, _, black = parts.circle
    return {_cell(place): value == black for place, value in sorted(sheet.take(name).items())}


def put_point(
    sheet: Sheet, parts: Parts, point: Point, number: int, span: Span | None = None
) -> None:
    """Put a number at a point."""
    if not parts.point:
        raise fail(f"{sheet.genre} has no numbers at points", span)
    sheet.put(parts.point, point, number, span)


def put_blocked(sheet: Sheet, parts: Parts, cell: Cell, span: Span | None = None) -> None:
    """Exclude a cell from the puzzle: by a clue if the genre has one, else as a hole."""
    if parts.blocked:
        sheet.put(parts.blocked, cell, True, span)
    else:
        sheet.holes.add(cell)


def take_blocked(sheet: Sheet, parts: Parts) -> set[Cell]:
    """Take the cells that are not part of the puzzle from a sheet."""
    if parts.blocked:
        return {_cell(place) for place in sheet.take(parts.blocked)} | _holes(sheet)
    return _holes(sheet)


def _holes(sheet: Sheet) -> set[Cell]:
    holes, sheet.holes = sheet.holes, set()
    return holes


# ---------- rooms ----------


def put_rooms(
    sheet: Sheet,
    parts: Parts,
    rooms: Mapping[Cell, Value],
    borders: Iterable[Border] = (),
    span: Span | None = None,
) -> list[Border]:
    """Put the room of each cell, and the borders within rooms if the genre has fences.

    Returns:
        The borders within rooms, if the genre has no fences and they have no meaning.
    """
    for cell, room in rooms.items():
        sheet.put(parts.room, cell, str(room), span)
    within = [
        each
        for each in sorted(borders)
        if each.first in rooms and rooms[each.first] == rooms.get(each.second)
    ]
    if not parts.fence:
        return within
    for each in within:
        sheet.put(parts.fence, each, True, span)
    return []


def box_sides(side: int) -> tuple[int, int]:
    """Return height and width of the boxes of a Sudoku: the nearest factors of its side."""
    high = next((n for n in range(isqrt(side), 0, -1) if side % n == 0), 1)
    return high, side // high


def put_boxes(sheet: Sheet, parts: Parts, span: Span | None = None) -> None:
    """Put the usual boxes of a Sudoku; see `box_sides`.

    Raises:
        UserError: the board is not a square, or its side is a prime.
    """
    usual = usual_boxes(sheet)
    if not usual:
        shape = f"a board of {sheet.rows} rows and {sheet.cols} columns"
        raise fail(f"{shape} has no usual boxes", span, "draw them in the language: board box")
    put_rooms(sheet, parts, usual, span=span)


def take_rooms(sheet: Sheet, parts: Parts) -> dict[Cell, Value]:
    """Take the room of each cell from a sheet, row by row."""
    return {_cell(place): room for place, room in sorted(sheet.take(parts.room).items())}


def connected_rooms(cells: Sequence[Cell], borders: Container[Place]) -> dict[Cell, int]:
    """Return the rooms that borders enclose, by cell, numbered from 0 by their first cells."""
    rooms: dict[Cell, int] = {}
    there, count = set(cells), 0
    for start in cells:
        if start in rooms:
            continue
        rooms[start], todo = count, [start]
        while todo:
            row, col = here = todo.pop()
            for other in ((row - 1, col), (row, col + 1), (row + 1, col), (row, col - 1)):
                pair = (here, other) if here < other else (other, here)  # equal to a `Border`
                if other in there and other not in rooms and pair not in borders:
                    rooms[other] = count
                    todo.append(other)
        count += 1
    return dict(sorted(rooms.items()))


def usual_boxes(sheet: Sheet) -> dict[Cell, int]:
    """Return the usual box of each cell of a Sudoku, or none for another board."""
    high, wide = box_sides(sheet.rows)
    if sheet.genre != "sudoku" or sheet.rows != sheet.cols or (high == 1 and wide > 1):
        return {}
    return boxes(sheet.cells, high, wide)


def boxes(cells: Sequence[Cell], high: int, wide: int) -> dict[Cell, int]:
    """Return the box of each cell in a square of boxes of size `high` times `wide`."""
    return {(row, col): row // high * high + col // wide for row, col in cells}


def same_rooms(one: Mapping[Cell, object], other: Mapping[Cell, object]) -> bool:
    """Return whether two namings of the rooms of cells are the same partition."""
    pairs = {(name, other.get(cell)) for cell, name in one.items()}
    counts = {len(pairs), len({*one.values()}), len({*other.values()})}
    return one.keys() == other.keys() and len(counts) <= 1
