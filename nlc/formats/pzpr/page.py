"""Puzzles in the form of pzpr: a `Page` is a puzzle with its answer, whose layers have shapes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from msgspec import Struct, field

from nlc.errors import Diagnostic, Span, UserError, fail
from nlc.formats.base import MAX_CELLS, Text
from nlc.formats.parts import Pzpr
from nlc.formats.pzpr.codecs import Item
from nlc.formats.sheet import Border, Cell, Place, Point, Side, connected_rooms

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
"""The letters of numbers from 1, in some genres."""

Layer = dict[Place, Item]


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
    doubts: tuple[Diagnostic, ...] = ()

    @property
    def cells(self) -> list[Cell]:
        """All cells, in reading order."""
        return [(row, col) for row in range(self.rows) for col in range(self.cols)]

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


class Matrix(Sequence[Place]):
    """Places in rows, made only when they are asked for, as a size alone may be large."""

    def __init__(self, rows: int, cols: int, place: Callable[[int, int], Place]) -> None:
        self.rows, self.cols, self.place = rows, cols, place

    def __len__(self) -> int:
        return self.rows * self.cols

    def __getitem__(self, at: int) -> Place:  # type: ignore[override]
        if at >= len(self):
            raise IndexError
        return self.place(*divmod(at, self.cols))


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
    if not rows or not cols:
        raise fail("a board has at least one row and one column", span)
    if rows * cols > MAX_CELLS:
        raise fail(f"a board has at most {MAX_CELLS} cells", span)
    return Page(row, rows, cols, span)


def variant_error(variant: Text) -> UserError:
    """Return the error for a variant of the rules."""
    name = variant.text.partition(":")[2] or "no name"
    return fail(
        f"the variant '{name}' has other rules, which nlc does not have",
        variant.place,
        "write them as a genre of your own: docs/language.md",
    )
