"""Names of the elements of a drawn board, and back from names to elements.

Two convex tiles of a board share at most one side, and a wrap-around board has three cells in each
direction that wraps, so the two cells of a link or inner border tell it apart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from nlc.arrays import Ints
from nlc.board.board import Incidence, Sort
from nlc.board.mesh import Mesh
from nlc.board.places import cells_of, dart_of, parse_place, shared_borders
from nlc.dataclasses import dataclass


@dataclass(frozen=True, eq=False)
class Naming:
    """The names of a board's elements, made when they are asked for.

    Attributes:
        mesh: the glued tiles.
        link_cells: as in `Board`.
        border_cells: as in `Board`.
        cell_links: as in `Board`.
    """

    mesh: Mesh
    link_cells: Ints
    border_cells: Ints
    cell_links: Incidence

    def namers(self) -> Mapping[Sort, Callable[[], list[str]]]:
        """Return the function that names all elements of each sort."""
        return {
            Sort.CELL: self.cells,
            Sort.LINK: self.links,
            Sort.BORDER: self.borders,
            Sort.VERTEX: self.vertices,
        }

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
        """Return ``r1c1.corner(NW)`` for each vertex, after its first tile."""
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

    def find(self, sort: Sort | None, text: str) -> tuple[Sort, int] | None:
        """Return the element with the name `text`, if it is of the sort asked for, or None."""
        if "-" in text:
            found = self._link(text)
        elif "|" in text:
            found = self._border(text)
        else:
            found = self._place(text)
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
