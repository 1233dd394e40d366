"""Game IDs of Solo, which is Sudoku: numbers, and boxes of one size or drawn by their borders."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_lowercase

from nlc.errors import fail
from nlc.formats.lines import Text
from nlc.formats.parts import Parts, connected_rooms, put_rooms, same_rooms, take_rooms
from nlc.formats.sheet import Border, Cell, Sheet
from nlc.formats.tatham_codes import Numbers

_BOXES = re.compile(r"([0-9]{1,2})x([0-9]{1,2})")
_JIGSAW = re.compile(r"([0-9]{1,2})j")


class Boxes(Numbers):
    """Numbers, and where boxes are not rectangles of one size, ``,`` and their borders.

    ``2x3`` are boxes of two rows and three columns, of which two stand side by side.

    Of the borders, those between neighbours in a row are listed first, row by row, then those
    between neighbours in a column, column by column. ``_`` is a border at once, ``a`` to ``y`` are
    1 to 25 places without one and then a border, ``z`` is 26 places without one; the last border
    lies behind all places.
    """

    def size(self, params: Text) -> tuple[tuple[int, int], Text]:
        """See `Code`: the side of the board is the number of cells of a box."""
        if found := _JIGSAW.match(params.text):
            side = int(found[1])
        elif found := _BOXES.match(params.text):
            side = int(found[1]) * int(found[2])
        else:
            message = "expected the size of a box, such as 3x3, or 9j for boxes of any shape"
            raise params.wrong(message, 0, len(params.text))
        return (side, side), params.cut(found.end())

    def head(self, sheet: Sheet, parts: Parts) -> str:
        """See `Code`."""
        boxes = take_rooms(sheet.copy(), parts)
        side = sheet.rows
        for cols in range(1, side + 1):
            rows = side // cols
            if rows * cols == side and same_rooms(boxes, _grid(side, cols, rows)):
                return f"{rows}x{cols}"
        return f"{side}j"

    def read(self, text: Text, sheet: Sheet, parts: Parts, params: str) -> None:
        """See `Code`."""
        numbers, _, blocks = text.text.partition(",")
        if found := _BOXES.match(params):
            if blocks:
                at = len(numbers)
                raise text.wrong("boxes of one size have no borders", at, len(text.text))
            cells = _grid(sheet.rows, int(found[2]), int(found[1]))
        else:
            cells = _blocks(text.cut(len(numbers) + 1), sheet)
        super().read(text.cut(0, len(numbers)), sheet, parts, params)
        rooms = [[cells[row, col] for col in range(sheet.cols)] for row in range(sheet.rows)]
        put_rooms(sheet, parts, rooms, span=text.span())

    def write(self, sheet: Sheet, parts: Parts) -> str:
        """See `Code`."""
        if sheet.rows != sheet.cols:
            raise fail("the game is for square boards")
        jigsaw = self.head(sheet, parts).endswith("j")
        boxes = take_rooms(sheet, parts)
        closed = {each for each in _borders(sheet) if boxes[each.first] != boxes[each.second]}
        names = [boxes[room[0]] for room in connected_rooms(sheet, closed)]
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


def _grid(side: int, cols: int, rows: int) -> dict[Cell, int]:
    """Return the number of the box of each cell where all are so wide and so high."""
    return {
        (row, col): row // rows * rows + col // cols for row in range(side) for col in range(side)
    }


def _borders(sheet: Sheet) -> Iterator[Border]:
    """Yield the borders of a board in the order of the game."""
    for row in range(sheet.rows):
        for col in range(sheet.cols - 1):
            yield Border((row, col), (row, col + 1))
    for col in range(sheet.cols):
        for row in range(sheet.rows - 1):
            yield Border((row, col), (row + 1, col))


def _blocks(text: Text, sheet: Sheet) -> dict[Cell, int]:
    """Return the number of the box of each cell, from the borders."""
    borders = list(_borders(sheet))
    closed: set[Border] = set()
    place = 0
    for at, char in enumerate(text.text):
        if char not in f"_{ascii_lowercase}":
            raise text.wrong(f"'{char}' is not a run of borders", at, at + 1)
        place += f"_{ascii_lowercase}".index(char)
        if place > len(borders):
            message = f"there are {len(borders)} borders, and here is one more"
            raise text.wrong(message, at, at + 1)
        if char != "z":
            closed.update(borders[place : place + 1])
            place += 1
    if place != len(borders) + 1:
        end = len(text.text)
        raise text.wrong("expected the borders of the boxes", max(end - 1, 0), end)
    rooms = connected_rooms(sheet, closed)
    return {cell: number for number, room in enumerate(rooms) for cell in room}
