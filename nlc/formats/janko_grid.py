"""Clues and areas of Janko's text, one token for each cell."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from nlc.errors import fail
from nlc.formats.janko_row import Janko
from nlc.formats.janko_text import EMPTY
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
    usual_boxes,
)
from nlc.formats.sheet import Cell, Point, Sheet, Value

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
            elif token.text in EMPTY:
                hint = f"a cell that is no part of the board is '{_HOLE}'"
                raise fail("expected the name of an area", token.span(), hint)
            else:
                sheet.put(parts.room, (row, col), token.text, token.span())
    if areas:
        return
    if sheet.genre != "sudoku":
        raise fail(f"a board of {sheet.genre} has [areas]")
    put_boxes(sheet, parts)


def put_clues(
    sheet: Sheet,
    parts: Parts,
    janko: Janko,
    colours: Mapping[str, bool],
    problem: Sequence[Sequence[Text]],
) -> None:
    """Put the clues of all cells into a sheet; `colours` are those of circles, by sign.

    Raises:
        UserError: a token is not a clue of the genre.
    """
    for row, line in enumerate(problem):
        for col, token in enumerate(line):
            if token.text not in EMPTY:
                _put_clue(sheet, parts, janko, colours, (row, col), token)


def _put_clue(
    sheet: Sheet,
    parts: Parts,
    janko: Janko,
    colours: Mapping[str, bool],
    cell: Cell,
    token: Text,
) -> None:
    text, span = token.text, token.span()
    number = int(text) if text.isdecimal() and len(text) < 7 else None
    blocked = janko.blocked if parts.blocked else _HOLES
    if not parts.point and (text == _HOLE or (cell in sheet.holes and text in blocked)):
        sheet.holes.add(cell)
        return
    if cell in sheet.holes:
        raise fail("here is a clue in a cell that is no part of the board", span)
    if parts.arrow and (found := _ARROW.fullmatch(text)):
        count, side = found[1] or found[4], found[2] or found[3]
        sheet.put(parts.arrow, cell, side.upper(), span)
        put_number(sheet, parts, cell, int(count) if count != "?" else None, span)
    elif parts.circle and text in colours:
        put_circle(sheet, parts, cell, colours[text], span)
    elif parts.point and number is not None:
        put_point(sheet, parts, Point(*cell), number, span)
    elif parts.room_number and number is not None:
        sheet.put(parts.room_number, cell, number, span)
    elif parts.number and text in janko.unknown and (parts.unknown or number is None):
        put_number(sheet, parts, cell, None, span)
    elif parts.number and not parts.circle and (number is not None or _named(sheet)):
        put_number(sheet, parts, cell, text if number is None or _named(sheet) else number, span)
    elif text in blocked and not parts.point:
        put_blocked(sheet, parts, cell, span)
    else:
        message = f"'{text}' is not a clue of {sheet.genre} that is known here"
        raise fail(message, span, "an empty cell is '-'")


def _named(sheet: Sheet) -> bool:
    """Return whether the clues are names and not numbers."""
    return sheet.genre in ("numberlink", "hitori")


# ---------- writing ----------


def take_areas(sheet: Sheet, parts: Parts) -> list[list[str]]:
    """Return the rooms of all cells, none if they need not be told; they count as said."""
    if not parts.room:
        return []
    rooms = sheet.take(parts.room)
    boxes = usual_boxes(sheet)
    if boxes and len({(box, rooms[cell]) for cell, box in boxes.items()}) == len({*boxes.values()}):
        return []
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
        tell(cell, janko.circles[0][black])
    arrows = sheet.take(parts.arrow) if parts.arrow else {}
    for cell, told in take_numbers(sheet, parts).items():
        text = janko.unknown[0] if told is None else str(told)
        taken = (*EMPTY, _HOLE, *(janko.unknown if told is not None else ()))
        if text in taken or not text.strip() or len(text.split()) > 1:
            raise fail(f"the format janko cannot say the clue '{text}'")
        tell(cell, text + str(arrows.pop(cell, "")).lower())
    for cell, side in arrows.items():
        assert isinstance(cell, tuple)
        tell(cell, f"?{str(side).lower()}")  # type: ignore[arg-type]
    holes = set(sheet.holes)
    if parts.point and holes:
        raise fail(f"the format janko has no cells that are no part of a board of {sheet.genre}")
    for cell in take_blocked(sheet, parts):
        tell(cell, _HOLE if cell in holes else janko.blocked[0])
    return out
