"""Clues of a drawing of penpa-edit, as the parts of a genre."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from nlc.errors import Span, UserError, fail
from nlc.formats.parts import (
    Parts,
    connected_rooms,
    put_blocked,
    put_circle,
    put_number,
    put_point,
    put_rooms,
)
from nlc.formats.penpa_data import CELL, POINT, Penpa
from nlc.formats.sheet import Border, Cell, Point, Sheet, border

_NORMAL, _ARROW = "1", "2"
_SMALL = ("5", "6", "10")
"""Submodes of texts that are as normal ones, but of another size."""

_SIDES = "NWES"
"""The sides that arrows of texts point to, by their number."""

_CROSS = 98
_CIRCLE = re.compile(r"circle_(?:SS|S|M|L|LL)")
_DECORATION = {"squareframe", "deletelineE", "command_redo", "command_undo", "command_replay"}

SHADES = (1, 3, 4, 8)
"""Colours of surfaces that are shaded cells: greys and black."""


def put_clues(sheet: Sheet, parts: Parts, drawing: Penpa, span: Span) -> None:
    """Put what is drawn into a sheet.

    Raises:
        UserError: something there is not a part of the genre; or the drawing is damaged.
    """

    def wrong(what: str, cell: Cell | None = None) -> Exception:
        where = ""
        if cell is not None:
            where = f" at {sheet.name(cell)}" if drawing.inside(cell) else " outside the board"
        return fail(f"{what}{where}: {sheet.genre} has nothing of that kind here", span)

    try:
        _put(sheet, parts, drawing, span, wrong)
    except UserError:
        raise
    except (LookupError, TypeError, ValueError, AttributeError):
        raise fail("the DATA of this link is not a drawing of penpa-edit", span) from None


Wrong = Callable[..., Exception]


def _put(sheet: Sheet, parts: Parts, drawing: Penpa, span: Span, wrong: Wrong) -> None:
    layer = drawing.question
    borders = set(_borders(layer.get("lineE", {}), drawing))
    if parts.room:
        rooms = connected_rooms(sheet, borders)
        names = {cell: number for number, room in enumerate(rooms) for cell in room}
        grid = [
            [names.get((row, col), -1) for col in range(sheet.cols)] for row in range(sheet.rows)
        ]
        put_rooms(sheet, parts, grid, span=span)
    elif borders:
        raise wrong("there are thick edges")
    numbered: set[Cell] = set()
    for text, value in layer.get("number", {}).items():
        kind, cell = drawing.place(text)
        if not str(value[0]).strip():
            continue
        numbered.add(cell)
        _put_text(sheet, parts, drawing, (kind, cell), value, span, wrong)
    for text, value in layer.get("symbol", {}).items():
        kind, cell = drawing.place(text)
        _put_symbol(sheet, parts, drawing, (kind, cell), value, span, wrong, cell in numbered)
    for text, colour in layer.get("surface", {}).items():
        kind, cell = drawing.place(text)
        if colour not in SHADES or cell in numbered or not drawing.inside(cell):
            continue
        _put_shade(sheet, parts, cell, span, wrong)
    for name, marks in layer.items():
        known = ("lineE", "number", "symbol", "surface", *_DECORATION)
        if marks and isinstance(marks, dict) and name not in known:
            raise wrong(f"the drawing has marks of the kind '{name}'")


def _put_text(
    sheet: Sheet,
    parts: Parts,
    drawing: Penpa,
    place: tuple[int, Cell],
    value: Any,
    span: Span,
    wrong: Wrong,
) -> None:
    kind, cell = place
    text, mode = str(value[0]).strip(), str(value[2])
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else None
    if kind == POINT and parts.point and (number is not None or text == "?"):
        if number is not None:  # else it asks for nothing
            put_point(sheet, parts, Point(cell[0] + 1, cell[1] + 1), number, span)
        return
    if kind != CELL or not drawing.inside(cell):
        raise wrong(f"the text '{text}'", cell)
    if mode == _ARROW and parts.arrow and "_" in text:
        count, _, side = text.partition("_")
        sheet.put(parts.arrow, cell, _SIDES[int(side)], span)
        put_number(sheet, parts, cell, int(count) if count.isdecimal() else None, span)
        return
    if mode not in (_NORMAL, *_SMALL) and not (mode == _ARROW and parts.arrow):
        raise wrong(f"the text '{text}'", cell)
    if parts.room_number and number is not None:
        sheet.put(parts.room_number, cell, number, span)
    elif parts.number and text == "?" and parts.unknown:
        put_number(sheet, parts, cell, None, span)
    elif parts.number and sheet.genre in ("numberlink", "hitori"):
        put_number(sheet, parts, cell, text, span)
    elif parts.number and number is not None:
        put_number(sheet, parts, cell, number, span)
    else:
        raise wrong(f"the text '{text}'", cell)


def _put_symbol(
    sheet: Sheet,
    parts: Parts,
    drawing: Penpa,
    place: tuple[int, Cell],
    value: Any,
    span: Span,
    wrong: Wrong,
    numbered: bool,
) -> None:
    kind, cell = place
    style, name = value[0], str(value[1])
    circle = _CIRCLE.fullmatch(name) is not None and kind in (CELL, POINT) and style in (1, 2)
    if circle and kind == CELL and parts.circle and drawing.inside(cell):
        put_circle(sheet, parts, cell, style == 2, span)
    elif circle and numbered:
        return  # it goes round a number
    elif circle and kind == CELL and parts.unknown.isalpha() and drawing.inside(cell):
        put_number(sheet, parts, cell, None, span)
    else:
        raise wrong(f"the symbol '{name[:20]}'", cell)


def _put_shade(sheet: Sheet, parts: Parts, cell: Cell, span: Span, wrong: Wrong) -> None:
    if sheet.genre == "akari":
        put_number(sheet, parts, cell, None, span)
    elif parts.blocked or sheet.genre == "yajilin" or parts.line:
        put_blocked(sheet, parts, cell, span)
    else:
        raise wrong("there is a shaded cell", cell)


def _borders(edges: Any, drawing: Penpa) -> Iterator[Border]:
    """Yield the borders inside the board that edges between points make."""
    for text, style in edges.items():
        if style == _CROSS:
            continue
        (kind, one), (_, other) = (drawing.place(part) for part in text.split(","))
        cells = edge_cells(one, other)
        if kind == POINT and cells is not None and all(map(drawing.inside, cells)):
            yield border(*cells)


def edge_cells(one: Cell, other: Cell) -> tuple[Cell, Cell] | None:
    """Return the cells on both sides of an edge between the lower right points of two cells."""
    (row, col), (below, right) = sorted((one, other))
    if (below, right) == (row, col + 1):
        return (row, col + 1), (row + 1, col + 1)
    if (below, right) == (row + 1, col):
        return (row + 1, col), (row + 1, col + 1)
    return None
