"""The ring of cells round a cell, in order, and its gaps."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nlc.arrays import Ints, offsets, unique_rows
from nlc.board import Board, Incidence, cached_by_board
from nlc.ir.elaborate.values import ragged_rows


class Rings(NamedTuple):
    """The rings of all cells.

    Attributes:
        cells: the cells that share a corner with each cell, clockwise round it, each once. A ring
            begins with its first cell on the board or, if it has gaps, with the first cell after a
            gap.
        touching: for each of them 1 if it touches the next one (after the last the first) at a
            corner of the cell, else 0.
    """

    cells: Incidence
    touching: Ints


@cached_by_board
def rings(board: Board) -> Rings:
    """Return the rings of all cells.

    If a wrapped board is so small that a cell occurs twice, the first occurrence counts.
    """
    corners = board.cell_corners
    count = len(corners.lengths)
    cell = np.repeat(np.arange(count, dtype=np.int32), corners.lengths)
    indptr, between = _round_vertices(board)
    size = np.diff(indptr)[corners.data]
    # The cells at each corner, clockwise from the cell itself.
    corner = np.repeat(np.arange(len(corners.data)), size)
    turn = np.arange(len(corner)) - np.repeat(offsets(size)[:-1], size)
    base, degree = indptr[corners.data[corner]], size[corner]
    own = between[base + turn] == cell[corner]
    begin = np.zeros(len(corners.data), np.int64)
    begin[corner[own]] = turn[own]
    found = between[base + (begin[corner] + turn) % degree].astype(np.int64)
    middle = cell[corner].astype(np.int64)
    there = (found >= 0) & (found != middle)
    beside = there[:-1] & there[1:] & (corner[:-1] == corner[1:])
    touching = ((middle * count + found)[:-1] * count + found[1:])[beside]
    pairs = np.stack([middle, found], axis=1)[there]
    pairs = pairs[np.sort(unique_rows(pairs)[0])]
    ends = offsets(np.bincount(pairs[:, 0], minlength=count))
    following = following_of(ends)
    keys = (pairs[:, 0] * count + pairs[:, 1]) * count + pairs[following, 1]
    touches = np.isin(keys, touching).astype(np.int32)
    order = _turn_to_first(ends, pairs[:, 1], touches)
    return Rings(Incidence(ends, pairs[order, 1].astype(np.int32)), touches[order])


def _turn_to_first(indptr: Ints, cells: Ints, touching: Ints) -> Ints:
    """Return the order of rings from their first cell, or from the first one after a gap."""
    sizes, row = np.diff(indptr), ragged_rows(indptr)
    at = np.arange(len(cells)) - indptr[row]
    begins = np.zeros(len(cells), np.bool_)
    begins[following_of(indptr)[touching == 0]] = True
    start = np.zeros(len(sizes), np.int64)
    start[sizes > 0] = at[np.lexsort((cells, ~begins, row))[indptr[:-1][sizes > 0]]]
    order: Ints = indptr[row] + (at + start[row]) % sizes[row]
    return order


def following_of(indptr: Ints) -> Ints:
    """Return the next index in a ragged array; after the last one of a row its first one."""
    following = np.arange(1, indptr[-1] + 1, dtype=np.int32)
    some = np.diff(indptr) > 0
    following[indptr[1:][some] - 1] = indptr[:-1][some]
    return following


def _round_vertices(board: Board) -> tuple[Ints, Ints]:
    """Return the cells round each vertex, clockwise, between each border and the next one; or -1.

    Bridges have no corners, and are left out.
    """
    indptr, borders = board.vertex_borders.indptr, board.vertex_borders.data
    here, after = board.border_cells[borders], board.border_cells[borders[following_of(indptr)]]
    vertex = np.repeat(np.arange(len(indptr) - 1), np.diff(indptr))
    out = np.full(len(borders), -1, np.int32)
    for side in (0, 1):
        mine = here[:, side]
        both = (mine >= 0) & (mine[:, None] == after).any(axis=1)
        # Two consecutive borders of one cell may also enclose the cell on their other side.
        out = np.where(both & (out < 0), mine, out)
    at = board.vertex_cells
    keys = (
        np.repeat(np.arange(len(indptr) - 1), at.lengths).astype(np.int64) * len(at.data) + at.data
    )
    known = np.isin(vertex.astype(np.int64) * len(at.data) + out, keys)
    return indptr, np.where(known, out, -1).astype(np.int32)
