"""The rows of a genre in the formats: the names of its parts, and its form in each collection.

Formats know numbers in cells, circles, rooms, numbers of rooms, numbers at points. `Parts` gives
the name of each in a genre of the language. So a format needs to know only what is special about a
genre in that format: `Pzpr` for puzz.link, `Janko` and `Tatham`. Rows are data, in
`nlc.formats.genres`; codecs are named by words.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct, field

Value = bool | int | str
"""What a clue, an option or a variable is."""

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

    @property
    def has_clues(self) -> bool:
        """Whether there are clues in cells, apart from rooms."""
        return bool(self.number or self.room_number or self.circle)

    @property
    def apart(self) -> bool:
        """Whether rooms are drawn apart from clues."""
        return bool(self.room) and self.has_clues


class Pzpr(Struct, frozen=True):
    """A genre of pzpr.

    Attributes:
        pid: its name in URLs; empty: that of the genre.
        names: other names that are accepted, between blanks.
        body: the layers of a URL's body, as `nlc.formats.pzpr.url.LAYERS` names them.
        older: the layers of a body in an older form, by its flag.
        file: the blocks of a file, as `nlc.formats.pzpr.file.BLOCKS` names them.
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

    pid: str = ""
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


class Janko(Struct, frozen=True):
    """The signs of a genre in Janko's text; the first of several signs is written.

    Attributes:
        unknown: signs of a clue with an unknown number.
        circles: pairs of signs of a white and a black circle; a text uses one pair.
        blocked: signs of a cell that is not part of the puzzle.
        shaded: signs of a shaded cell in a solution.
        clear: signs of a cell that is not shaded in a solution.
        tetrominoes: whether a shaded cell of a solution is the letter of its tetromino.
        assumed: options of all texts, if not the defaults of the genre.
    """

    unknown: tuple[str, ...] = ("?",)
    circles: tuple[tuple[str, str], ...] = (("w", "b"), ("1", "2"))
    blocked: tuple[str, ...] = ("#", "x")
    shaded: tuple[str, ...] = ("x",)
    clear: tuple[str, ...] = ("-", ".")
    tetrominoes: bool = False
    assumed: Mapping[str, Value] = field(default_factory=dict)

    def colours(self, texts: Collection[str]) -> dict[str, bool]:
        """Return whether the signs of circles in a text are black, by sign."""
        white, black = max(self.circles, key=lambda pair: sum(text in pair for text in texts))
        return {white: False, black: True}

    @property
    def marks(self) -> dict[str, bool]:
        """Whether cells in a solution are shaded, by sign."""
        return {**dict.fromkeys(self.clear, False), **dict.fromkeys(self.shaded, True)}


class Tatham(Struct, frozen=True):
    """A genre of nlc as a game of the collection.

    Attributes:
        game: its name, that of the program without ``sgt-``.
        title: its name in saved games.
        code: how boards are described, as `nlc.formats.tatham_codes.CODES` names it.
        params: a regular expression for parameters after the size that change no rule.
        flags: letters after the size that set an option of the genre: its name, and its value with
            and without the letter.
        refused: regular expressions for parameters that change rules, and the names of these games.
        written: the parameters that are written after the size.
        answer: the form of solutions in saved games, in `nlc.formats.tatham_codes.ANSWERS`.
    """

    game: str
    title: str
    code: str
    params: str = ""
    flags: Mapping[str, tuple[str, Value, Value]] = field(default_factory=dict)
    refused: Sequence[tuple[str, str]] = ()
    written: str = ""
    answer: str = ""
