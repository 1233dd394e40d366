"""The answer in a drawing of penpa-edit: lines, edges and shaded cells."""

from __future__ import annotations

from nlc.formats.parts import Parts
from nlc.formats.penpa_clues import SHADES, edge_cells
from nlc.formats.penpa_data import CELL, POINT, Penpa
from nlc.formats.sheet import Cell, Place, Sheet, Side, border, link, neighbours

_CROSS = 98
_SOLVED = 2
"""The colour of surfaces that editors of puzz.link's genres use for shaded cells."""


def put_answer(sheet: Sheet, parts: Parts, drawing: Penpa) -> None:
    """Put the answer into a sheet, if there is one that the genre has a part for."""
    found: dict[str, set[Place]] = {}
    layer = drawing.answer
    try:
        if parts.line and layer.get("line"):
            found[parts.line] = _line(drawing, layer["line"])
        if parts.edge and layer.get("lineE"):
            found[parts.edge] = _edges(drawing, layer["lineE"])
        if parts.shaded and layer.get("surface"):
            found[parts.shaded] = _shaded(drawing, layer["surface"])
    except (LookupError, TypeError, ValueError, AttributeError):
        return  # it is no answer of that kind
    if found and not parts.double:
        sheet.answer = dict(found)


def _shaded(drawing: Penpa, surfaces: dict[str, int]) -> set[Place]:
    shades = (*SHADES, _SOLVED)
    places = [drawing.place(text) for text, colour in surfaces.items() if colour in shades]
    return {cell for kind, cell in places if kind == CELL and drawing.inside(cell)}


def _line(drawing: Penpa, lines: dict[str, int]) -> set[Place]:
    out: set[Place] = set()
    for text, style in lines.items():
        if style == _CROSS:
            continue
        (kind, one), (_, other) = (drawing.place(part) for part in text.split(","))
        beside = neighbours(one, {other})
        inside = drawing.inside(one) and drawing.inside(other)
        if kind == CELL and beside and inside:
            out.add(link(one, other))
    return out


def _edges(drawing: Penpa, edges: dict[str, int]) -> set[Place]:
    out: set[Place] = set()
    for text, style in edges.items():
        if style == _CROSS:
            continue
        (kind, one), (_, other) = (drawing.place(part) for part in text.split(","))
        cells = edge_cells(one, other) if kind == POINT else None
        if cells is None:
            continue
        first, second = map(drawing.inside, cells)
        if first and second:
            out.add(border(*cells))
        elif first or second:
            out.add(_side(*cells, first))
    return out


def _side(one: Cell, other: Cell, first: bool) -> Side:
    """Return the side of the cell of two that is on the board: the first one, or the second."""
    across = one[0] == other[0]
    if first:
        return Side(*one, "E" if across else "S")
    return Side(*other, "W" if across else "N")
