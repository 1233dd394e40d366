"""Puzzles in the form of pzpr: a `Page` is a puzzle with its answer, whose layers have shapes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import Struct, field

from nlc.errors import Diagnostic, Severity, Span, UserError, fail
from nlc.formats import places
from nlc.formats.base import Text, check_size
from nlc.formats.parts import Pzpr
from nlc.formats.pzpr.codecs import Item
from nlc.formats.sheet import Cell, Place, connected_rooms

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

    def warn(self, message: str, span: Span | None, hint: str | None = None) -> None:
        """Add a warning."""
        self.doubts = (*self.doubts, Diagnostic(message, span, hint, Severity.WARNING))

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

    def between(self, names: Mapping[Any, object]) -> Layer:
        """Return the borders between cells that have different names."""
        pairs = [pair for matrix in places.borders(self) for pair in matrix]
        there = [pair for pair in pairs if pair[0] in names and pair[1] in names]
        return {pair: Item() for pair in there if names[pair[0]] != names[pair[1]]}

    def rooms(self) -> dict[Cell, int]:
        """Return the rooms of all cells but blank ones, numbered in reading order."""
        return connected_rooms([cell for cell in self.cells if cell not in self.blank], self.walls)

    def corners(self) -> list[Cell]:
        """Return the cell of each room for its number in pzpr: the topmost of its left side."""
        best: dict[int, Cell] = {}
        for cell, room in sorted(self.rooms().items(), key=lambda item: item[0][::-1]):
            best.setdefault(room, cell)
        return [cell for _, cell in sorted(best.items())]


Shape = Callable[[Page], list[places.Matrix]]
"""Returns the places of a layer."""


def corners(page: Page) -> list[places.Matrix]:
    """Return the cells for the numbers of rooms."""
    return [places.in_one(page.corners())]


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
    message = f"the variant '{name}' has other rules, which nlc does not have"
    return fail(message, variant.place, "write them as a genre of your own: docs/language.md")
