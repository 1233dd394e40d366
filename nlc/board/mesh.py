"""Glues tiles: polygons on a lattice become a mesh of sides and corners.

The sides of all tiles, each with its tile, are the darts of a combinatorial map. Dart and
corner numbers run tile by tile and clockwise; corner k of a tile has the number of its dart k.
"""

from __future__ import annotations

from math import atan2, gcd, tau

import numpy as np
from msgspec import Struct

from nlc.arrays import AnyInts, Bools, Floats, Ints, number_keys, offsets
from nlc.board.tilings.base import Period, Placement, Shape


class Mesh(Struct, frozen=True, eq=False):
    """The tiles of a board (its tokens without holes), glued along their sides.

    A tile is one cell; but a bridge is a cell for each pair of opposite sides, its lanes.

    Attributes:
        shape: the kinds of tile.
        tile_row: shape (tiles,), drawn row from 0; tiles are row-major.
        tile_col: shape (tiles,), ordinal of the token in the row from 0.
        tile_kind: shape (tiles,), index into ``shape.polygons``.
        tile_dart: shape (tiles + 1,), the first dart of each tile.
        tile_cell: shape (tiles + 1,), the first cell of each tile.
        dart_tile: shape (darts,).
        dart_cell: shape (darts,), the cell or lane that the side belongs to.
        dart_border: shape (darts,).
        corner_vertex: shape (darts,).
        border_darts: shape (borders, 2), the darts of a border, equal on the rim.
        border_vertices: shape (borders, 2), in the clockwise direction of the first dart.
        border_ranks: shape (borders, 2), rank in the clockwise order round each of its vertices.
        vertex_corner: shape (vertices,), the first corner at each vertex.
        centers: shape (tiles, 2), Euclidean.
        points: shape (vertices, 2), Euclidean.
    """

    shape: Shape
    tile_row: Ints
    tile_col: Ints
    tile_kind: Ints
    tile_dart: Ints
    tile_cell: Ints
    dart_tile: Ints
    dart_cell: Ints
    dart_border: Ints
    corner_vertex: Ints
    border_darts: Ints
    border_vertices: Ints
    border_ranks: Ints
    vertex_corner: Ints
    centers: Floats
    points: Floats

    @property
    def cells(self) -> int:
        """The number of cells."""
        return int(self.tile_cell[-1])

    def lanes_of(self, tile: int) -> int:
        """Return the number of lanes of a bridge, 1 for any other tile."""
        return int(self.tile_cell[tile + 1] - self.tile_cell[tile])

    def side_of(self, dart: int) -> int:
        """Return the number of a dart in its tile."""
        return int(dart - self.tile_dart[self.dart_tile[dart]])

    def tile_at(self, row: int, col: int) -> int | None:
        """Return the tile at a drawn row and ordinal, both from 0, or None."""
        # int32 keys: a Python integer would make NumPy convert the whole array.
        if not 0 <= row < 2**31 or not 0 <= col < 2**31:
            return None
        low, high = (
            int(np.searchsorted(self.tile_row, np.int32(row), side=side))
            for side in ("left", "right")
        )
        tile = low + int(np.searchsorted(self.tile_col[low:high], np.int32(col)))
        return tile if tile < high and self.tile_col[tile] == col else None


def _sides(shape: Shape) -> Ints:
    """Tabulate the sides of all kinds of tile, one after the other, shape (6, sides).

    Of each: x and y of the corner of this number, the corners at its start and end (numbers in the
    tile), and its clockwise ranks there.
    """
    sides = []
    for polygon in shape.polygons:
        corners = list(polygon.corners.values())
        for k, (x, y) in enumerate(corners):
            start = (k + polygon.first) % len(corners)
            end = (start + 1) % len(corners)
            dx, dy = (corners[end][i] - corners[start][i] for i in (0, 1))
            way = dx // gcd(dx, dy), dy // gcd(dx, dy)
            sides.append((x, y, start, end, way, (-way[0], -way[1])))
    ways = {way for *_, forward, backward in sides for way in (forward, backward)}
    clockwise = sorted(ways, key=lambda way: atan2(way[0], -way[1]) % tau)
    rank = {way: i for i, way in enumerate(clockwise)}
    rows = [(*side[:4], rank[side[4]], rank[side[5]]) for side in sides]
    return np.array(rows, np.int32).T


def glue(placement: Placement, row: Ints, col: Ints, tiles: Ints, bridge: Bools) -> Mesh:
    """Return the mesh of some tokens of a drawing.

    Args:
        row: shape (tokens,), drawn row of each token.
        col: shape (tokens,), its ordinal in the row.
        tiles: shape (tiles,), the tokens that are not holes, ascending.
        bridge: shape (tiles,), the tiles to split into lanes; they have opposite sides.
    """
    shape, kind = placement.shape, placement.kind[tiles]
    corner_x, corner_y, starts, ends, rank_at_start, rank_at_end = _sides(shape)
    sides = np.array([len(polygon.sides) for polygon in shape.polygons], dtype=np.int32)

    size = sides[kind]
    tile_dart = offsets(size)
    tile = np.repeat(np.arange(len(tiles), dtype=np.int32), size)
    dart = np.arange(len(tile), dtype=np.int32)
    side = dart - tile_dart[tile]
    entry = (np.cumsum(sides) - sides)[kind][tile] + side

    x = placement.x[tiles][tile] + corner_x[entry]
    y = placement.y[tiles][tile] + corner_y[entry]
    corner_vertex, vertex_corner = number_keys(_point_keys(x, y, placement.period, 1))
    start = tile_dart[tile] + starts[entry]
    end = tile_dart[tile] + ends[entry]
    # Two sides are the same border if their midpoints are equal; these are doubled.
    middle = _point_keys(x[start] + x[end], y[start] + y[end], placement.period, 2)
    dart_border, first = number_keys(middle)
    last = np.empty_like(first)
    last[dart_border] = dart

    half = np.maximum(size // 2, 1)
    tile_cell = offsets(np.where(bridge, half, 1))
    lane = np.where(bridge[tile], side % half[tile], 0)
    scale = np.array(shape.scale)
    middles = np.array([np.mean(list(p.corners.values()), axis=0) for p in shape.polygons])
    return Mesh(
        shape=shape,
        tile_row=row[tiles],
        tile_col=col[tiles],
        tile_kind=kind.astype(np.int32),
        tile_dart=tile_dart,
        tile_cell=tile_cell,
        dart_tile=tile,
        dart_cell=(tile_cell[tile] + lane).astype(np.int32),
        dart_border=dart_border,
        corner_vertex=corner_vertex,
        border_darts=np.stack([first, last], axis=1),
        border_vertices=corner_vertex[np.stack([start[first], end[first]], axis=1)],
        border_ranks=np.stack([rank_at_start[entry[first]], rank_at_end[entry[first]]], axis=1),
        vertex_corner=vertex_corner,
        centers=(np.stack([placement.x, placement.y], axis=1)[tiles] + middles[kind]) * scale,
        points=np.stack([x[vertex_corner], y[vertex_corner]], axis=1) * scale,
    )


def _point_keys(x: Ints, y: Ints, period: Period, factor: int) -> AnyInts:
    """Return a key for each lattice point, equal for points that a wrap identifies."""
    wide_x, wide_y = x.astype(np.int64), y.astype(np.int64)
    if period.y:
        turns = wide_y // (factor * period.y)
        wide_x -= turns * factor * period.shear
        wide_y -= turns * factor * period.y
    if period.x:
        wide_x %= factor * period.x
    wide_x -= wide_x.min()
    wide_y -= wide_y.min()
    wide_y *= wide_x.max() + 1
    wide_y += wide_x
    return wide_y
