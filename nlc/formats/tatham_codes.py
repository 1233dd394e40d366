"""The codes of Simon Tatham's collection for boards and solutions of each genre.

A description lists places, mostly the cells row by row: a letter from ``a`` is a run of 1 to 26
empty ones, and ``_`` separates two adjacent numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from math import prod
from operator import add
from string import ascii_lowercase, ascii_uppercase, digits
from typing import NamedTuple

from nlc.errors import Span, fail
from nlc.formats.base import Text, with_runs
from nlc.formats.parts import Value
from nlc.formats.sheet import (
    Border,
    Cell,
    Place,
    Sheet,
    boxes,
    connected_rooms,
    link,
    owners,
    same_rooms,
    step,
)
from nlc.registry import Registry

_SIZE = re.compile(r"([0-9]{1,9})(?:x([0-9]{1,9}))?")
_BOXES = re.compile(r"([0-9]{1,2})x([0-9]{1,2})")
_JIGSAW = re.compile(r"([0-9]{1,2})j")
_SIGNS = digits + ascii_lowercase + ascii_uppercase

_STEPS = {1: "E", 2: "N", 4: "W", 8: "S"}
"""The directions of a line by their bits."""


class Code(NamedTuple):
    """Two functions on the clues of a board.

    Attributes:
        text: what it describes.
        parse: puts the clues of a description into a sheet of the right size, given the parameters.
        write: takes the clues of a sheet, and returns their description.
        boxes: whether the size is that of boxes: a board has as many rows as a box has cells.
    """

    text: str
    parse: Callable[[Text, Sheet, str], None]
    write: Callable[[Sheet], str]
    boxes: bool = False

    def size(self, params: Text) -> tuple[tuple[int, int], Text]:
        """Return rows and columns, and the rest of the parameters after the size.

        Raises:
            UserError: there is no size.
        """
        text = params.text
        if self.boxes and (found := _JIGSAW.match(text) or _BOXES.match(text)):
            side = prod(map(int, found.groups()))
            return (side, side), params.cut(found.end())
        if not self.boxes and (found := _SIZE.match(text)):
            return (int(found[2] or found[1]), int(found[1])), params.cut(found.end())
        message = "expected the size of a board, such as 7x7"
        if self.boxes:
            message = "expected the size of a box, such as 3x3, or 9j for boxes of any shape"
        raise params.error(message, 0, len(text))

    def head(self, sheet: Sheet) -> str:
        """Return the size of a board as in the parameters."""
        return _box_size(sheet) if self.boxes else f"{sheet.cols}x{sheet.rows}"


# ---------- runs and skips ----------


def _parse_runs(text: Text, sheet: Sheet, clue: str, what: str) -> list[tuple[Cell, str, Span]]:
    """Return the cell, the text and the span of each clue of a description by runs.

    Args:
        text: the description.
        sheet: the board.
        clue: a regular expression of a clue.
        what: the possible clues, for messages.

    Raises:
        UserError: a character is neither a clue nor a run, or there are too few or too many places.
    """
    out: list[tuple[Cell, str, Span]] = []
    pattern, at, place, places = re.compile(clue), 0, 0, sheet.rows * sheet.cols
    while at < len(text.text):
        char, found = text.text[at], pattern.match(text.text, at)
        end = at + 1 if found is None else found.end()
        if found is not None:
            out.append((divmod(place, sheet.cols), found[0], text.span(at, end)))
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


def _write_runs(sheet: Sheet, clues: Mapping[Cell, str], separated: bool = False) -> str:
    """Return the description of cells by runs.

    With `separated`, there is ``_`` between adjacent numbers.
    """
    texts = ["", *(clues.get(cell, "") for cell in sheet.cells)]
    gaps = ("_" * (separated and bool(one and other)) for one, other in pairwise(texts))
    return "".join(with_runs(map(add, gaps, texts[1:]), ascii_lowercase))


def _parse_skips(
    text: Text,
    skips: Mapping[str, int],
    count: int,
    *,
    unknown: str,
    what: str,
    end: str,
    hint: str | None = None,
) -> Iterator[tuple[int, int]]:
    """Yield the marked places of a description, each with the index of its character.

    A character skips some places and marks the next one; one that skips the most marks none. The
    place after all places is marked, too.

    Args:
        text: the description.
        skips: how many places a character skips.
        count: how many places there are.
        unknown: what is wrong with another character, for messages.
        what: says how many places there are.
        end: the message if there are too few; ``{}`` is how many there are.
        hint: for another character.
    """
    place, most = 0, max(skips.values())
    for at, char in enumerate(text.text):
        if char not in skips:
            raise text.error(f"'{char}' {unknown}", at, at + 1, hint)
        place += skips[char]
        if place > count:
            raise text.error(f"{what}, and here is one more", at, at + 1)
        if skips[char] == most:
            continue
        if place < count:
            yield place, at
        place += 1
    if place != count + 1:
        last = max(len(text.text) - 1, 0)
        raise text.error(end.format(min(place, count)), last, len(text.text))


def _write_skips(marks: Iterable[bool], alphabet: str) -> list[str]:
    """Return the characters of the marked places, and the end."""
    out: list[str] = []
    skipped, most = 0, len(alphabet) - 1
    for mark in [*marks, True]:
        if mark:
            out.append(alphabet[-1] * (skipped // most) + alphabet[skipped % most])
            skipped = 0
        else:
            skipped += 1
    return out


# ---------- descriptions ----------


def numbers(most: int = 0, unknown: str = "", least: int = 0) -> Code:
    """Return the code of numbers in cells, between runs of empty ones.

    Args:
        most: the largest number, if numbers are one sign each (capital letters above 9); 0 if they
            have any number of digits, and ``_`` between them.
        unknown: the sign of a clue with an unknown number, or empty.
        least: the smallest number.
    """
    top = f"A-{ascii_uppercase[most - 10]}" if most > 9 else ""
    clue = f"[{least}-{min(most, 9)}{top}{unknown}]" if most else "[0-9]+"
    what = (f"{least} to {most}" if most else "numbers") + f" and {unknown}" * bool(unknown)

    def parse(text: Text, sheet: Sheet, params: str) -> None:
        for cell, sign, span in _parse_runs(text, sheet, clue, what):
            if len(sign) > 6:
                raise fail("this number is too large", span)
            number = _SIGNS.index(sign) - 26 if sign.isalpha() else int(sign)
            sheet.put_number(cell, None if sign == unknown else number, span)

    def sign_of(sheet: Sheet, cell: Cell, number: int | str | None) -> str:
        if number is None:
            if not unknown:
                where = sheet.name(cell)
                raise fail(f"the game has no clue without a number, as at {where}")
            return unknown
        if most and not least <= int(number) <= most:
            raise fail(f"the game has numbers from {least} to {most}, not {number}")
        return str(number) if int(number) < 10 or not most else _SIGNS[26 + int(number)]

    def write(sheet: Sheet) -> str:
        clues = sheet.take_numbers()
        signs = {cell: sign_of(sheet, cell, number) for cell, number in clues.items()}
        return _write_runs(sheet, signs, separated=not most)

    return Code(f"{what}, between runs of empty cells", parse, write)


def _parse_circles(text: Text, sheet: Sheet, params: str) -> None:
    for cell, sign, span in _parse_runs(text, sheet, "[BW]", "B and W"):
        sheet.put_circle(cell, sign == "B", span)


def _write_circles(sheet: Sheet) -> str:
    black = sheet.take_circles()
    return _write_runs(sheet, {cell: "WB"[dark] for cell, dark in black.items()})


CIRCLES = Code("white and black circles", _parse_circles, _write_circles)
"""``W`` white and ``B`` black circles, between runs of empty cells."""


def _parse_full(text: Text, sheet: Sheet, params: str) -> None:
    cells = sheet.cells
    for at, char in enumerate(text.text):
        if char not in _SIGNS:
            raise text.error(f"'{char}' is not a number", at, at + 1)
        if at == len(cells):
            message = f"the board has {len(cells)} cells, and here is one more"
            raise text.error(message, at, at + 1)
        sheet.put_number(cells[at], _SIGNS.index(char), text.span(at, at + 1))
    if len(text.text) < len(cells):
        message = f"the description ends after {len(text.text)} of {len(cells)} cells"
        raise text.error(message, len(text.text) - 1, len(text.text))


def _write_full(sheet: Sheet) -> str:
    found = sheet.take_numbers()
    out = []
    for cell in sheet.cells:
        number = str(found.get(cell))
        if not number.isdecimal() or int(number) >= len(_SIGNS):
            there = "none" if number == "None" else f"'{number}'"
            raise fail(f"the game has a number in every cell, and {sheet.name(cell)} has {there}")
        out.append(_SIGNS[int(number)])
    return "".join(out)


FULL = Code("a number in every cell", _parse_full, _write_full)
"""A number in every cell, a sign each."""

_CELLS = {sign: at % 26 for at, sign in enumerate(ascii_lowercase + ascii_uppercase)}


def _parse_colours(text: Text, sheet: Sheet, params: str) -> None:
    size = sheet.rows * sheet.cols
    places = _parse_skips(
        text,
        _CELLS,
        size,
        unknown="is not a letter",
        what=f"the board has {size} cells",
        end=f"the description ends after {{}} of {size} cells",
        hint="letters skip cells; capital ones set a 1, small ones a 0",
    )
    for place, at in places:
        black, span = text.text[at].isupper(), text.span(at, at + 1)
        sheet.put_circle(divmod(place, sheet.cols), black, span)


def _write_colours(sheet: Sheet) -> str:
    black = sheet.take_circles()
    signs = _write_skips((cell in black for cell in sheet.cells), ascii_lowercase)
    for at, dark in enumerate(black.values()):
        if dark:
            signs[at] = signs[at][:-1] + signs[at][-1].upper()
    return "".join(signs)


COLOURS = Code("two kinds of circles", _parse_colours, _write_colours)
"""Two kinds of circles: a letter skips 0 to 24 cells and sets one, black for a capital letter.

``z`` skips 25 cells and sets none; the last letter sets the place after the last cell.
"""

# ---------- boxes ----------

_BORDERS = f"_{ascii_lowercase}"
"""``_`` is a border, ``a`` to ``y`` are 1 to 25 places without one and then a border, ``z`` is 26
places without one; the last border comes after all places.
"""


def _box_size(sheet: Sheet) -> str:
    rooms, side = sheet.givens[sheet.parts.room], sheet.rows
    for wide in range(1, side + 1):
        high = side // wide
        if high * wide == side and same_rooms(rooms, boxes(sheet.cells, high, wide)):
            return f"{high}x{wide}"
    return f"{side}j"


def _parse_boxes(text: Text, sheet: Sheet, params: str) -> None:
    clues, _, blocks = text.text.partition(",")
    if found := _BOXES.match(params):
        if blocks:
            raise text.error("boxes of one size have no borders", len(clues), len(text.text))
        cells = boxes(sheet.cells, int(found[1]), int(found[2]))
    else:
        borders, drawn = _borders(sheet), text.cut(len(clues) + 1)
        places = _parse_skips(
            drawn,
            {sign: at for at, sign in enumerate(_BORDERS)},
            len(borders),
            unknown="is not a run of borders",
            what=f"there are {len(borders)} borders",
            end="expected the borders of the boxes",
        )
        cells = connected_rooms(sheet.cells, {borders[place] for place, _ in places})
    _NUMBERS.parse(text.cut(0, len(clues)), sheet, params)
    sheet.put_rooms(cells, text.span())


def _write_boxes(sheet: Sheet) -> str:
    if sheet.rows != sheet.cols:
        raise fail("the game is for square boards")
    jigsaw = _box_size(sheet).endswith("j")
    rooms = sheet.take_rooms()
    borders = _borders(sheet)
    closed = {each for each in borders if rooms[each.first] != rooms[each.second]}
    pieces = {(rooms[cell], n): cell for cell, n in connected_rooms(sheet.cells, closed).items()}
    names = [name for name, _ in pieces]
    for name in names:
        if names.count(name) > 1:
            raise fail(f"the format tatham draws borders, and room {name} is in several parts")
    clues = _NUMBERS.write(sheet)
    signs = _write_skips((border in closed for border in borders), _BORDERS)
    return f"{clues},{''.join(signs)}" if jigsaw else clues


_NUMBERS = numbers()

BOXES = Code("numbers, and boxes of any shape", _parse_boxes, _write_boxes, boxes=True)
"""Numbers, and for boxes that are not rectangles of one size, ``,`` and their borders.

``2x3`` are boxes of two rows and three columns, two in a row. Borders between neighbours in a row
are listed first, row by row, then those between neighbours in a column, column by column.
"""


def _borders(sheet: Sheet, by_row: bool = False) -> list[Border]:
    """Return the borders of a board in the order of the game, or all row by row."""
    rows, cols = range(sheet.rows), range(sheet.cols)
    level = [Border((row, col), (row + 1, col)) for row in rows[:-1] for col in cols]
    if not by_row:
        level.sort(key=lambda each: each.first[1])
    return [*(Border((row, col), (row, col + 1)) for row in rows for col in cols[:-1]), *level]


# ---------- solutions ----------


def _parse_line(text: str, sheet: Sheet) -> None:
    """Parse a line: a hexadecimal digit a cell, the sum of its directions."""
    segments: set[Place] = set()
    for cell, char in zip(sheet.cells, text, strict=True):
        for bit, side in _STEPS.items():
            if int(char, 16) & bit:
                segments.add(link(cell, step(cell, side)))
    sheet.answer = {sheet.parts.line: segments}


def _parse_bridges(text: str, sheet: Sheet) -> None:
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
    sheet.answer = {sheet.parts.line: one, sheet.parts.double: two}


def _parse_rectangles(text: str, sheet: Sheet) -> None:
    """Parse regions: ``S``, then a bit for each border, those in rows first, all row by row.

    The value of a cell is the cell of the number in its region.
    """
    bits = zip(_borders(sheet, by_row=True), text[1:], strict=True)
    rooms = connected_rooms(sheet.cells, {border for border, bit in bits if bit != "0"})
    sheet.answer = {sheet.parts.region: owners(sheet, rooms)}


def _parse_numbers(text: str, sheet: Sheet) -> None:
    """Parse numbers: ``S``, then one for each cell, between commas."""
    values: dict[Place, Value] = {
        cell: int(number) for cell, number in zip(sheet.cells, text[1:].split(","), strict=True)
    }
    sheet.answer = {sheet.parts.value: values}


class Solution(NamedTuple):
    """Puts a solution into a sheet; `text` says what it lists."""

    text: str
    parse: Callable[[str, Sheet], None]


CODES: Registry[Code] = Registry(
    "code of the collection",
    "CODE",
    "nlc.formats.codes",
    {
        "boxes": BOXES,
        "circles": CIRCLES,
        "colours": COLOURS,
        "full": FULL,
        "numbers": _NUMBERS,
        "numbers 1 to 16": numbers(16, least=1),
        "numbers to 4 and B": numbers(4, "B"),
        "numbers to 9": numbers(9),
    },
    factory=False,
)

SOLUTIONS: Registry[Solution] = Registry(
    "solution of the collection",
    "SOLUTION",
    "nlc.formats.solutions",
    {
        "bridges": Solution("bridges between pairs of islands", _parse_bridges),
        "line": Solution("a line, the directions in each cell", _parse_line),
        "numbers": Solution("a number for each cell", _parse_numbers),
        "rectangles": Solution("the borders of regions", _parse_rectangles),
    },
    factory=False,
)
