"""Clues and areas of Janko's text, one token for each cell."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nlc.errors import fail
from nlc.formats.janko_row import Janko
from nlc.formats.lines import Text
from nlc.formats.parts import (
    Parts,
    put_blocked,
    put_boxes,
    put_circle,
    put_number,
    put_point,
    take_blocked,
    take_circles,
    take_numbers,
)
from nlc.formats.sheet import Cell, Point, Sheet, Value

EMPTY = ("-", ".")
_ARROW = re.compile(r"([0-9]+|\?)([NESWnesw])|([NESWnesw])([0-9]+|\?)")
_HOLE = "@"
_HOLES = (_HOLE, "#")


def put_areas(sheet: Sheet, parts: Parts, areas: Sequence[Sequence[Text]]) -> None:
    """Put the rooms of all cells into a sheet; without areas, boxes of one size.

    Raises:
        UserError: the genre has no rooms; or there are no areas, and boxes are not meant.
    """
    if areas and not parts.room:
        raise fail(f"{sheet.genre} has no areas", areas[0][0].span())
    for row, line in enumerate(areas):
        for col, token in enumerate(line):
            if token.text in _HOLES:
                sheet.holes.add((row, col))
            else:
                sheet.put(parts.room, (row, col), token.text, token.span())
    if areas:
        return
    if sheet.genre != "sudoku":
        raise fail(f"a board of {sheet.genre} has [areas]")
    put_boxes(sheet, parts)


def put_clues(sheet: Sheet, parts: Parts, janko: Janko, problem: Sequence[Sequence[Text]]) -> None:
    """Put the clues of all cells into a sheet.

    Raises:
        UserError: a token is not a clue of the genre.
    """
    for row, line in enumerate(problem):
        for col, token in enumerate(line):
            if token.text not in EMPTY:
                _put_clue(sheet, parts, janko, (row, col), token)


def _put_clue(sheet: Sheet, parts: Parts, janko: Janko, cell: Cell, token: Text) -> None:
    text, span = token.text, token.span()
    number = int(text) if text.isdecimal() and len(text) < 7 else None
    if text == _HOLE or (cell in sheet.holes):
        sheet.holes.add(cell)
        return
    if parts.arrow and (found := _ARROW.fullmatch(text)):
        count, side = found[1] or found[4], found[2] or found[3]
        sheet.put(parts.arrow, cell, side.upper(), span)
        put_number(sheet, parts, cell, int(count) if count != "?" else None, span)
    elif parts.circle and text in (*janko.white, *janko.black):
        put_circle(sheet, parts, cell, text in janko.black, span)
    elif parts.point and number is not None:
        put_point(sheet, parts, Point(*cell), number, span)
    elif parts.room_number and number is not None:
        sheet.put(parts.room_number, cell, number, span)
    elif parts.number and text in janko.unknown and (parts.unknown or number is None):
        put_number(sheet, parts, cell, None, span)
    elif parts.number and (number is not None or _named(sheet)):
        put_number(sheet, parts, cell, text if number is None or _named(sheet) else number, span)
    elif text in janko.blocked:
        put_blocked(sheet, parts, cell, span)
    else:
        message = f"'{text}' is not a clue of {sheet.genre} that is known here"
        raise fail(message, span, "an empty cell is '-'")


def _named(sheet: Sheet) -> bool:
    """Return whether the clues are names and not numbers."""
    return sheet.genre in ("numberlink", "hitori")


# ---------- writing ----------


def take_areas(sheet: Sheet, parts: Parts) -> list[list[str]]:
    """Return the rooms of all cells, none if the genre has none; they count as said."""
    if not parts.room:
        return []
    rooms = sheet.take(parts.room)
    numbers: dict[Value, str] = {}
    out = []
    for row in range(sheet.rows):
        line = []
        for col in range(sheet.cols):
            room = rooms.get((row, col))
            line.append(_HOLE if room is None else numbers.setdefault(room, str(len(numbers) + 1)))
        out.append(line)
    return out


def take_clues(sheet: Sheet, parts: Parts, janko: Janko) -> list[list[str]]:
    """Return the clues of all cells; they count as said."""
    extra = bool(parts.point)
    out = [["-"] * (sheet.cols + extra) for _ in range(sheet.rows + extra)]

    def tell(cell: Cell, text: str) -> None:
        out[cell[0]][cell[1]] = text

    if parts.point:
        for point, number in sheet.take(parts.point).items():
            assert isinstance(point, Point)
            tell((point.row, point.col), str(number))
    if parts.room_number:
        for cell, number in sheet.take(parts.room_number).items():
            assert isinstance(cell, tuple)
            tell(cell, str(number))  # type: ignore[arg-type]
    for cell, black in take_circles(sheet, parts).items():
        tell(cell, janko.black[0] if black else janko.white[0])
    arrows = sheet.take(parts.arrow) if parts.arrow else {}
    for cell, told in take_numbers(sheet, parts).items():
        text = janko.unknown[0] if told is None else str(told)
        if text in EMPTY or not text.strip() or len(text.split()) > 1:
            raise fail(f"the format janko cannot say the clue '{text}'")
        tell(cell, text + str(arrows.pop(cell, "")))
    for cell, side in arrows.items():
        assert isinstance(cell, tuple)
        tell(cell, f"?{side}")  # type: ignore[arg-type]
    holes = set(sheet.holes)
    for cell in take_blocked(sheet, parts):
        tell(cell, _HOLE if cell in holes else janko.blocked[0])
    return out
