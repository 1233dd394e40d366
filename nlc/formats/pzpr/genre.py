"""The data of a genre in pzpr, and puzzles in the form of pzpr.

`nlc.formats.parts.Pzpr` is the class of the data. A `Page` is a puzzle,
`PageLayers` are its board, and `DrawnAnswer` is its answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import cast

from msgspec import Struct, field
from msgspec.structs import replace

from nlc.errors import Diagnostic, Span, UserError, fail, suggest
from nlc.formats import genres
from nlc.formats.base import MAX_CELLS, Text
from nlc.formats.parts import Pzpr
from nlc.formats.pzpr.codecs import BoardItem
from nlc.formats.sheet import Cell, Place, Point
from nlc.language.names import unread

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
"""The letters of numbers from 1, in some genres."""

ENDING = re.compile(r"_(?:edit|play)$")

CellPair = tuple[int, int]
"""Two cells that share a side, in reading order."""


@cache
def rows() -> tuple[Pzpr, ...]:
    """Return the rows of all genres."""
    found = []
    for genre, entry in genres.rows("PZPR").items():
        parts = genres.parts_of(genre)
        several = entry if isinstance(entry, tuple) else (entry,)
        found += [replace(row, genre=genre, parts=parts) for row in several]
    return tuple(found)


@cache
def by_name() -> Mapping[str, Pzpr]:
    """Return the rows by all their names."""
    return {name: row for row in rows() for name in (row.pid, *row.names)}


# ---------- the board of a page ----------


class PageLayers(Struct, eq=False):
    """A rectangle of cells with the clues printed on it.

    Cells are numbered row by row from 0, points too (a column more a row).

    Attributes:
        rows: of cells.
        cols: of cells.
        cells: numbers, circles or arrows in cells.
        points: numbers at points.
        blank: marked cells; in most genres they are not part of the board.
        walls: pairs of neighbours with a border between them; None if the genre has no rooms.
        count: a number of the whole board.
    """

    rows: int
    cols: int
    cells: list[BoardItem] = field(default_factory=list)
    points: list[BoardItem] = field(default_factory=list)
    blank: list[BoardItem] = field(default_factory=list)
    walls: set[CellPair] | None = None
    count: int | None = None

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.rows * self.cols

    @property
    def crossings(self) -> int:
        """The number of points, those at the rim included."""
        return (self.rows + 1) * (self.cols + 1)

    def cell(self, number: int) -> Cell:
        """Return the row and the column of a cell."""
        return divmod(number, self.cols)

    def number(self, place: Place) -> int:
        """Return the number of a cell or a point."""
        row, col = cast("Cell", tuple(place))
        return row * (self.cols + isinstance(place, Point)) + col

    def links(self) -> Iterator[CellPair]:
        """Yield the pairs of neighbours in a row, row by row, then those in a column."""
        for cell in range(self.size):
            if (cell + 1) % self.cols:
                yield cell, cell + 1
        for cell in range(self.size - self.cols):
            yield cell, cell + self.cols

    def divide(self, names: Mapping[int, object]) -> None:
        """Put borders between cells whose rooms have different names."""
        self.walls = {
            (a, b) for a, b in self.links() if a in names and b in names and names[a] != names[b]
        }

    def rooms(self) -> list[int]:
        """Return the room of each cell, numbered in reading order; -1 for blank cells."""
        blank = {item.place for item in self.blank}
        return components(
            self.size,
            [
                link
                for link in self.links()
                if link not in (self.walls or ()) and not blank & set(link)
            ],
            blank,
        )

    def corners(self) -> list[int]:
        """Return the cell of each room for its number in pzpr: the topmost of its left side."""
        best: dict[int, tuple[int, int]] = {}
        for cell, room in enumerate(self.rooms()):
            place = cell % self.cols, cell // self.cols
            if room >= 0 and place < best.get(room, (self.cols, 0)):
                best[room] = place
        return [row * self.cols + col for col, row in (best[room] for room in sorted(best))]


def components(count: int, links: Sequence[CellPair], without: set[int]) -> list[int]:
    """Return the connected component of each cell, numbered in reading order; -1 for `without`."""
    parent = list(range(count))

    def root(cell: int) -> int:
        while parent[cell] != cell:
            parent[cell] = cell = parent[parent[cell]]
        return cell

    for a, b in links:
        parent[root(a)] = root(b)
    numbers: dict[int, int] = {}
    return [
        -1 if cell in without else numbers.setdefault(root(cell), len(numbers))
        for cell in range(count)
    ]


class DrawnAnswer(Struct, eq=False):
    """The drawing of an answer in a file.

    Attributes:
        line: the number of segments between neighbours.
        sides: the drawn sides of cells: a cell and ``N``, ``E``, ``S`` or ``W``.
        shade: shaded cells.
        numbers: of cells.
        walls: borders drawn between neighbours; None if the genre draws none.
    """

    line: dict[CellPair, int] = field(default_factory=dict)
    sides: set[tuple[int, str]] = field(default_factory=set)
    shade: set[int] = field(default_factory=set)
    numbers: dict[int, int] = field(default_factory=dict)
    walls: set[CellPair] | None = None


class Page(Struct, frozen=True):
    """A puzzle of a URL or a file.

    Attributes:
        row: the genre.
        flags: letters that change its rules.
        layers: the board.
        head: the span of its size.
        where: returns the span of an item of the layers.
        doubts: warnings.
    """

    row: Pzpr
    flags: str
    layers: PageLayers
    head: Span
    where: Callable[[BoardItem], Span]
    doubts: tuple[Diagnostic, ...] = ()


def find_row(name: Text) -> Pzpr:
    """Return the row of a name.

    Raises:
        UserError: the name is unknown.
    """
    found, bare = by_name(), ENDING.sub("", name.text)
    if bare not in found:
        names = ", ".join(sorted({row.pid for row in found.values()}))
        hint = suggest(name.text, found) or f"nlc knows {names}"
        called: dict[str, str] = {}
        for row in rows():
            before = f"{called[row.genre]} or " if row.genre in called else ""
            called[row.genre] = f"{before}'{row.pid}'"
        what = f"the puzzle '{name.text}' is not known here"
        raise unread(bare, what, name.place, hint, called, "links")
    return found[bare]


def check_flags(row: Pzpr, flags: Text) -> str:
    """Return the flags in a text that change the rules.

    Raises:
        UserError: a flag is not supported.
    """
    for i, flag in enumerate(flags.text):
        if flag not in row.flags and flag not in row.cosmetic and flag not in row.older:
            message = f"nlc does not support the flag '{flag}' of {row.pid}"
            raise fail(message, flags.span(i, i + 1))
    return "".join(flag for flag in flags.text if flag in row.flags)


def check_size(rows: int, cols: int, span: Span) -> None:
    """Raise `UserError` unless a board can have that size."""
    if not rows or not cols:
        raise fail("a board has at least one row and one column", span)
    if rows * cols > MAX_CELLS:
        raise fail(f"a board has at most {MAX_CELLS} cells", span)


def variant_error(variant: Text) -> UserError:
    """Return the error for a variant of the rules."""
    name = variant.text.partition(":")[2] or "no name"
    return fail(
        f"the variant '{name}' has other rules, which nlc does not have",
        variant.place,
        "write them as a genre of your own: docs/language.md",
    )
