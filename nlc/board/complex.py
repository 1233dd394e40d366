"""The cell complex: the incidences of cells, links, borders and vertices of a glued mesh."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, Ints, offsets
from nlc.board import Board, Incidence, group_by_key
from nlc.board.mesh import Mesh
from nlc.board.naming import Naming
from nlc.board.tilings.base import Period
from nlc.graph import Graph


class Passages(Struct, frozen=True, eq=False):
    """The walls and warps of a board.

    Attributes:
        walls: shape (walls,), borders that no link crosses.
        warp_cells: shape (warps, 2), the joined cells, smaller first.
        warp_darts: shape (warps, 2), the sides of the warp at these cells, or -1.
    """

    walls: Ints
    warp_cells: Ints
    warp_darts: Ints


NO_PASSAGES = Passages(
    np.zeros(0, np.int32), np.zeros((0, 2), np.int32), np.zeros((0, 2), np.int32)
)


def build_complex(
    mesh: Mesh, passages: Passages, topology: str, rows: int, cols: int, period: Period
) -> Board:
    """Return the board of a mesh.

    There is a link for each border between two cells that is not a wall, and one for each warp.
    """
    first, last = mesh.border_darts.T
    inner = first != last
    border_cells = np.stack(
        [mesh.dart_cell[first], np.where(inner, mesh.dart_cell[last], -1)], axis=1
    )
    vertex_inner = np.ones(len(mesh.vertex_corner), dtype=np.bool_)
    vertex_inner[mesh.border_vertices[~inner]] = False

    link_cells, link_darts, link_border = _links(mesh, passages, border_cells, inner)
    warped = link_border < 0
    dart_link = np.full(len(mesh.dart_tile), -1, dtype=np.int32)
    _set_links(dart_link, link_darts, ~warped)
    crossing = dart_link >= 0
    cells = np.concatenate([mesh.dart_cell[crossing], link_cells[warped].ravel()])
    links = np.concatenate([dart_link[crossing], np.repeat(np.flatnonzero(warped), 2)])
    cell_links = group_by_key(cells, links, mesh.cells)  # through sides clockwise, then warps
    rank = link_darts - mesh.tile_dart[mesh.dart_tile[link_darts]]
    most_sides = max(len(polygon.sides) for polygon in mesh.shape.polygons)
    rank[warped] = most_sides + np.arange(np.count_nonzero(warped))[:, None]
    _set_links(dart_link, link_darts, warped)

    tile_bridge = np.diff(mesh.tile_cell) > 1
    has_corners = ~tile_bridge[mesh.dart_tile]
    vertex_borders = _vertex_borders(mesh)
    border_link = np.full(len(inner), -1, dtype=np.int32)
    border_link[link_border[~warped]] = np.flatnonzero(~warped)
    vertex_links = border_link[vertex_borders.data]
    linked = vertex_links >= 0

    torus = "the board wraps round both ways" if period.x and period.y else None
    bridges = "the board has bridges" if tile_bridge.any() else None
    warps = "the board has warps" if warped.any() else None
    cell_tile = np.repeat(np.arange(len(mesh.tile_row)), np.diff(mesh.tile_cell))
    lanes = np.where(
        tile_bridge[cell_tile], np.arange(mesh.cells) - mesh.tile_cell[cell_tile], -1
    ).astype(np.int32)
    axes = np.array([len(p.sides) // 2 if p.opposed else 0 for p in mesh.shape.polygons])
    opposite, ports = _across(mesh, tile_bridge, dart_link, link_darts)
    return Board(
        topology=topology,
        rows=rows,
        cols=cols,
        link_cells=link_cells,
        link_border=link_border,
        border_cells=border_cells,
        border_vertices=mesh.border_vertices,
        cell_links=cell_links,
        cell_borders=group_by_key(mesh.dart_cell, mesh.dart_border, mesh.cells),
        cell_corners=group_by_key(
            mesh.dart_cell[has_corners], mesh.corner_vertex[has_corners], mesh.cells
        ),
        vertex_borders=vertex_borders,
        vertex_cells=group_by_key(
            mesh.corner_vertex[has_corners], mesh.dart_cell[has_corners], len(vertex_inner)
        ),
        vertex_links=Incidence(offsets(linked)[vertex_borders.indptr], vertex_links[linked]),
        border_inner=inner,
        vertex_inner=vertex_inner,
        opposite=opposite,
        cell_axes=np.where(tile_bridge, 1, axes[mesh.tile_kind])[cell_tile].astype(np.int32),
        link_ports=ports,
        link_graph=Graph(mesh.cells, link_cells, rank, torus or bridges or warps),
        border_graph=Graph(len(vertex_inner), mesh.border_vertices, mesh.border_ranks, torus),
        centers=mesh.centers[cell_tile],
        points=mesh.points,
        row_of=mesh.tile_row[cell_tile],
        col_of=mesh.tile_col[cell_tile],
        lanes=lanes,
        naming=Naming(mesh, link_cells, border_cells, cell_links),
    )


def _links(
    mesh: Mesh, passages: Passages, border_cells: Ints, inner: Bools
) -> tuple[Ints, Ints, Ints]:
    """Return the cells and darts (links, 2) and the border (links,) of each link, in order."""
    crossed = inner.copy()
    crossed[passages.walls] = False
    borders = np.flatnonzero(crossed).astype(np.int32)
    cells = np.concatenate([border_cells[borders], passages.warp_cells])
    darts = np.concatenate([mesh.border_darts[borders], passages.warp_darts])
    border = np.concatenate([borders, np.full(len(passages.warp_cells), -1, dtype=np.int32)])
    order = np.argsort(cells[:, 0].astype(np.int64) * mesh.cells + cells[:, 1], kind="stable")
    return cells[order], darts[order], border[order]


def _set_links(dart_link: Ints, link_darts: Ints, chosen: Bools) -> None:
    """Write the number of each chosen link at its darts."""
    for darts in link_darts.T:
        at = chosen & (darts >= 0)
        dart_link[darts[at]] = np.flatnonzero(at)


def _vertex_borders(mesh: Mesh) -> Incidence:
    """Return the borders at each vertex, clockwise."""
    clockwise = np.argsort(mesh.border_ranks.ravel(), kind="stable")
    vertices = mesh.border_vertices.ravel()[clockwise]
    return group_by_key(vertices, clockwise // 2, len(mesh.vertex_corner))


def _across(mesh: Mesh, bridge: Bools, dart_link: Ints, link_darts: Ints) -> tuple[Ints, Ints]:
    """Return `Board.opposite` and `Board.link_ports`."""
    tile = mesh.dart_tile[link_darts]
    base = mesh.tile_dart[tile]
    half, side = (mesh.tile_dart[tile + 1] - base) // 2, link_darts - base
    opposed = np.array([polygon.opposed for polygon in mesh.shape.polygons])
    valid = (link_darts >= 0) & opposed[mesh.tile_kind[tile]]
    across = dart_link[base + (side + half) % (mesh.tile_dart[tile + 1] - base)]
    axis = np.where(bridge[tile], 0, side % half)
    found = np.where(valid, [across, 2 * axis + side // half], -1).astype(np.int32)
    return found[0], found[1]
