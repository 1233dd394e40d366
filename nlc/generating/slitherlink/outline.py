"""Boards that lack cells: the places of the cells of a drawing, and the gaps of a coarser board.

A whole board of the tiling lies under every drawn one. A place without a cell is `missing`.
"""

from __future__ import annotations

from math import sqrt

import numpy as np
from msgspec import Struct

from nlc.arrays import Ints
from nlc.board import Board
from nlc.errors import fail
from nlc.generating.slitherlink.lattice import LATTICES, Offset
from nlc.generating.slitherlink.regions import PAD, Grid, doubled, grid

_LEAST_SHARE = 0.6
"""The least part of its share of cells that a board keeps when it is halved."""


class Outline(Struct, frozen=True):
    """The smallest whole board that holds a drawn one.

    Attributes:
        rows: of the whole board.
        cols: likewise.
        missing: rows and columns, from 0, of the places without a cell.
    """

    rows: int
    cols: int
    missing: frozenset[Offset] = frozenset()


def outline(board: Board, most: int | None = None) -> Outline | None:
    """Return the outline of a board, or None: its cells are not in rows and columns of `LATTICES`.

    That is so of boards that wrap, of bridges, and of hexagons with a flat top.

    Args:
        most: the most places that the whole board may have.

    Raises:
        UserError: it has more.
    """
    if board.topology not in LATTICES or (board.lanes >= 0).any():
        return None
    row, col = _places(board)
    rows, cols = int(row.max()) + 1, int(col.max()) + 1
    if most is not None and rows * cols > most:
        raise fail(f"slitherlink puzzles are made on boards of at most {most} cells")
    taken = np.zeros((rows, cols), np.bool_)
    taken[row, col] = True
    missing = frozenset((r, c) for r, c in np.argwhere(~taken).tolist())
    area = grid(board.topology, rows, cols, missing)
    lengths = board.cell_borders.lengths
    if len(area.cells) != len(row) or (lengths != area.sides.shape[1]).any():
        return None
    faces, cells = area.faces, np.arange(len(row), dtype=np.int32)
    across = faces[area.sides]
    across[across >= len(row)] = -1
    pairs = board.border_cells[board.cell_borders.data].reshape(*across.shape, 2)
    beyond = np.where(pairs[..., 0] == cells[:, None], pairs[..., 1], pairs[..., 0])
    same = np.array_equal(across, beyond) and np.array_equal(faces[area.cells], cells)
    return Outline(rows, cols, missing) if same else None


def _places(board: Board) -> tuple[Ints, Ints]:
    """Return the row and the column of each cell, from 0, in the whole board under it."""
    x, y = board.centers.T
    if board.topology == "hex":
        row, half = np.rint(y / 1.5).astype(np.int32), np.rint(x / (sqrt(3) / 2)).astype(np.int32)
        row -= row.min()
        half += (half[0] - row[0]) % 2  # odd rows are drawn half a cell further right
        col = (half - row % 2) // 2
        return row, col - col.min()
    if board.topology == "triangle":
        height = y / (sqrt(3) / 2)
        row, col = np.floor(height).astype(np.int32), np.rint(2 * x).astype(np.int32)
        row -= row.min()
        col -= col.min()
        points_up = height[0] % 1 > 0.5
        # A cell at an even sum of row and column points up.
        return row, col + ((row[0] + col[0]) % 2 == points_up)
    row, col = np.floor(y).astype(np.int32), np.floor(x).astype(np.int32)
    return row - row.min(), col - col.min()


def coarser(area: Grid, rows: int, cols: int) -> frozenset[Offset] | None:
    """Return the missing cells of a board with about half the rows and columns; None: too many.

    Whatever the regions on it are, holes and bays of `area` have one colour when it is doubled.
    Holes of one place may have any.
    """
    groups = [*(hole for hole in area.holes if len(hole) > 1), *area.bays]
    if not groups:
        return frozenset()
    whole = grid(area.tiling, rows, cols)
    height, width = whole.shape
    origin = np.arange(height * width, dtype=np.int32).reshape(height, width)
    parents = doubled(whole, area, origin).ravel()[np.concatenate(groups)]
    row, col = np.divmod(np.unique(parents), width)
    row, col = row - PAD, col - PAD
    inner = (row >= 0) & (row < rows) & (col >= 0) & (col < cols)
    missing = frozenset(zip(row[inner].tolist(), col[inner].tolist(), strict=True))
    coarse = grid(area.tiling, rows, cols, missing)
    share = _room(area) / (area.rows * area.cols)
    return missing if _room(coarse) >= max(1, _LEAST_SHARE * share * rows * cols) else None


def _room(area: Grid) -> int:
    """Return the number of cells of the largest part of a board."""
    return int(np.bincount(area.parts[area.cells]).max()) if len(area.cells) else 0
