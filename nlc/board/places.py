"""Places by text: ``r1c2``, ``r1c2.side(N)``, ``r1c2.corner(NW)`` and ``r1c2.lane(N)``."""

from __future__ import annotations

import re

import numpy as np

from nlc.board.mesh import Mesh
from nlc.dataclasses import dataclass

_PLACE = re.compile(r"r([1-9][0-9]*)c([1-9][0-9]*)(?:\.(side|corner|lane)\(([A-Z]+)\))?")


@dataclass(frozen=True)
class Place:
    """A tile, or a part of one.

    Attributes:
        tile: the tile's number.
        part: ``side``, ``corner`` or ``lane``, or None for the tile itself.
        index: the number of the side or corner in the tile; 0 for the tile itself.
    """

    tile: int
    part: str | None
    index: int


def parse_place(mesh: Mesh, text: str) -> Place | str:
    """Return the place that `text` names, or the reason why there is none."""
    match = _PLACE.fullmatch(text)
    if match is None:
        return f"'{text}' is no place of a drawn board"
    row, col, part, name = match.groups()
    # Digits past any board's size must not cost the conversion of a long number.
    tile = mesh.tile_at(int(row[:10]) - 1, int(col[:10]) - 1)
    if tile is None:
        return f"there is no cell r{row}c{col} on this board"
    if part is None:
        return Place(tile, None, 0)
    if part == "lane" and mesh.lanes_of(tile) == 1:
        return f"r{row}c{col} is no bridge, so it has no lanes"
    polygon = mesh.shape.polygons[mesh.tile_kind[tile]]
    names = tuple(polygon.corners) if part == "corner" else polygon.sides
    if name not in names:
        kind = "corner" if part == "corner" else "side"
        return f"r{row}c{col} has no {kind} {name}; its {kind}s are {', '.join(names)}"
    return Place(tile, part, names.index(name))


def cells_of(mesh: Mesh, place: Place) -> range:
    """Return the cells of a place: one, but all lanes of a bridge that is named as a tile.

    A side belongs to one cell; a corner, like the tile itself, to all cells of its tile.
    """
    first, lanes = int(mesh.tile_cell[place.tile]), mesh.lanes_of(place.tile)
    if place.part in ("lane", "side"):
        cell = first + place.index % lanes
        return range(cell, cell + 1)
    return range(first, first + lanes)


def dart_of(mesh: Mesh, place: Place) -> int:
    """Return the dart of a side, or the corner number of a corner."""
    return int(mesh.tile_dart[place.tile]) + place.index


def shared_borders(mesh: Mesh, a: range, b: range) -> list[int]:
    """Return the borders between a cell of `a` and a cell of `b`, each a range of one tile."""
    tile = int(np.searchsorted(mesh.tile_cell, np.int32(a.start), side="right")) - 1
    borders = mesh.dart_border[mesh.tile_dart[tile] : mesh.tile_dart[tile + 1]]
    found = []
    for border in borders.tolist():
        first, last = mesh.border_darts[border].tolist()
        ends = int(mesh.dart_cell[first]), int(mesh.dart_cell[last])
        if first != last and any(p in a and q in b for p, q in (ends, ends[::-1])):
            found.append(border)
    return found
