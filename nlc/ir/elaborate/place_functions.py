"""Built-in functions on the places of cells: neighbours, leaps, diagonals, turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from nlc.arrays import Ints, offsets
from nlc.board import Board, Incidence, Sort, cached_by_board
from nlc.ir.elaborate.bounds import require_room
from nlc.ir.elaborate.line_functions import shaped, taken
from nlc.ir.elaborate.rings import rings
from nlc.ir.elaborate.values import MISSING, Static, StaticSet

KNIGHT = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
"""The leaps of a knight, rows and columns."""


def neighbours(board: Board, cell: Static) -> StaticSet:
    """Return the cells at the other ends of the links of each cell."""
    cells, links = np.atleast_1d(cell.data), taken(Sort.LINK, board.cell_links, cell.data)
    indptr, data = links.over(1)
    others = board.link_cells[data].sum(axis=1) - np.repeat(cells, np.diff(indptr))
    return shaped(Sort.CELL, indptr, others.astype(np.int32), cell)


def touching(board: Board, cell: Static) -> StaticSet:
    """Return the cells that share a side or a corner with each cell, in the order of the board."""
    return taken(Sort.CELL, _touching(board), cell.data)


def knights(board: Board, cell: Static) -> StaticSet:
    """Return the cells at a knight's move from each cell, on squares."""
    return taken(Sort.CELL, _leaps(board), cell.data)


def placed(
    board: Board, texts: Mapping[int, str], shapes: Ints, cells: Ints, ways: Ints
) -> StaticSet:
    """Return the cells of a shape in each row, on squares; none where it does not fit.

    Args:
        texts: the drawings of the shapes, rows of ``x`` and ``.`` with ``/`` between them.
        shapes: shape (rows,), the keys of the drawings.
        cells: shape (rows,), where the first cell of the turned shape lies, row by row.
        ways: shape (rows,), its quarter turns, clockwise; from 4 on of its mirror image. A way that
            looks like an earlier one has no place.
    """
    grid = np.full((board.rows, board.cols), -1, np.int32)
    every = np.arange(len(board.row_of), dtype=np.int32)[::-1]
    grid[board.row_of[every], board.col_of[every]] = every
    wraps = _Grid(board).wraps
    at, found = [np.zeros(0, np.int64)], [np.zeros(0, np.int32)]
    for shape, text in texts.items():
        seen: list[list[list[int]]] = []
        for way in range(8):
            offset = _turned(text, way)
            if offset in seen:
                continue
            seen.append(offset)
            rows = np.flatnonzero((shapes == shape) & (ways == way))
            place = np.stack([board.row_of[cells[rows]], board.col_of[cells[rows]]], axis=-1)
            place = place[:, None] + np.array(offset)
            size = np.array(grid.shape)
            place = np.where(wraps, place % size, place)
            inside = ((place >= 0) & (place < size)).all(axis=-1)
            y, x = np.moveaxis(np.where(inside[..., None], place, 0), -1, 0)
            own = np.sort(np.where(inside, grid[y, x], -1), axis=1)
            fits = (own[:, 0] >= 0) & (own[:, 1:] > own[:, :-1]).all(axis=1)
            at.append(np.repeat(rows[fits], own.shape[1]))
            found.append(own[fits].ravel())
    row, data = np.concatenate(at), np.concatenate(found)
    require_room(len(data))
    counts = np.bincount(row, minlength=len(shapes))
    return StaticSet(Sort.CELL, offsets(counts), data[np.argsort(row, kind="stable")])


def _turned(text: str, way: int) -> list[list[int]]:
    """Return the offsets of a turned shape's cells from its first one, row by row."""
    shape = [(r, c) for r, row in enumerate(text.split("/")) for c, x in enumerate(row) if x == "x"]
    if way > 3:
        shape = [(r, -c) for r, c in shape]
    for _ in range(way % 4):
        shape = [(c, -r) for r, c in shape]
    top, left = min(shape)
    return sorted([r - top, c - left] for r, c in shape)


def diagonal(board: Board, cell: Static, corner: Static) -> StaticSet:
    """Return the cells on the diagonal from each square through a corner, nearest first."""
    cells, corners = np.broadcast_arrays(np.atleast_1d(cell.data), corner.data)
    grid = _Grid(board)
    rows: list[list[int]] = []
    for own, vertex in zip(cells.tolist(), corners.tolist(), strict=True):
        found: list[int] = []
        if vertex in board.cell_corners.row(own):
            way = np.sign(board.points[vertex] - board.centers[own]).astype(int)
            at = own
            while (step := grid.at(at, int(way[1]), int(way[0]))) is not None and step != own:
                found.append(step)
                at = step
        rows.append(found)
    require_room(sum(map(len, rows)))
    made = _incidence(rows)
    return shaped(Sort.CELL, made.indptr, made.data, cell, corner)


def turn(board: Board, cell: Static, centre: Static, degrees: Static) -> Static:
    """Return the image of each cell under a clockwise turn of the drawing; missing if none.

    Args:
        centre: a cell, a border or a vertex.
    """
    assert isinstance(centre.kind, Sort)
    cells, centres, turns = np.broadcast_arrays(cell.data, centre.data, degrees.data)
    angle = np.deg2rad(turns % 360)
    middle = board.middles(centre.kind)[centres]
    x, y = np.moveaxis(board.centers[cells] - middle, -1, 0)
    # The y axis leads downwards, so that this is clockwise.
    turned = np.stack(
        [np.cos(angle) * x - np.sin(angle) * y, np.sin(angle) * x + np.cos(angle) * y]
    )
    places = _places(board)
    keys = np.round(np.moveaxis(turned, 0, -1) + middle, 3).reshape(-1, 2) + 0.0
    found = [places.get((a, b), MISSING) for a, b in keys.tolist()]
    return Static(Sort.CELL, np.array(found, np.int32).reshape(cells.shape))


@cached_by_board
def _places(board: Board) -> dict[tuple[float, float], int]:
    """Return the cells by their places; the first one of lanes."""
    keys = (np.round(board.centers, 3) + 0.0).tolist()
    return {(a, b): i for i, (a, b) in reversed(list(enumerate(keys)))}


@cached_by_board
def _touching(board: Board) -> Incidence:
    cells = rings(board).cells
    return _incidence([sorted(cells.row(i).tolist()) for i in range(len(cells.lengths))])


@cached_by_board
def _leaps(board: Board) -> Incidence:
    grid = _Grid(board)
    cells = range(board.count(Sort.CELL))
    leaps = [{grid.at(cell, *leap) for leap in KNIGHT} - {None, cell} for cell in cells]
    return _incidence([sorted(found for found in row if found is not None) for row in leaps])


class _Grid:
    """Squares by rows and columns, also across the wrap of the board."""

    def __init__(self, board: Board) -> None:
        self._board = board
        places = zip(board.row_of.tolist(), board.col_of.tolist(), strict=True)
        self._cells = {place: i for i, place in reversed(list(enumerate(places)))}
        ends = board.border_cells[board.border_inner]
        self.wraps = [
            bool((np.abs(axis[ends[:, 0]] - axis[ends[:, 1]]) > 1).any())
            for axis in (board.row_of, board.col_of)
        ]

    def at(self, cell: int, down: int, right: int) -> int | None:
        """Return the cell at an offset of rows and columns from another, if there is one."""
        board = self._board
        row, col = int(board.row_of[cell]) + down, int(board.col_of[cell]) + right
        row = row % board.rows if self.wraps[0] else row
        col = col % board.cols if self.wraps[1] else col
        return self._cells.get((row, col))


def _incidence(rows: Sequence[Sequence[int]]) -> Incidence:
    data = np.array([x for row in rows for x in row], np.int32)
    return Incidence(offsets(np.array([len(row) for row in rows], np.int64)), data)
