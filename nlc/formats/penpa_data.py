"""Decodes DATA of penpa-edit: the text of a drawing, in a raw deflate stream in base64.

Line 0 has the grid, line 1 its margins, lines 3 and 4 the layers of question and answer as JSON
with abbreviated names, line 5 the existing cells, line 17 the tags.

A place is a number, ``kind·X·Y + row·X + column`` with X and Y by 4 larger than the board and two
rows and columns before it: kind 0 is a cell, 1 the point at its lower right, 2 the middle of its
lower side, 3 that of its right side. From ``4·X·Y`` on, each cell has four quarters, and then four
sides.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode
from binascii import Error
from collections.abc import Mapping
from itertools import accumulate
from typing import Any

from msgspec import Struct

from nlc.errors import Span, UserError, fail
from nlc.formats.base import MAX_CELLS
from nlc.formats.sheet import Cell

GRIDS = ("square", "sudoku", "kakuro")
"""Grids of squares; all others are refused."""

CELL, POINT, LOWER, RIGHT, CORNER = range(5)
"""The kinds of place."""

_NAMES = """
9:qa Q:pu_q A:pu_a G:grid M:edit_mode S:surface L:line E:lineE W:wall C:cage N:number
Y:symbol P:special B:board R:command_redo U:command_undo 8:command_replay 1:numberS
F:freeline 2:freelineE T:thermo 3:arrows D:direction 0:squareframe 5:polygon 4:deletelineE
6:killercages 7:nobulbthermo _:__a
"""
"""The names of layers and settings, each behind the letter that follows a z in its short form."""

_SHORT = {f"z{pair[0]}": f'"{pair[2:]}"' for pair in _NAMES.split()} | {"zO": "null", "zZ": "z"}

DAMAGE = (LookupError, TypeError, ValueError, AttributeError)
"""Exceptions that a drawing of another form raises."""

NO_DRAWING = "the DATA of this link is not a drawing of penpa-edit"


class Penpa(Struct, frozen=True):
    """A drawing.

    Attributes:
        title: may be empty.
        rows: of the board, without its margins.
        cols: of the board, without its margins.
        width: X.
        height: Y.
        margin: rows above and columns left of the board, including the two that all grids have.
        holes: cells of the rectangle that are not on the board.
        question: the marks of the puzzle, by the name of their kind.
        answer: the marks of the solution, likewise.
        tags: words that may name the genre.
        picture: whether an image lies behind the board.
    """

    title: str
    rows: int
    cols: int
    width: int
    height: int
    margin: tuple[int, int]
    holes: set[Cell]
    question: Mapping[str, Any]
    answer: Mapping[str, Any]
    tags: tuple[str, ...]
    picture: bool

    def place(self, text: str) -> tuple[int, Cell]:
        """Return the kind of a place, and its cell, which may lie outside the board.

        Raises:
            ValueError: it is not a number.
        """
        number, cells = int(text.removesuffix("E")), self.width * self.height
        kind, rest = divmod(number, cells)
        if kind >= CORNER:
            kind, rest = CORNER, (number // 4) % cells
        row, col = divmod(rest, self.width)
        return kind, (row - self.margin[0], col - self.margin[1])

    def inside(self, cell: Cell) -> bool:
        """Return whether a cell is one of the board."""
        on = 0 <= cell[0] < self.rows and 0 <= cell[1] < self.cols
        return on and cell not in self.holes


def decode_drawing(data: str, span: Span) -> Penpa:
    """Return the drawing of DATA.

    Raises:
        UserError: it is damaged, or not a grid of squares.
    """
    try:
        packed = b64decode(data.replace(" ", "+") + "=" * (-len(data) % 4), validate=True)
        unpacker = zlib.decompressobj(-15)
        text = unpacker.decompress(packed, 2**24).decode()
    except (Error, ValueError, zlib.error):
        raise fail("the DATA of this link is damaged: is it cut off?", span) from None
    if not unpacker.eof:
        raise fail("the DATA of this link is damaged: is it cut off?", span)
    try:
        # What is no short form stays, as not all programs write ``zZ``.
        text = re.sub(r"z.", lambda short: _SHORT.get(short[0], short[0]), text)
        return _parse_drawing(text.split("\n"), span)
    except UserError:
        raise
    except (*DAMAGE, RecursionError):
        raise fail(NO_DRAWING, span) from None


def _parse_drawing(lines: list[str], span: Span) -> Penpa:
    head = lines[0].split(",")
    if head[0].isdecimal():
        raise fail("this drawing is of version 1 of penpa-edit, which is not read", span)
    if head[0] not in GRIDS:
        message = f"the grid is {head[0][:20]}, and only squares are read"
        raise fail(message, span)
    if any(int(angle) for angle in head[4:5]) or "-1" in head[5:7]:
        raise fail("this drawing is turned or mirrored", span, "turn it back in penpa-edit")
    nx, ny = int(head[1]), int(head[2])
    top, bottom, left, right = json.loads(lines[1])
    rows, cols = ny - top - bottom, nx - left - right
    if rows < 1 or cols < 1 or min(top, bottom, left, right) < 0 or nx * ny > MAX_CELLS:
        raise fail("the board of this drawing has no cells, or too many", span)
    title = head[15].partition(":")[2].strip() if len(head) > 15 else ""
    there = set(accumulate(json.loads(lines[5]))) if len(lines) > 5 else set()
    width, margin = nx + 4, (top + 2, left + 2)
    holes = {
        (row, col)
        for row in range(rows)
        for col in range(cols)
        if there and (row + margin[0]) * width + col + margin[1] not in there
    }
    tags = json.loads(lines[17]) if len(lines) > 17 and lines[17].startswith("[") else []
    return Penpa(
        title.replace("%2C", ","),
        rows,
        cols,
        width,
        ny + 4,
        margin,
        holes,
        _parse_layer(lines[3]),
        _parse_layer(lines[4]) if len(lines) > 4 and lines[4] else {},
        tuple(map(str, tags)),
        any(head[21:]),
    )


def _parse_layer(text: str) -> Mapping[str, Any]:
    layer = json.loads(text)
    if not isinstance(layer, dict):
        raise TypeError
    return layer
