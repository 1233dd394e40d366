"""How pzpr writes a genre: the row that a module of `nlc.formats.genres` has for it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from nlc.formats.parts import Parts

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
"""What the numbers of some genres are shown as, from 1."""

NONE: Mapping[str, str] = MappingProxyType({})


class Row(Struct, frozen=True):
    """A genre of pzpr.

    Attributes:
        pid: its name in the URLs that are written.
        names: other names that it is read by.
        body: the layers of a URL's body, as `nlc.formats.pzpr.layers` names them.
        older: the layers of a body in an older form, by the flag that tells of it.
        file: the blocks of a file, as `nlc.formats.pzpr.blocks` names them.
        later: the blocks of files of later layouts, by the number after ``pzprv3.``.
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

    @property
    def named(self) -> bool:
        """Whether the numbers are names: only which ones are the same matters."""
        return self.genre in ("numberlink", "hitori")

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
    from nlc.formats import genres

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
