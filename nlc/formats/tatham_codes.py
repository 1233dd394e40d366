"""The codes of Simon Tatham's collection for boards and solutions of each genre.

A description lists places, mostly the cells row by row: a letter from ``a`` is a run of 1 to 26
empty ones, and ``_`` separates two adjacent numbers.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from string import ascii_lowercase, ascii_uppercase, digits

from msgspec import Struct, field

from nlc.errors import Span, fail
from nlc.formats.base import Text
from nlc.formats.parts import (
    Parts,
    boxes,
    connected_rooms,
    number_places,
    put_circle,
    put_number,
    put_rooms,
    same_rooms,
    take_circles,
    take_numbers,
    take_rooms,
)
from nlc.formats.sheet import Border, Cell, Place, Sheet, Value, link, step

_SIZE = re.compile(r"([0-9]{1,9})(?:x([0-9]{1,9}))?")
_BOXES = re.compile(r"([0-9]{1,2})x([0-9]{1,2})")
_JIGSAW = re.compile(r"([0-9]{1,2})j")
_SIGNS = digits + ascii_lowercase + ascii_uppercase

_STEPS = {1: "E", 2: "N", 4: "W", 8: "S"}
"""The directions of a line by their bits."""


class Code:
    """Parses both parts of an ID, and writes them."""

    def size(self, params: Text) -> tuple[tuple[int, int], Text]:
        """Return rows and columns, and the rest of the parameters after the size.

        Raises:
            UserError: there is no size.
        """
        found = _SIZE.match(params.text)
        if found is None:
            raise params.error("expected the size of a board, such as 7x7", 0, len(params.text))
        cols, rows = int(found[1]), int(found[2] or found[1])
        return (rows, cols), params.cut(found.end())

    def head(self, sheet: Sheet, parts: Parts) -> str:
        """Return the size of a board as in the parameters."""
        return f"{sheet.cols}x{sheet.rows}"

    @abstractmethod
    def parse(self, text: Text, sheet: Sheet, parts: Parts, params: str) -> None:
        """Put the clues of a description into a sheet of the right size.

        Raises:
            UserError: the description is wrong.
        """

    @abstractmethod
    def write(self, sheet: Sheet, parts: Parts) -> str:
        """Take the clues of a sheet, and return their description.

        Raises:
            UserError: the game cannot express them.
        """


class Tatham(Struct, frozen=True):
    """A genre of nlc as a game of the collection.

    Attributes:
        game: its name, that of the program without ``sgt-``.
        title: its name in saved games.
        code: how boards are described.
        params: a regular expression for parameters after the size that change no rule.
        flags: letters after the size that set an option of the genre: its name, and its value with
            and without the letter.
        refused: regular expressions for parameters that change rules, and the names of these games.
        written: the parameters that are written after the size.
        answer: parses a solution from AUXINFO of a saved game.
    """

    game: str
    title: str
    code: Code
    params: str = ""
    flags: Mapping[str, tuple[str, Value, Value]] = field(default_factory=dict)
    refused: Sequence[tuple[str, str]] = ()
    written: str = ""
    answer: Callable[[str, Sheet, Parts], None] | None = None


def parse_runs(text: Text, places: int, clue: str, what: str) -> list[tuple[int, str, Span]]:
    """Return the clues of a description by runs.

    Args:
        text: the description.
        places: the number of places that it must cover.
        clue: a regular expression of a clue.
        what: the possible clues, for messages.

    Returns:
        The index, the text and the span of each clue.

    Raises:
        UserError: a character is neither a clue nor a run, or there are too few or too many places.
    """
    out: list[tuple[int, str, Span]] = []
    pattern, at, place = re.compile(clue), 0, 0
    while at < len(text.text):
        char, found = text.text[at], pattern.match(text.text, at)
        end = at + 1 if found is None else found.end()
        if found is not None:
            out.append((place, found[0], text.span(at, end)))
            place += 1
        elif "a" <= char <= "z":
            place += ord(char) - ord("a") + 1
        elif char != "_":
            hint = f"clues are {what}; letters from a to z are runs of empty places"
            raise text.error(f"'{char}' is neither a clue nor a run", at, end, hint)
        if place > places:
            raise text.error(f"the board has {places} places, and here is one more", at, end)
        at = end
    if place < places:
        message = f"the description ends after {place} of {places} places"
        raise text.error(message, max(0, at - 1), at)
    return out


def write_runs(clues: Sequence[str | None], separated: bool) -> str:
    """Return the description of places by runs; None is an empty one.

    With `separated`, there is ``_`` between adjacent numbers.
    """
    out: list[str] = []
    empty = 0
    for clue in [*clues, ""]:
        if clue is None:
            empty += 1
            continue
        while empty:
            run = min(empty, 26)
            out.append(chr(ord("a") + run - 1))
            empty -= run
        if separated and out and out[-1][-1].isdigit() and clue[:1].isdigit():
            out.append("_")
        out.append(clue)
    return "".join(out)


# ---------- descriptions ----------


@dataclass(frozen=True)
class Numbers(Code):
    """Numbers in cells, between runs of empty ones.

    Attributes:
        most: the largest number, if numbers are one sign each (capital letters above 9); 0 if they
            have any number of digits, and ``_`` between them.
        unknown: the sign of a clue with an unknown number, or empty.
        least: the smallest number.
    """

    most: int = 0
    unknown: str = ""
    least: int = 0

    @property
    def _clue(self) -> str:
        if not self.most:
            return "[0-9]+"
        top = f"A-{chr(ord('A') + self.most - 10)}" if self.most > 9 else ""
        return f"[{self.least}-{min(self.most, 9)}{top}{self.unknown}]"

    def parse(self, text: Text, sheet: Sheet, parts: Parts, params: str) -> None:
        """See `Code`."""
        what = f"{self.least} to {self.most}" if self.most else "numbers"
        what += f" and {self.unknown}" * bool(self.unknown)
        for place, clue, span in parse_runs(text, sheet.rows * sheet.cols, self._clue, what):
            if self.unknown and clue == self.unknown:
                number = None
            elif len(clue) > 6:
                raise fail("this number is too large", span)
            else:
                number = int(clue) if clue.isdigit() else ord(clue) - ord("A") + 10
            put_number(sheet, parts, divmod(place, sheet.cols), number, span)

    def write(self, sheet: Sheet, parts: Parts) -> str:
        """See `Code`."""
        numbers = take_numbers(sheet, parts)

        def sign(cell: Cell) -> str | None:
            if cell not in numbers:
                return None
            number = numbers[cell]
            if number is None and not self.unknown:
                where = sheet.name(cell)
                raise fail(f"the game has no clue without a number, as at {where}")
            if number is None:
                return self.unknown
            if self.most and not self.least <= int(number) <= self.most:
                raise fail(f"the game has numbers from {self.least} to {self.most}, not {number}")
            return str(number) if int(number) < 10 or not self.most else _SIGNS[26 + int(number)]

        return write_runs([sign(cell) for cell in sheet.cells], separated=not self.most)


class Circles(Code):
    """``W`` white and ``B`` black circles, between runs of empty cells."""

    def parse(self, text: Text, sheet: Sheet, parts: Parts, params: str) -> None:
        """See `Code`."""
        for place, clue, span in parse_runs(text, sheet.rows * sheet.cols, "[BW]", "B and W"):
            put_circle(sheet, parts, divmod(place, sheet.cols), clue == "B", span)

    def write(self, sheet: Sheet, parts: Parts) -> str:
        """See `Code`."""
        black = take_circles(sheet, parts)
        clues = ["WB"[black[cell]] if cell in black else None for cell in sheet.cells]
        return write_runs(clues, separated=False)


class Full(Code):
    """A number in every cell, a sign each."""

    def parse(self, text: Text, sheet: Sheet, parts: Parts, params: str) -> None:
        """See `Code`."""
        cells = sheet.cells
        for at, char in enumerate(text.text):
            if char not in _SIGNS:
                raise text.error(f"'{char}' is not a number", at, at + 1)
            if at == len(cells):
                message = f"the board has {len(cells)} cells, and here is one more"
                raise text.error(message, at, at + 1)
            put_number(sheet, parts, cells[at], _SIGNS.index(char), text.span(at, at + 1))
        if len(text.text) < len(cells):
            message = f"the description ends after {len(text.text)} of {len(cells)} cells"
            raise text.error(message, len(text.text) - 1, len(text.text))

    def write(self, sheet: Sheet, parts: Parts) -> str:
        """See `Code`."""
        numbers = take_numbers(sheet, parts)
        out = []
        for cell in sheet.cells:
            number = str(numbers.get(cell))
            if not number.isdecimal() or int(number) >= len(_SIGNS):
                there = "none" if number == "None" else f"'{number}'"
                raise fail(
                    f"the game has a number in every cell, and {sheet.name(cell)} has {there}"
                )
            out.append(_SIGNS[int(number)])
        return "".join(out)


class Skips(Code):
    """Two kinds of circles: a letter skips 0 to 24 cells and sets one, black for a capital letter.

    ``z`` skips 25 cells and sets none; the last letter sets the place after the last cell.
    """

    def parse(self, text: Text, sheet: Sheet, parts: Parts, params: str) -> None:
        """See `Code`."""
        place, size = 0, sheet.rows * sheet.cols
        for at, char in enumerate(text.text):
            if char not in ascii_lowercase + ascii_uppercase:
                hint = "letters skip cells; capital ones set a 1, small ones a 0"
                raise text.error(f"'{char}' is not a letter", at, at + 1, hint)
            place += ord(char.lower()) - ord("a")
            if place > size:
                raise text.error(f"the board has {size} cells, and here is one more", at, at + 1)
            if char in "zZ":
                continue
            if place < size:
                cell = divmod(place, sheet.cols)
                put_circle(sheet, parts, cell, char.isupper(), text.span(at, at + 1))
            place += 1
        if place != size + 1:
            message = f"the description ends after {min(place, size)} of {size} cells"
            raise text.error(message, len(text.text) - 1, len(text.text))

    def write(self, sheet: Sheet, parts: Parts) -> str:
        """See `Code`."""
        black = take_circles(sheet, parts)
        out: list[str] = []
        skipped = 0
        for cell in [*sheet.cells, None]:
            if cell is not None and cell not in black:
                skipped += 1
                continue
            out.append("z" * (skipped // 25))
            letter = ascii_lowercase[skipped % 25]
            out.append(letter.upper() if cell is not None and black[cell] else letter)
            skipped = 0
        return "".join(out)


class Boxes(Numbers):
    """Numbers, and for boxes that are not rectangles of one size, ``,`` and their borders.

    ``2x3`` are boxes of two rows and three columns, two in a row.

    Borders between neighbours in a row are listed first, row by row, then those between neighbours
    in a column, column by column. ``_`` is a border, ``a`` to ``y`` are 1 to 25 places without one
    and then a border, ``z`` is 26 places without one; the last border comes after all places.
    """

    def size(self, params: Text) -> tuple[tuple[int, int], Text]:
        """See `Code`: the side of the board is the number of cells of a box."""
        if found := _JIGSAW.match(params.text):
            side = int(found[1])
        elif found := _BOXES.match(params.text):
            side = int(found[1]) * int(found[2])
        else:
            message = "expected the size of a box, such as 3x3, or 9j for boxes of any shape"
            raise params.error(message, 0, len(params.text))
        return (side, side), params.cut(found.end())

    def head(self, sheet: Sheet, parts: Parts) -> str:
        """See `Code`."""
        rooms, side = take_rooms(sheet.copy(), parts), sheet.rows
        for wide in range(1, side + 1):
            high = side // wide
            if high * wide == side and same_rooms(rooms, boxes(sheet.cells, high, wide)):
                return f"{high}x{wide}"
        return f"{side}j"

    def parse(self, text: Text, sheet: Sheet, parts: Parts, params: str) -> None:
        """See `Code`."""
        numbers, _, blocks = text.text.partition(",")
        if found := _BOXES.match(params):
            if blocks:
                at = len(numbers)
                raise text.error("boxes of one size have no borders", at, len(text.text))
            cells = boxes(sheet.cells, int(found[1]), int(found[2]))
        else:
            cells = _blocks(text.cut(len(numbers) + 1), sheet)
        super().parse(text.cut(0, len(numbers)), sheet, parts, params)
        put_rooms(sheet, parts, cells, span=text.span())

    def write(self, sheet: Sheet, parts: Parts) -> str:
        """See `Code`."""
        if sheet.rows != sheet.cols:
            raise fail("the game is for square boards")
        jigsaw = self.head(sheet, parts).endswith("j")
        rooms = take_rooms(sheet, parts)
        closed = {each for each in _borders(sheet) if rooms[each.first] != rooms[each.second]}
        pieces = {
            (rooms[cell], n): cell for cell, n in connected_rooms(sheet.cells, closed).items()
        }
        names = [name for name, _ in pieces]
        for name in names:
            if names.count(name) > 1:
                raise fail(f"the format tatham draws borders, and room {name} is in several parts")
        numbers = super().write(sheet, parts)
        if not jigsaw:
            return numbers
        out, skipped = [], 0
        for border in [*_borders(sheet), None]:
            if border is not None and border not in closed:
                skipped += 1
                continue
            out.append("z" * (skipped // 26) + f"_{ascii_lowercase}"[skipped % 26])
            skipped = 0
        return f"{numbers},{''.join(out)}"


def _borders(sheet: Sheet) -> list[Border]:
    """Return the borders of a board in the order of the game."""
    return [*_upright(sheet), *sorted(_level(sheet), key=lambda each: each.first[1])]


def _upright(sheet: Sheet) -> Iterator[Border]:
    """Yield the borders between neighbours in a row, row by row."""
    for row in range(sheet.rows):
        for col in range(sheet.cols - 1):
            yield Border((row, col), (row, col + 1))


def _level(sheet: Sheet) -> Iterator[Border]:
    """Yield the borders between neighbours in a column, row by row."""
    for row in range(sheet.rows - 1):
        for col in range(sheet.cols):
            yield Border((row, col), (row + 1, col))


def _blocks(text: Text, sheet: Sheet) -> dict[Cell, int]:
    """Return the number of the box of each cell, from the borders."""
    borders = _borders(sheet)
    closed: set[Border] = set()
    place = 0
    for at, char in enumerate(text.text):
        if char not in f"_{ascii_lowercase}":
            raise text.error(f"'{char}' is not a run of borders", at, at + 1)
        place += f"_{ascii_lowercase}".index(char)
        if place > len(borders):
            message = f"there are {len(borders)} borders, and here is one more"
            raise text.error(message, at, at + 1)
        if char != "z":
            closed.update(borders[place : place + 1])
            place += 1
    if place != len(borders) + 1:
        end = len(text.text)
        raise text.error("expected the borders of the boxes", max(end - 1, 0), end)
    return connected_rooms(sheet.cells, closed)


# ---------- solutions ----------


def parse_line(text: str, sheet: Sheet, parts: Parts) -> None:
    """Parse a line: a hexadecimal digit a cell, the sum of its directions."""
    segments: set[Place] = set()
    for cell, char in zip(sheet.cells, text, strict=True):
        for bit, side in _STEPS.items():
            if int(char, 16) & bit:
                segments.add(link(cell, step(cell, side)))
    sheet.answer = {parts.line: segments}


def parse_bridges(text: str, sheet: Sheet, parts: Parts) -> None:
    """Parse bridges: ``S``, then ``Lx1,y1,x2,y2,n`` for each pair of islands, between ``;``."""
    one: set[Place] = set()
    two: set[Place] = set()
    for item in text.split(";")[1:]:
        if not item.startswith("L"):
            continue
        x, y, u, v, count = map(int, item[1:].split(","))
        cells: list[Cell] = [
            (row, col)
            for row in range(min(y, v), max(y, v) + 1)
            for col in range(min(x, u), max(x, u) + 1)
        ]
        segments = [link(a, b) for a, b in pairwise(cells)]
        one.update(segments)
        if count == 2:
            two.update(segments)
    sheet.answer = {parts.line: one, parts.double: two}


def parse_rectangles(text: str, sheet: Sheet, parts: Parts) -> None:
    """Parse regions: ``S``, then a bit for each border, those in rows first, all row by row.

    The value of a cell is the cell of the number in its region.
    """
    borders = [*_upright(sheet), *_level(sheet)]
    bits = zip(borders, text[1:], strict=True)
    rooms = connected_rooms(sheet.cells, {border for border, bit in bits if bit != "0"})
    clued = number_places(sheet, parts)
    named = {room: sheet.name(cell) for cell, room in rooms.items() if cell in clued}
    sheet.answer = {parts.region: {cell: named.get(room, "") for cell, room in rooms.items()}}


def parse_numbers(text: str, sheet: Sheet, parts: Parts) -> None:
    """Parse numbers: ``S``, then one for each cell, between commas."""
    values: dict[Place, Value] = {
        cell: int(number) for cell, number in zip(sheet.cells, text[1:].split(","), strict=True)
    }
    sheet.answer = {parts.value: values}
