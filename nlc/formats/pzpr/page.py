"""Puzzles in the form of pzpr: a `Page` is a puzzle with its answer, whose layers have shapes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, cast

from msgspec import Struct, field

from nlc.errors import Diagnostic, Span, UserError, fail
from nlc.formats.base import Text, check_size
from nlc.formats.parts import Pzpr
from nlc.formats.pzpr.codecs import Item
from nlc.formats.sheet import Border, Cell, Place, Point, Side, StraightLine, connected_rooms

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
"""The letters of numbers from 1, in some genres."""

Layer = dict[Any, Item]
"""Items by their places."""


class Page(Struct, eq=False):
    """A puzzle of a URL or a file, and its answer: layers of items on a rectangle of cells.

    Attributes:
        row: the genre.
        rows: of cells.
        cols: of cells.
        head: the span of its size.
        flags: letters that change its rules.
        count: a number of the whole board.
        clues: numbers, circles or arrows, in cells or at points.
        blank: marked cells; in most genres they are not part of the board.
        walls: borders between cells.
        line: in the answer, the number of segments over each border.
        sides: in the answer, the drawn sides of cells.
        shade: in the answer, shaded cells.
        numbers: in the answer, those of cells.
        regions: in the answer, borders.
        ignored: marks without a meaning.
        more: further clues by the field of `Parts` that they belong to.
        bank: pieces, each its width, its height and its cells in the digits of a link.
        doubts: warnings.
    """

    row: Pzpr
    rows: int
    cols: int
    head: Span | None = None
    flags: str = ""
    count: int | None = None
    clues: Layer = field(default_factory=dict)
    blank: Layer = field(default_factory=dict)
    walls: Layer = field(default_factory=dict)
    line: Layer = field(default_factory=dict)
    sides: Layer = field(default_factory=dict)
    shade: Layer = field(default_factory=dict)
    numbers: Layer = field(default_factory=dict)
    regions: Layer = field(default_factory=dict)
    ignored: Layer = field(default_factory=dict)
    more: dict[str, Layer] = field(default_factory=dict)
    bank: tuple[str, ...] = ()
    doubts: tuple[Diagnostic, ...] = ()

    @property
    def cells(self) -> list[Cell]:
        """All cells, in reading order."""
        return [(row, col) for row in range(self.rows) for col in range(self.cols)]

    def layer(self, name: str) -> Layer:
        """Return a layer, or one of `more`, by its name."""
        own = name in self.__struct_fields__
        return getattr(self, name) if own else self.more.setdefault(name, {})

    def put_sums(self, cell: Place, sums: Iterable[int], span: Span | None) -> None:
        """Make a cell black, with a sum downwards and one to the right; -1 is none."""
        self.blank[cell] = Item(1, "", span)
        for name, number in zip(("lower", "upper"), sums, strict=True):
            if number >= 0:
                self.layer(name)[cell] = Item(number, "", span)

    def sums(self, cell: Place) -> str:
        """Return the two sums of a black cell, between a comma."""
        none = Item(-1)
        return ",".join(str(self.layer(n).get(cell, none).value) for n in ("lower", "upper"))

    def divide(self, names: Mapping[Cell, object]) -> None:
        """Put borders between cells whose rooms have different names."""
        for matrix in borders(self):
            for border in matrix:
                first, second = cast("Border", border)
                if first in names and second in names and names[first] != names[second]:
                    self.walls[border] = Item()

    def rooms(self) -> dict[Cell, int]:
        """Return the rooms of all cells but blank ones, numbered in reading order."""
        return connected_rooms([cell for cell in self.cells if cell not in self.blank], self.walls)

    def corners(self) -> list[Cell]:
        """Return the cell of each room for its number in pzpr: the topmost of its left side."""
        best: dict[int, Cell] = {}
        for cell, room in sorted(self.rooms().items(), key=lambda item: item[0][::-1]):
            best.setdefault(room, cell)
        return [cell for _, cell in sorted(best.items())]


# ---------- the places of a layer ----------


class Ranked(NamedTuple):
    """A place with a rank.

    Ranked of the board, at a line, it is how many places are nearer to the board; of dots it is 0
    in a cell, 1 between two, 2 at a corner.
    """

    place: Place
    rank: int


class Matrix(Sequence[Any]):
    """Places in rows, made only when they are asked for, as a size alone may be large."""

    def __init__(self, rows: int, cols: int, place: Callable[[int, int], Any]) -> None:
        self.rows, self.cols, self.place = rows, cols, place

    def __len__(self) -> int:
        return self.rows * self.cols

    def __getitem__(self, at: int) -> Any:  # type: ignore[override]
        if at >= len(self):
            raise IndexError
        return self.place(*divmod(at, self.cols))


def _row(places: Sequence[Any]) -> Matrix:
    return Matrix(1, len(places), lambda _, at: places[at])


Shape = Callable[[Page], list[Matrix]]
"""Returns the places of a layer."""


def cells(page: Page) -> list[Matrix]:
    """Return the cells."""
    return [Matrix(page.rows, page.cols, lambda row, col: (row, col))]


def points(page: Page) -> list[Matrix]:
    """Return the corners of cells."""
    return [Matrix(page.rows + 1, page.cols + 1, Point)]


def corners(page: Page) -> list[Matrix]:
    """Return the cells for the numbers of rooms."""
    found = page.corners()
    return [Matrix(1, len(found), lambda row, col: found[col])]


def borders(page: Page) -> list[Matrix]:
    """Return the borders between neighbours in a row, and those in a column."""
    return [
        Matrix(page.rows, page.cols - 1, lambda row, col: Border((row, col), (row, col + 1))),
        Matrix(page.rows - 1, page.cols, lambda row, col: Border((row, col), (row + 1, col))),
    ]


def sides(page: Page) -> list[Matrix]:
    """Return the upright and the level sides of cells."""
    rows, cols = page.rows, page.cols

    def upright(row: int, col: int) -> Side:
        return Side(row, col, "W") if col < cols else Side(row, col - 1, "E")

    def level(row: int, col: int) -> Side:
        return Side(row, col, "N") if row < rows else Side(row - 1, col, "S")

    return [Matrix(rows, cols + 1, upright), Matrix(rows + 1, cols, level)]


def between(page: Page) -> list[Matrix]:
    """Return the borders between cells in one part."""
    return [_row([place for matrix in borders(page) for place in matrix])]


def rimmed_borders(page: Page) -> list[Matrix]:
    """Return the borders as `borders` does, between the sides at the rim."""
    rows, cols = page.rows, page.cols

    def upright(row: int, col: int) -> Place:
        if 0 < col < cols:
            return Border((row, col - 1), (row, col))
        return Side(row, min(col, cols - 1), "E" if col else "W")

    def level(row: int, col: int) -> Place:
        if 0 < row < rows:
            return Border((row - 1, col), (row, col))
        return Side(min(row, rows - 1), col, "S" if row else "N")

    return [Matrix(rows, cols + 1, upright), Matrix(rows + 1, cols, level)]


def dots(page: Page) -> list[Matrix]:
    """Return the cells, the borders and the corners inside of the board as they lie."""

    def place(row: int, col: int) -> Ranked:
        first, second = (row // 2, col // 2), ((row + 1) // 2, (col + 1) // 2)
        rank = row % 2 + col % 2
        return Ranked((first, Border(first, second), Point(*second))[rank], rank)

    return [Matrix(2 * page.rows - 1, 2 * page.cols - 1, place)]


def deep(count: Callable[[int], int]) -> tuple[Shape, Shape]:
    """Return the places outside of the board, by the number of them at a line of a length.

    Returns:
        The shape in links, columns first; and that in files, which has the board, too.
    """

    def lines(page: Page) -> list[Matrix]:
        high, wide = count(page.rows), count(page.cols)
        return [
            Matrix(page.cols, high, lambda col, at: Ranked(StraightLine(0, col, "N"), at)),
            Matrix(page.rows, wide, lambda row, at: Ranked(StraightLine(row, 0, "E"), at)),
        ]

    def link(page: Page) -> list[Matrix]:
        return [_row([place for matrix in lines(page) for place in matrix])]

    def file(page: Page) -> list[Matrix]:
        high, wide = count(page.rows), count(page.cols)

        def place(row: int, col: int) -> Any:
            if row < high:
                line = StraightLine(0, col - wide, "N")
                return None if col < wide else Ranked(line, high - 1 - row)
            line = StraightLine(row - high, 0, "E")
            return Ranked(line, wide - 1 - col) if col < wide else (row - high, col - wide)

        return [Matrix(high + page.rows, wide + page.cols, place)]

    return link, file


ONE, TWO = deep(lambda length: 1), deep(lambda length: 2)
MANY = deep(lambda length: (length + 1) // 2)


def rim(page: Page) -> list[Matrix]:
    """Return the sides of the board: top, bottom, left and right."""
    rows, cols = page.rows, page.cols
    level = [Side(row, col, s) for s, row in (("N", 0), ("S", rows - 1)) for col in range(cols)]
    upright = [Side(row, col, s) for s, col in (("W", 0), ("E", cols - 1)) for row in range(rows)]
    return [_row(level + upright)]


def rimmed(page: Page) -> list[Matrix]:
    """Return the board with its rim round it."""
    rows, cols = page.rows, page.cols

    def place(row: int, col: int) -> Any:
        cell = min(max(row, 1), rows) - 1, min(max(col, 1), cols) - 1
        side = {0: "N", rows + 1: "S"}.get(row, "") + {0: "W", cols + 1: "E"}.get(col, "")
        return cell if not side else Side(*cell, side) if len(side) == 1 else None

    return [Matrix(rows + 2, cols + 2, place)]


# ---------- flags, sizes ----------


def check_flags(row: Pzpr, flags: Text) -> str:
    """Return the flags in a text that change the rules.

    Raises:
        UserError: a flag is not supported.
    """
    for i, flag in enumerate(flags.text):
        if flag not in row.flag and flag not in row.cosmetic and flag not in row.older:
            message = f"nlc does not support the flag '{flag}' of {row.pid}"
            raise fail(message, flags.span(i, i + 1))
    return "".join(flag for flag in flags.text if flag in row.flag)


def empty_page(row: Pzpr, rows: int, cols: int, span: Span) -> Page:
    """Return a page without clues.

    Raises:
        UserError: a board cannot have that size.
    """
    check_size(rows, cols, span)
    return Page(row, rows, cols, span)


def variant_error(variant: Text) -> UserError:
    """Return the error for a variant of the rules."""
    name = variant.text.partition(":")[2] or "no name"
    return fail(
        f"the variant '{name}' has other rules, which nlc does not have",
        variant.place,
        "write them as a genre of your own: docs/language.md",
    )
