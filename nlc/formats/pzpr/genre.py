"""How pzpr has a genre, and what one of its pages says, before it becomes a puzzle.

`Row` is what a module of `nlc.formats.genres` says under ``PZPR``; `Layers` are the board of a
page, and `Drawn` is its answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import cast

from msgspec import Struct, field
from msgspec.structs import replace

from nlc.errors import Diagnostic, Span, UserError, fail, suggest
from nlc.formats import genres
from nlc.formats.base import MAX_CELLS, Text
from nlc.formats.parts import Parts
from nlc.formats.pzpr.codecs import Item
from nlc.formats.sheet import Cell, Place, Point
from nlc.language.names import unknown

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
"""What the numbers of some genres are shown as, from 1."""

NONE: Mapping[str, str] = MappingProxyType({})

ENDING = re.compile(r"_(?:edit|play)$")

Link = tuple[int, int]
"""Two cells that share a side, the one that is read first in front."""


class Row(Struct, frozen=True):
    """A genre of pzpr.

    Attributes:
        pid: its name in the URLs that are written.
        names: other names that it is read by.
        body: the layers of a URL's body, as `nlc.formats.pzpr.url.LAYERS` names them.
        older: the layers of a body in an older form, by the flag that tells of it.
        file: the blocks of a file, as `nlc.formats.pzpr.blocks.BLOCKS` names them.
        later: the blocks of files of later layouts, by the number after ``pzprv3.``.
        flag_names: what the block ``flags`` of a file calls a flag.
        written: the layout of files that are written.
        name: in files; empty: `pid`.
        letters: whether numbers are shown as letters.
        swapped: whether circles have the number 1 for black.
        told: options that the text tells, with what they are without a flag.
        flags: the option that a flag sets, and the value.
        granted: options that everyone takes for granted who reads it, with their values.
        looks: flags that change nothing but the look of a page.
        some: what an answer must hold at least one of; empty: it may be empty.
        islands: the variable that says to which number a cell that is not shaded belongs, where the
            genre has one: files do not tell it.
        genre: of nlc; `rows` puts it in.
        parts: of that genre; `rows` puts them in.
    """

    pid: str
    names: tuple[str, ...] = ()
    body: tuple[str, ...] = ()
    older: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    file: tuple[str, ...] = ()
    later: Mapping[int, tuple[str, ...]] = MappingProxyType({})
    flag_names: Mapping[str, str] = NONE
    written: int = 0
    name: str = ""
    letters: bool = False
    swapped: bool = False
    told: Mapping[str, str] = NONE
    flags: Mapping[str, tuple[str, str]] = MappingProxyType({})
    granted: Mapping[str, str] = NONE
    looks: str = ""
    some: str = ""
    islands: str = ""
    genre: str = ""
    parts: Parts = Parts()

    @property
    def number(self) -> str:
        """The given of numbers or circles, in cells, at points or of rooms; may be empty."""
        parts = self.parts
        if self.circle is not None:
            return self.circle[0]
        return parts.room_number or parts.point or parts.number

    def blocks(self, later: int) -> tuple[str, ...]:
        """Return the blocks of files of a layout."""
        layouts = {0: self.file, **self.later}
        found = layouts[max(number for number in layouts if number <= later)]
        return found if {"passing", "flags"} & {*found} else ("flag-letters", *found)

    @property
    def circle(self) -> tuple[str, str, str] | None:
        """The given of circles and its values for the numbers 1 and 2, or None."""
        if self.parts.circle is None:
            return None
        given, white, black = self.parts.circle
        first, second = (black, white) if self.swapped else (white, black)
        return given, str(first), str(second)


@cache
def rows() -> tuple[Row, ...]:
    """Return the rows of all genres."""
    found = []
    for genre, entry in genres.rows("PZPR").items():
        parts = genres.parts_of(genre)
        several = entry if isinstance(entry, tuple) else (entry,)
        found += [replace(row, genre=genre, parts=parts) for row in several]
    return tuple(found)


@cache
def by_name() -> Mapping[str, Row]:
    """Return the rows by all names that they are read by."""
    return {name: row for row in rows() for name in (row.pid, *row.names)}


# ---------- the board of a page ----------


class Layers(Struct, eq=False):
    """A rectangle of cells with what is printed on it.

    Cells are numbered row by row from 0, points too (a column more a row).

    Attributes:
        rows: of cells.
        cols: of cells.
        cells: numbers, circles or arrows in cells.
        points: numbers at points.
        blank: cells that are marked, in most genres because they are no part of the board.
        walls: pairs of neighbours with a border between them; None where the genre has no rooms.
        count: a number that the whole board has.
    """

    rows: int
    cols: int
    cells: list[Item] = field(default_factory=list)
    points: list[Item] = field(default_factory=list)
    blank: list[Item] = field(default_factory=list)
    walls: set[Link] | None = None
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

    def links(self) -> Iterator[Link]:
        """Yield the pairs of neighbours in a row, row by row, then those in a column."""
        for cell in range(self.size):
            if (cell + 1) % self.cols:
                yield cell, cell + 1
        for cell in range(self.size - self.cols):
            yield cell, cell + self.cols

    def divide(self, names: Mapping[int, object]) -> None:
        """Put borders between cells whose rooms have other names."""
        self.walls = {
            (a, b) for a, b in self.links() if a in names and b in names and names[a] != names[b]
        }

    def rooms(self) -> list[int]:
        """Return the room of each cell, numbered as they are read; -1 for blank cells."""
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
        """Return of each room the cell that pzpr has its number in: the top of its left side."""
        best: dict[int, tuple[int, int]] = {}
        for cell, room in enumerate(self.rooms()):
            place = cell % self.cols, cell // self.cols
            if room >= 0 and place < best.get(room, (self.cols, 0)):
                best[room] = place
        return [row * self.cols + col for col, row in (best[room] for room in sorted(best))]


def components(count: int, links: Sequence[Link], without: set[int]) -> list[int]:
    """Return the part of each cell as links join them, numbered as they are read; -1 for some."""
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


class Drawn(Struct, eq=False):
    """The answer of a file, as it is drawn.

    Attributes:
        line: the segments between neighbours, with how many there are.
        sides: the drawn sides of cells: a cell and ``N``, ``E``, ``S`` or ``W``.
        shade: marked cells.
        walls: borders that are drawn between neighbours; None where the genre draws none.
    """

    line: dict[Link, int] = field(default_factory=dict)
    sides: set[tuple[int, str]] = field(default_factory=set)
    shade: set[int] = field(default_factory=set)
    numbers: dict[int, int] = field(default_factory=dict)
    walls: set[Link] | None = None


class Page(Struct, frozen=True):
    """What a URL or a file asks for.

    Attributes:
        row: the genre.
        flags: letters that change its rules.
        layers: the board.
        head: where its size stands.
        where: returns where an item of the layers stands.
        doubts: what may be meant otherwise.
    """

    row: Row
    flags: str
    layers: Layers
    head: Span
    where: Callable[[Item], Span]
    doubts: tuple[Diagnostic, ...] = ()


def known(name: Text) -> Row:
    """Return the row of a name.

    Raises:
        UserError: no genre of nlc has it.
    """
    found, bare = by_name(), ENDING.sub("", name.text)
    if bare not in found:
        names = ", ".join(sorted({row.pid for row in found.values()}))
        hint = suggest(name.text, found) or f"nlc knows {names}"
        raise unknown(bare, f"the puzzle '{name.text}' is not known here", name.place, hint)
    return found[bare]


def check_flags(row: Row, flags: Text) -> str:
    """Return those of a text of flags that change the rules.

    Raises:
        UserError: one of them asks for rules that nlc does not have.
    """
    for i, flag in enumerate(flags.text):
        if flag not in row.flags and flag not in row.looks and flag not in row.older:
            message = f"nlc does not have the rules of the flag '{flag}' of {row.pid}"
            raise fail(message, flags.span(i, i + 1))
    return "".join(flag for flag in flags.text if flag in row.flags)


def check_size(rows: int, cols: int, span: Span) -> None:
    """Raise `UserError` unless a board can have that size."""
    if not rows or not cols:
        raise fail("a board has at least one row and one column", span)
    if rows * cols > MAX_CELLS:
        raise fail(f"a board has at most {MAX_CELLS} cells", span)


def refuse_variant(variant: Text) -> UserError:
    """Return the error for a variant of the rules."""
    name = variant.text.partition(":")[2] or "no name"
    return fail(
        f"the variant '{name}' has other rules, which nlc does not have",
        variant.place,
        "state them as a genre of your own: docs/language.md",
    )
