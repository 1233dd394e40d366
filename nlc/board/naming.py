"""Names of the elements of a drawn board, and elements by names.

Two convex tiles of a board share at most one side, and a wrap-around board has three cells in each
direction that wraps, so that a link or inner border is determined by its two cells.
"""

from __future__ import annotations

import re
from weakref import WeakKeyDictionary

import numpy as np
from msgspec import Struct

from nlc.arrays import Ints
from nlc.board import MAX_AXES, Incidence, Sort
from nlc.board.mesh import Mesh

_PLACE = re.compile(r"r([1-9][0-9]*)c([1-9][0-9]*)(?:\.(side|corner|lane|line)\(([A-Z]+)\))?")


MAX_CACHED_NAMES = 10_000
"""The most names of a board that are cached with their elements."""


class Place(Struct, frozen=True):
    """A tile, or a part of one.

    Attributes:
        tile: the tile's number.
        part: ``side``, ``corner``, ``lane`` or ``line``, or None for the tile itself.
        index: the number of the side or corner in the tile; 0 for the tile itself.
    """

    tile: int
    part: str | None
    index: int


def parse_place(mesh: Mesh, text: str) -> Place | str:
    """Parse the name of a place; return the place, or the reason why there is none."""
    match = _PLACE.fullmatch(text)
    if match is None:
        return f"'{text}' is not a place on a drawn board"
    row, col, part, name = match.groups()
    # Long numbers are cut, since their conversion takes long, and no board is that large.
    tile = mesh.tile_at(int(row[:10]) - 1, int(col[:10]) - 1)
    if tile is None:
        return f"there is no cell r{row}c{col} on this board"
    if part is None:
        return Place(tile, None, 0)
    if part == "lane" and mesh.lanes_of(tile) == 1:
        return f"r{row}c{col} is not a bridge, so it has no lanes"
    polygon = mesh.shape.polygons[mesh.tile_kind[tile]]
    if part == "line" and not polygon.opposed:
        return f"r{row}c{col} has no sides that are opposite, so no straight line leads through it"
    names = tuple(polygon.corners) if part == "corner" else polygon.sides
    if name not in names:
        kind = "corner" if part == "corner" else "side"
        return f"r{row}c{col} has no {kind} {name}; its {kind}s are {', '.join(names)}"
    return Place(tile, part, names.index(name))


def cells_of(mesh: Mesh, place: Place) -> range:
    """Return the cells of a place: one, or all lanes of a bridge that is named as a tile.

    A side belongs to one cell; a corner, like the tile itself, to all cells of its tile.
    """
    first, lanes = int(mesh.tile_cell[place.tile]), mesh.lanes_of(place.tile)
    if place.part in ("lane", "side", "line"):
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


class Naming(Struct, frozen=True, eq=False, weakref=True):
    """The names of a board's elements, made on demand.

    Attributes:
        link_cells: as in `Board`.
        border_cells: as in `Board`.
        cell_links: as in `Board`.
    """

    mesh: Mesh
    link_cells: Ints
    border_cells: Ints
    cell_links: Incidence

    def names(self, sort: Sort) -> list[str]:
        """Return the names of all elements of a sort."""
        made = {Sort.CELL: self.cells, Sort.LINK: self.links, Sort.BORDER: self.borders}
        return made.get(sort, self.vertices)()

    def cells(self) -> list[str]:
        """Return ``r1c1`` for each cell, ``r1c1.lane(N)`` for each lane."""
        mesh = self.mesh
        lanes = np.diff(mesh.tile_cell)
        tiles = self._tiles(np.repeat(np.arange(len(lanes), dtype=np.int32), lanes))
        for tile in np.flatnonzero(lanes > 1).tolist():
            sides = mesh.shape.polygons[mesh.tile_kind[tile]].sides
            for lane in range(mesh.lanes_of(tile)):
                tiles[mesh.tile_cell[tile] + lane] += f".lane({sides[lane]})"
        return tiles

    def links(self) -> list[str]:
        """Return ``r1c1-r1c2`` for each link."""
        cells = self.cells()
        a, b = self.link_cells.T.tolist()
        return [f"{cells[p]}-{cells[q]}" for p, q in zip(a, b, strict=True)]

    def borders(self) -> list[str]:
        """Return ``r1c1|r1c2`` for each inner border, ``r1c1.side(N)`` for each on the rim."""
        mesh = self.mesh
        cells = self.cells()
        a, b = self.border_cells.T.tolist()
        # On the rim b is -1: those names are replaced below.
        names = [f"{cells[p]}|{cells[q]}" for p, q in zip(a, b, strict=True)]
        rim = np.flatnonzero(self.border_cells[:, 1] < 0)
        darts = mesh.border_darts[rim, 0]
        tiles = self._tiles(mesh.dart_tile[darts])
        for border, tile, dart in zip(rim.tolist(), tiles, darts.tolist(), strict=True):
            sides = mesh.shape.polygons[mesh.tile_kind[mesh.dart_tile[dart]]].sides
            names[border] = f"{tile}.side({sides[mesh.side_of(dart)]})"
        return names

    def vertices(self) -> list[str]:
        """Return ``r1c1.corner(NW)`` for each vertex, with its first tile."""
        mesh = self.mesh
        tile = mesh.dart_tile[mesh.vertex_corner]
        names = [f".corner({name})" for polygon in mesh.shape.polygons for name in polygon.corners]
        sizes = np.array([len(polygon.corners) for polygon in mesh.shape.polygons])
        number = mesh.vertex_corner - mesh.tile_dart[tile]
        number = number + (np.cumsum(sizes) - sizes)[mesh.tile_kind[tile]]
        return [
            place + names[n] for place, n in zip(self._tiles(tile), number.tolist(), strict=True)
        ]

    def _tiles(self, tiles: Ints) -> list[str]:
        rows = (self.mesh.tile_row[tiles] + 1).tolist()
        cols = (self.mesh.tile_col[tiles] + 1).tolist()
        return [f"r{row}c{col}" for row, col in zip(rows, cols, strict=True)]

    def line(self, cell: int, axis: int) -> str:
        """Return ``r1c1.line(E)`` for the straight line through two opposite sides of a cell."""
        mesh = self.mesh
        tile = int(np.searchsorted(mesh.tile_cell, np.int32(cell), side="right")) - 1
        sides = mesh.shape.polygons[mesh.tile_kind[tile]].sides
        side = cell - int(mesh.tile_cell[tile]) if mesh.lanes_of(tile) > 1 else axis
        (name,) = self._tiles(np.array([tile], np.int32))
        return f"{name}.line({sides[side]})"

    def find(self, sort: Sort | None, text: str) -> tuple[Sort, int] | None:
        """Return the element with a name if it is of a sort (None for any), or None."""
        known = _cache.get(self)
        if known is None:
            names = self.cells() if self.mesh.cells <= MAX_CACHED_NAMES // 2 else []
            known = _cache[self] = {name: (Sort.CELL, i) for i, name in enumerate(names)}
        found = known.get(text)
        if found is None:
            if "-" in text:
                found = self._link(text)
            elif "|" in text:
                found = self._border(text)
            else:
                found = self._place(text)
            if found is not None and len(known) < MAX_CACHED_NAMES:
                known[text] = found
        return found if found is not None and sort in (None, found[0]) else None

    def _place(self, text: str) -> tuple[Sort, int] | None:
        mesh = self.mesh
        place = parse_place(mesh, text)
        if isinstance(place, str):
            return None
        if place.part == "side":
            return Sort.BORDER, int(mesh.dart_border[dart_of(mesh, place)])
        if place.part == "corner":
            return Sort.VERTEX, int(mesh.corner_vertex[dart_of(mesh, place)])
        cells = cells_of(mesh, place)
        if place.part == "line":
            sides = len(mesh.shape.polygons[mesh.tile_kind[place.tile]].sides)
            axis = 0 if mesh.lanes_of(place.tile) > 1 else place.index % (sides // 2)
            return Sort.LINE, cells[0] * MAX_AXES + axis
        return (Sort.CELL, cells[0]) if len(cells) == 1 else None

    def _link(self, text: str) -> tuple[Sort, int] | None:
        ends = self._ends(text, "-")
        for link in self.cell_links.row(ends[0]).tolist() if ends else ():
            if tuple(self.link_cells[link].tolist()) == ends:
                return Sort.LINK, link
        return None

    def _border(self, text: str) -> tuple[Sort, int] | None:
        ends = self._ends(text, "|")
        if ends is None:
            return None
        borders = shared_borders(self.mesh, *(range(cell, cell + 1) for cell in ends))
        return (Sort.BORDER, borders[0]) if borders else None

    def _ends(self, text: str, separator: str) -> tuple[int, int] | None:
        """Return the two cells of a link or inner border, smaller first, or None."""
        found = [self._place(part) for part in text.split(separator, 1)]
        a, b = (end[1] if end and end[0] is Sort.CELL else -1 for end in found)
        return (min(a, b), max(a, b)) if a >= 0 and b >= 0 else None


_cache: WeakKeyDictionary[Naming, dict[str, tuple[Sort, int]]] = WeakKeyDictionary()
"""A cache of elements by names; it is not pickled with a board."""
