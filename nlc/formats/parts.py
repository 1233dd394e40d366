"""What a genre's `published` block says to formats: the names of its parts, and a line of each.

Formats know numbers in cells, circles, rooms, numbers of rooms, numbers at points. `Parts` gives
the name of each in a genre of the language. So a format needs to know only what is special about a
genre in that format: `Pzpr` for puzz.link, `Janko`, `Tatham` and `PenpaTags`. `nlc.formats.genres`
reads them from the genre's text, where each field has the name of its word.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any

from msgspec import Struct

Value = bool | int | str
"""What a clue, an option or a variable is."""

IGNORED = "ignored"
"""In place of a given: such clues have no meaning in the genre."""

Words = tuple[str, ...]
"""Words of a line, such as the names of codecs."""

_OWN_FLAGS = {"passing", "flags", "bank", "pipes"}
"""Blocks that begin with letters, so that a file has no line of flags."""

_NONE: Mapping[Any, Any] = MappingProxyType({})


class Parts(Struct, frozen=True):
    """The names that a genre gives to parts; empty for parts that it does not have.

    Attributes:
        number: a number or letter in a cell.
        named: whether numbers are names, so that only equality matters.
        unknown: a condition of cells: there is a clue with an unknown number; ``ignored`` if it has
            no meaning.
        circled: whether clues stand in circles, so that an empty one is an unknown number.
        black: whether clues stand on black, so that a black cell is an unknown number.
        circle: a white or black circle in a cell: the given, its white and its black value.
        blocked: a condition of cells: on the board, but not part of the puzzle.
        room: the room of each cell.
        boxes: whether rooms are boxes of one size where they are not drawn, as in a Sudoku.
        fence: a condition of borders: it is drawn within a room.
        room_number: a number of a room, given in one of its cells.
        arrow: the direction of the number in a cell, a side.
        sign: a sign in a cell: the given, and its values in the order of each format.
        marked: a condition of cells: it is marked, as by a tree, a circle or grey.
        lower: the sum of the cells below a cell that is not part of the board.
        upper: the same of the cells to its right.
        point: a number at a corner of cells.
        between: a sign between two cells: the given, and its values in the order of each format.
        border: a condition of borders: they are given.
        dots: conditions of a dot in a cell, between two cells, and at a corner.
        outside: a number at a row or column, or a list of them, given over straight lines.
        second: a second number there, further from the board.
        rim: a number at a side of the board, seen from there, given over borders.
        pair: two numbers of a cell that are told together: their givens, and their variables.
        piece: a piece, such as xx/.x; it does not matter in which cell.
        pieces: an option: a ready set of pieces.
        fleet: options: how many straight pieces there are of one cell, of two, and so on.
        operation: how a room makes its number: the given, and its values for +, −, × and ÷.
        gate: a condition of borders at the rim: a line enters there.
        total: an option: a number of the whole board.
        totals: options: several such numbers, in the order of formats.
        line: a variable of links: the segments of a line.
        double: a variable of links: the second of two bridges.
        edge: a variable of borders: the segments of a line between cells.
        shaded: a variable of cells: shaded, or with a lamp, star, tree.
        value: a variable of cells: a number.
        region: a variable of cells: a value that is the same in one region.
        firsts: whether that is the first cell of the region without a mark, not of its first clue.
    """

    number: str = ""
    named: bool = False
    unknown: str = ""
    circled: bool = False
    black: bool = False
    circle: tuple[str, Value, Value] | None = None
    blocked: str = ""
    room: str = ""
    boxes: bool = False
    fence: str = ""
    room_number: str = ""
    arrow: str = ""
    sign: Words = ()
    marked: str = ""
    lower: str = ""
    upper: str = ""
    point: str = ""
    between: Words = ()
    border: str = ""
    dots: Words = ()
    outside: str = ""
    second: str = ""
    rim: str = ""
    pair: tuple[str, str, str, str] | None = None
    piece: str = ""
    pieces: str = ""
    fleet: Words = ()
    operation: Words = ()
    gate: str = ""
    total: str = ""
    totals: Words = ()
    line: str = ""
    double: str = ""
    edge: str = ""
    shaded: str = ""
    value: str = ""
    region: str = ""
    firsts: bool = False

    @property
    def has_clues(self) -> bool:
        """Whether there are clues in cells, apart from rooms."""
        return bool(self.number or self.room_number or self.circle)

    @property
    def apart(self) -> bool:
        """Whether rooms are drawn apart from clues."""
        return bool(self.room) and self.has_clues


class Pzpr(Struct, frozen=True, kw_only=True):
    """A genre of pzpr.

    Attributes:
        body: the layers of a URL's body, which are codecs.
        older: the layer of a body in an older form, by its flag.
        file: the blocks of a file, which are codecs.
        layout: the blocks of files of later layouts, by the number after ``pzprv3.``.
        borders: the first layout in which borders stand in place of rooms; 0: none.
        written: the layout in which files are written.
        kanpen: the blocks of kanpen.net's own form; empty if that is not known.
        square: whether a file says one number for rows and columns.
        name: in files, where it is another one than in links.
        letters: whether numbers are shown as letters.
        swapped: whether circles have the number 1 for black.
        flag: the option that a flag sets, which is true or false, and its value with the flag.
        flag_name: the names of flags in the block ``flags`` of a file.
        assumed: options that readers of the format take for granted, with their values.
        cosmetic: flags that only change the look of a page.
        some: the name of a thing that an answer must have at least once, or empty.
        values: those of the variable of cells, for the numbers 1, 2, … in an answer.
        islands: the variable for the number that a cell which is not shaded belongs to, if the
            genre has one; files do not contain it.
        pids: its names in URLs, the written one first.
        genre: of nlc.
        parts: of that genre.
    """

    body: Words
    older: Mapping[str, str] = _NONE
    file: Words
    layout: Mapping[int, Words] = _NONE
    borders: int = 0
    written: int = 0
    kanpen: Words = ()
    square: bool = False
    name: str = ""
    letters: bool = False
    swapped: bool = False
    flag: Mapping[str, tuple[str, bool]] = _NONE
    flag_name: Mapping[str, str] = _NONE
    assumed: Mapping[str, Value] = _NONE
    cosmetic: str = ""
    some: str = ""
    values: Words = ()
    islands: str = ""
    pids: Words = ()
    genre: str = ""
    parts: Parts = Parts()

    @property
    def pid(self) -> str:
        """Its name in URLs."""
        return self.pids[0]

    @property
    def last(self) -> int:
        """The last layout of files."""
        return max(self.borders, *self.layout, 0)

    @property
    def number(self) -> str:
        """The given of numbers or circles, in cells, at points or of rooms; may be empty."""
        parts = self.parts
        if self.circle is not None:
            return self.circle[0]
        return parts.room_number or parts.point or parts.number

    def blocks(self, layout: int = 0) -> list[str]:
        """Return the blocks of files of a layout."""
        layouts = {0: self.file, **self.layout}
        found = [*layouts[max(number for number in layouts if number <= layout)]]
        if 0 < self.borders <= layout:
            found = ["border" if block == "rooms" else block for block in found]
        return found if _OWN_FLAGS & {*found} else ["flag_letters", *found]

    @property
    def circle(self) -> tuple[str, str, str] | None:
        """The given of circles and its values for the numbers 1 and 2, or None."""
        if self.parts.circle is None or self.parts.number:
            return None
        given, white, black = self.parts.circle
        first, second = (black, white) if self.swapped else (white, black)
        return given, str(first), str(second)

    @property
    def signs(self) -> Words:
        """The given of signs in cells, and its values; also of circles in which numbers stand."""
        circled = self.parts.circle if self.circle is None else None
        return self.parts.sign or tuple(map(str, circled or ()))


class Janko(Struct, frozen=True):
    """The signs of a genre in Janko's text; the first of several signs is written.

    Attributes:
        unknown: signs of a clue with an unknown number.
        circle: pairs of signs of a white and a black circle; a text uses one pair.
        empty: signs of a cell without a clue.
        blocked: signs of a cell that is not part of the puzzle.
        shaded: signs of a shaded cell in a solution.
        clear: signs of a cell that is not shaded in a solution.
        signs: those for the values of a sign in a cell, in their order; those of a dot there, at
            its right side, below it and at the corner between.
        marked: the sign of a marked cell, perhaps after a number.
        outside: the lines of clues outside, in order: ``tops``, ``bottoms``, ``lefts``, ``rights``;
            of one that comes twice the first is the second number, further from the board. Of lists
            each has a line of its own.
        framed: whether boards begin with a row and a column of blocked cells.
        last_row: whether the line of clues outside is the last row of a grid.
        gridless: whether the board has no cells but those of the header.
        sides: whether a number is the sum of given sides: 8 above, 4 left, 2 below, 1 right.
        dotted: whether ``3.2`` is the number 302, the second place of the third line.
        values: of a cell in a solution, each after its sign.
        left: the option for how many the third number of the header is less than the side.
        tetrominoes: whether a shaded cell of a solution is the letter of its tetromino.
        assumed: options of all texts, if not the defaults of the genre.
    """

    unknown: Words = ("?",)
    circle: tuple[tuple[str, str], ...] = (("w", "b"), ("1", "2"), ("○", "●"))
    empty: Words = ("-", ".")
    blocked: Words = ("#", "x")
    shaded: Words = ("x",)
    clear: Words = ("-", ".")
    signs: Words = ()
    marked: Words = ("x",)
    outside: Words = ("tops", "lefts")
    framed: bool = False
    last_row: bool = False
    gridless: bool = False
    sides: bool = False
    dotted: bool = False
    values: Words = ()
    left: str = ""
    tetrominoes: bool = False
    assumed: Mapping[str, Value] = _NONE

    def colours(self, texts: Collection[str]) -> dict[str, bool]:
        """Return whether the signs of circles in a text are black, by sign."""
        white, black = max(self.circle, key=lambda pair: sum(text in pair for text in texts))
        return {white: False, black: True}

    @property
    def marks(self) -> dict[str, bool]:
        """Whether cells in a solution are shaded, by sign."""
        return {**dict.fromkeys(self.clear, False), **dict.fromkeys(self.shaded, True)}


class Tatham(Struct, frozen=True, kw_only=True):
    """A genre of nlc as a game of the collection.

    Attributes:
        code: how boards are described, a codec.
        params: a regular expression for parameters after the size that change no rule.
        flag: letters after the size that set an option of the genre, which is true or false, and
            its value with the letter.
        refused: regular expressions for parameters that change rules, and the names of these games.
        written: the parameters that are written after the size.
        named: whether IDs need the name of the game, as they look like those of another one.
        answer: the form of solutions in saved games, a codec.
        titles: its name, that of the program without ``sgt-``; and that in saved games.
    """

    code: str
    params: str = ""
    flag: Mapping[str, tuple[str, bool]] = _NONE
    refused: tuple[tuple[str, str], ...] = ()
    written: str = ""
    named: bool = False
    answer: str = ""
    titles: Words = ()

    @property
    def game(self) -> str:
        """Its name."""
        return self.titles[0]


class PenpaTags(Struct, frozen=True):
    """What drawings of penpa-edit call a genre.

    Attributes:
        tag: the tag that is written, if it is not the genre's name.
        boxed: tags that mean this genre if borders are drawn.
        answer: whether a solution is ``read`` from an answer and ``written`` to it; or ``missing``.
    """

    tag: str = ""
    boxed: Words = ()
    answer: Words = ("read", "written")


class BareBoard(Struct, frozen=True):
    """What bare boards of a genre look like, for a guess where no genre is named.

    Attributes:
        numbers: the least and the greatest number in a cell, if some cells are empty.
        full: whether each cell has a number.
        areas: whether the numbers add up to the number of cells.
        signs: the signs of all clues.
        rooms: whether the board is one of rooms alone.
        likely: how likely the genre is; the likeliest one is named first.
    """

    numbers: tuple[int, int] | None = None
    full: bool = False
    areas: bool = False
    signs: Words = ()
    rooms: bool = False
    likely: int = 0
