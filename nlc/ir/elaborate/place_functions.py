"""Built-in functions on the places of cells: neighbours, leaps, diagonals, turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from nlc.arrays import AnyInts, Bools, Floats, Ints, look_up, offsets, unique_rows
from nlc.board import Board, Incidence, Sort, cached_by_board, group_by_key
from nlc.graph import components
from nlc.ir.elaborate import values as vs
from nlc.ir.elaborate.bounds import require_room
from nlc.ir.elaborate.line_functions import neighbours_of, shaped

KNIGHT = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
"""The leaps of a knight, rows and columns."""


def placed(
    board: Board, texts: Mapping[int, str], shapes: Ints, cells: Ints, ways: Ints
) -> vs.StaticSet:
    """Return the cells of a shape in each row, on squares; none where it does not fit.

    Args:
        texts: the drawings of the shapes, rows of ``x`` and ``.`` with ``/`` between them.
        shapes: shape (rows,), the keys of the drawings.
        cells: shape (rows,), where the first cell of the turned shape lies, row by row.
        ways: shape (rows,), its quarter turns, clockwise; from 4 on of its mirror image. A way that
            looks like an earlier one has no place.
    """
    grid = _Grid(board)
    at, found = [np.zeros(0, np.int64)], [np.zeros(0, np.int32)]
    for shape, text in texts.items():
        seen: list[list[list[int]]] = []
        for way in range(8):
            offset = _turned(text, way)
            if offset in seen:
                continue
            seen.append(offset)
            rows = np.flatnonzero((shapes == shape) & (ways == way))
            own = np.sort(grid.at(cells[rows, None], np.array(offset)), axis=1)
            fits = (own[:, 0] >= 0) & (own[:, 1:] > own[:, :-1]).all(axis=1)
            at.append(np.repeat(rows[fits], own.shape[1]))
            found.append(own[fits].ravel())
    table = group_by_key(np.concatenate(at), np.concatenate(found), len(shapes))
    require_room(len(table.data))
    return vs.StaticSet(Sort.CELL, table.indptr, table.data)


def _turned(text: str, way: int) -> list[list[int]]:
    """Return the offsets of a turned shape's cells from its first one, row by row."""
    shape = [(r, c) for r, row in enumerate(text.split("/")) for c, x in enumerate(row) if x == "x"]
    if way > 3:
        shape = [(r, -c) for r, c in shape]
    for _ in range(way % 4):
        shape = [(c, -r) for r, c in shape]
    top, left = min(shape)
    return sorted([r - top, c - left] for r, c in shape)


def diagonal(board: Board, cell: vs.Static, corner: vs.Static) -> vs.StaticSet:
    """Return the cells on the diagonal from each square through a corner, nearest first."""
    cells, corners = np.broadcast_arrays(np.atleast_1d(cell.data), corner.data)
    grid, pairs = _Grid(board), zip(cells.tolist(), corners.tolist(), strict=True)
    way = np.sign(board.points[corners] - board.centers[cells]).astype(int)[:, ::-1]
    live = np.flatnonzero([vertex in board.cell_corners.row(own) for own, vertex in pairs])
    at = cells[live]
    rows, found = [live[:0]], [at[:0]]
    while len(live):
        at = grid.at(at, way[live])
        goes_on = (at >= 0) & (at != cells[live])
        live, at = live[goes_on], at[goes_on]
        rows.append(live)
        found.append(at)
    table = group_by_key(np.concatenate(rows), np.concatenate(found), len(cells))
    require_room(len(table.data))
    return shaped(Sort.CELL, table.indptr, table.data, cell, corner)


def turn(board: Board, cell: vs.Static, centre: vs.Static, degrees: vs.Static) -> vs.Static:
    """Return the image of each cell under a clockwise turn of the drawing; missing if none.

    Args:
        centre: a cell, a border or a vertex.
    """
    assert isinstance(centre.kind, Sort)
    middle = board.middles(centre.kind)[centre.data]
    return _image(board, cell, middle, middle, np.deg2rad(degrees.data % 360), np.asarray(1))


def moved(
    board: Board, cell: vs.Static, start: vs.Static, end: vs.Static, way: vs.Static
) -> vs.Static:
    """Return the cell where each comes to when the drawing is moved; missing if none.

    Args:
        start: the cell that comes to `end`.
        way: the number of quarter turns, clockwise, of sixths unless on squares; after all turns
            come those of the mirror image, right and left exchanged before.
    """
    turns = 4 if board.topology == "square" else 6
    angle, side = 2 * np.pi / turns * way.data, np.where(way.data < turns, 1, -1)
    ends = board.centers[start.data], board.centers[end.data]
    found = _image(board, cell, *ends, angle, side).data
    if board.topology == "triangle":
        up = _points_up(board)
        same = up[cell.data] == (up[np.maximum(found, 0)] ^ (way.data % 2 > 0))
        found = np.where((found != vs.MISSING) & same, found, vs.MISSING)
    return vs.Static(Sort.CELL, found)


@cached_by_board
def _points_up(board: Board) -> Bools:
    """Return which triangles point up: that corner is farther from the middle than the side."""
    height = board.points[board.cell_corners.data].reshape(-1, 3, 2)[..., 1]
    return np.asarray(np.sum((height - board.centers[:, None, 1]) ** 3, axis=1) < 0)


def _image(
    board: Board, cell: vs.Static, start: Floats, end: Floats, angle: Floats, side: AnyInts
) -> vs.Static:
    """Return the cell after a turn, for the side -1 of the mirrored drawing, from start to end."""
    x, y = np.moveaxis(board.centers[cell.data] - start, -1, 0)
    x = side * x
    # The y axis leads downwards, so that this is clockwise.
    turned = [np.cos(angle) * x - np.sin(angle) * y, np.sin(angle) * x + np.cos(angle) * y]
    places = _keys(np.stack(np.broadcast_arrays(*turned), axis=-1) + end)
    return vs.Static(Sort.CELL, look_up(*_places(board), places, vs.MISSING))


def part(board: Board, cell: vs.Static, members: vs.StaticSet) -> vs.StaticSet:
    """Return the members of a set that links between its members join to each cell."""
    rows = cell.data.size if members.indptr is None else len(members.indptr) - 1
    indptr, cells = members.over(rows)
    count = board.count(Sort.CELL)
    keys = vs.ragged_rows(indptr).astype(np.int64) * count + cells
    order = np.argsort(keys, kind="stable")
    beside = neighbours_of(board)
    ends, near = vs.ragged_take(beside.indptr, beside.data, cells)
    one = vs.ragged_rows(ends)
    other = look_up(keys[order], order, keys[one] - cells[one] + near, vs.MISSING)
    both = other >= 0
    root = components(len(keys), np.stack([one[both], other[both]], axis=-1))
    at = look_up(keys[order], order, np.arange(rows) * count + cell.over(rows), vs.MISSING)
    own = np.where(at >= 0, root[np.maximum(at, 0)] if len(root) else vs.MISSING, vs.MISSING)
    keep = root == own[vs.ragged_rows(indptr)]
    alone = cell.data.ndim == 0 and members.indptr is None
    return vs.StaticSet(Sort.CELL, None if alone else vs.ragged_filter(indptr, keep), cells[keep])


@cached_by_board
def _places(board: Board) -> tuple[vs.Wide, Ints]:
    """Return the keys of places with a cell, ascending, and the cells; the first one of lanes."""
    keys, cells = np.unique(_keys(board.centers), return_index=True)
    return keys, cells.astype(np.int32)


def _keys(places: Floats) -> vs.Wide:
    """Return numbers that are equal for equal places, of shape (..., 2)."""
    x, y = np.moveaxis(np.round(1000 * places).astype(np.int64), -1, 0)
    return np.asarray(x * 2**32 + y, np.int64)


@cached_by_board
def touching(board: Board) -> Incidence:
    """Return the cells that share a side or a corner with each cell, in the order of the board."""
    cells = rings(board).cells
    return _incidence([sorted(cells.row(i).tolist()) for i in range(len(cells.lengths))])


@cached_by_board
def knights(board: Board) -> Incidence:
    """Return the cells at a knight's move from each cell, on squares."""
    cells = np.arange(board.count(Sort.CELL), dtype=np.int32)
    leaps = _Grid(board).at(cells[:, None], np.array(KNIGHT)).tolist()
    return _incidence([sorted({*row} - {-1, cell}) for cell, row in enumerate(leaps)])


class _Grid:
    """Squares by rows and columns, also across the wrap of the board."""

    def __init__(self, board: Board) -> None:
        self._places = np.stack([board.row_of, board.col_of], axis=-1)
        self._cells = np.full((board.rows, board.cols), -1, np.int32)
        first, every = self._places[::-1].T, np.arange(len(board.row_of), dtype=np.int32)
        self._cells[first[0], first[1]] = every[::-1]
        one, other = self._places[board.border_cells[board.border_inner]].swapaxes(0, 1)
        self._wraps = (np.abs(one - other) > 1).any(axis=0)

    def at(self, cells: Ints, offset: AnyInts) -> Ints:
        """Return the cells at offsets of rows and columns from others, -1 for none.

        Args:
            cells: shape (…).
            offset: shape (…, 2).
        """
        size, place = np.array(self._cells.shape), self._places[cells] + offset
        place = np.where(self._wraps, place % size, place)
        inside = np.asarray(((place >= 0) & (place < size)).all(axis=-1))
        row, col = np.moveaxis(np.where(inside[..., None], place, 0), -1, 0)
        return np.where(inside, self._cells[row, col], np.int32(-1))


def _incidence(rows: Sequence[Sequence[int]]) -> Incidence:
    data = np.array([x for row in rows for x in row], np.int32)
    return Incidence(offsets(np.array([len(row) for row in rows], np.int64)), data)


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
    sizes, row = np.diff(indptr), vs.ragged_rows(indptr)
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
