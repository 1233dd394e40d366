"""The ring of cells round a cell, in order, and where it is broken."""

from __future__ import annotations

import numpy as np

from nlc.arrays import Bools, Ints, offsets, unique_rows
from nlc.board import Board, Incidence, kept_by_board


@kept_by_board
def rings(board: Board) -> Incidence:
    """Return the cells that share a corner with each cell, clockwise round it, each once.

    Where a wrapped board is so small that a cell would come twice, it comes where it comes first.
    """
    corners = board.cell_corners
    cell = np.repeat(np.arange(len(corners.lengths), dtype=np.int32), corners.lengths)
    indptr, between = _round_vertices(board)
    size = np.diff(indptr)[corners.data]
    # Round each corner, clockwise, from the cell itself on: first to last of what lies there.
    corner = np.repeat(np.arange(len(corners.data)), size)
    turn = np.arange(len(corner)) - np.repeat(offsets(size)[:-1], size)
    base, degree = indptr[corners.data[corner]], size[corner]
    own = between[base + turn] == cell[corner]
    begin = np.zeros(len(corners.data), np.int64)
    begin[corner[own]] = turn[own]
    found = between[base + (begin[corner] + turn) % degree]
    keep = (found >= 0) & (found != cell[corner])
    pairs = np.stack([cell[corner], found], axis=1)[keep]
    first = np.sort(unique_rows(pairs)[0])
    counts = np.bincount(pairs[first, 0], minlength=len(corners.lengths))
    return Incidence(offsets(counts), pairs[first, 1].astype(np.int32))


def _round_vertices(board: Board) -> tuple[Ints, Ints]:
    """Return the cells round each vertex, clockwise, between each border and the next one; or -1.

    A bridge has no corners, so it is not among them.
    """
    indptr, borders = board.vertex_borders.indptr, board.vertex_borders.data
    following = np.arange(1, len(borders) + 1)
    some = np.diff(indptr) > 0
    following[indptr[1:][some] - 1] = indptr[:-1][some]
    here, after = board.border_cells[borders], board.border_cells[borders[following]]
    vertex = np.repeat(np.arange(len(some)), np.diff(indptr))
    out = np.full(len(borders), -1, np.int32)
    for side in (0, 1):
        mine = here[:, side]
        both = (mine >= 0) & (mine[:, None] == after).any(axis=1)
        # Two borders of one cell in a row may also enclose what lies on their other side.
        out = np.where(both & (out < 0), mine, out)
    at = board.vertex_cells
    keys = np.repeat(np.arange(len(some)), at.lengths).astype(np.int64) * len(at.data) + at.data
    known = np.isin(vertex.astype(np.int64) * len(at.data) + out, keys)
    return indptr, np.where(known, out, -1).astype(np.int32)


def side_by_side(board: Board, cells: Ints, others: Ints) -> Bools:
    """Return whether two cells share a side, walls or not, for each pair."""
    count = max(int(board.border_cells.max(initial=0)) + 1, 1)
    inner = board.border_cells[board.border_inner].astype(np.int64)
    keys = np.concatenate([inner @ [count, 1], inner @ [1, count]])
    pairs: Bools = np.isin(cells.astype(np.int64) * count + others, keys)
    return pairs
