"""The places of the sides of cells, also on boards that wrap around.

A wrap-around board has each corner once, so that a cell at the rim may have corners at the far
side. Their places next to the cell are derived from other cells of the same shape.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, Floats, distinct, unique_rows
from nlc.board import Board, cached_by_board

FAR = 1.5
"""A corner is far from its cell if its distance is so many times that of the median corner."""


class Outline(Struct, frozen=True, eq=False):
    """The places of sides next to each of their cells.

    Attributes:
        ends: shape (borders, 2, 2, 2): cell of the border, end, (x, y); on the rim both cells are
            the same one.
        split: shape (borders,), True if the border has different places next to its two cells.
    """

    ends: Floats
    split: Bools


@cached_by_board
def has_bridges(board: Board) -> bool:
    """Return whether some cells of a board are lanes of a bridge."""
    return bool((board.lanes >= 0).any())


def bridges(board: Board) -> list[list[int]]:
    """Return the lanes of each bridge, in the order in which they lie over each other."""
    found: dict[tuple[int, int], list[int]] = {}
    for i in np.flatnonzero(board.lanes >= 0).tolist():
        found.setdefault((int(board.row_of[i]), int(board.col_of[i])), []).append(i)
    return [*found.values()]


@cached_by_board
def outline(board: Board) -> Outline:
    """Return the outline of a board that is not a graph."""
    if not len(board.border_vertices):
        return Outline(np.zeros((0, 2, 2, 2)), np.zeros(0, dtype=np.bool_))
    corners = board.cell_corners
    ends = board.points[board.border_vertices]
    if not _wraps(board):
        return Outline(np.repeat(ends[:, None], 2, axis=1), np.zeros(len(ends), dtype=np.bool_))
    places = _unwrap(board)
    owner = np.repeat(np.arange(len(corners.lengths), dtype=np.int64), corners.lengths)
    keys = owner * len(board.points) + corners.data
    order = np.argsort(keys)
    cells = board.border_cells.astype(np.int64)
    cells = np.where(cells < 0, cells[:, :1], cells)
    wanted = cells[:, :, None] * len(board.points) + board.border_vertices[:, None, :]
    index = np.minimum(np.searchsorted(keys[order], wanted), len(keys) - 1)
    found = places[order[index]]
    # The lanes of a bridge have no corners: their sides have the place next to the other cell.
    has_place = keys[order[index]] == wanted
    found = np.where(
        has_place[..., None],
        found,
        np.where(has_place[:, ::-1, :, None], found[:, ::-1], ends[:, None]),
    )
    middles = found.mean(axis=2)
    return Outline(found, np.abs(middles[:, 0] - middles[:, 1]).max(axis=1) > 0.1)


def corner_places(board: Board) -> Floats:
    """Return the place of each entry of ``cell_corners`` next to its cell, shape (entries, 2)."""
    return _unwrap(board) if _wraps(board) else board.points[board.cell_corners.data]


def _wraps(board: Board) -> bool:
    """Return whether a cell has a corner at the far side of the board."""
    corners = board.cell_corners
    if not len(corners.data):
        return False
    owner = np.repeat(np.arange(len(corners.lengths)), corners.lengths)
    far = np.hypot(*(board.points[corners.data] - board.centers[owner]).T)
    # The median comes last, since NumPy imports `numpy.ma` for it.
    return bool(far.max() > FAR * far.min() and far.max() > FAR * np.median(far))


def _unwrap(board: Board) -> Floats:
    """Return the place of every entry of ``cell_corners`` next to its cell."""
    corners = board.cell_corners
    places = board.points[corners.data]
    owner = np.repeat(np.arange(len(corners.lengths)), corners.lengths)
    offsets = places - board.centers[owner]
    far = np.hypot(offsets[:, 0], offsets[:, 1])
    for degree in distinct(corners.lengths).tolist():
        cells = np.flatnonzero(corners.lengths == degree)
        entries = corners.indptr[cells][:, None] + np.arange(degree)
        wrong = (far[entries] > FAR * np.median(far[entries])).any(axis=1)
        shapes = offsets[entries[~wrong]].round(6)
        forms = shapes[unique_rows(shapes.reshape(-1, 2 * degree))[0]]
        if wrong.any() and len(forms):
            # A corner beyond one rim shares one coordinate with its form, one beyond none two.
            apart = np.abs(offsets[entries[wrong]][:, None] - forms[None])
            offsets[entries[wrong]] = forms[(apart < 1e-3).sum(axis=(2, 3)).argmax(axis=1)]
    return np.asarray(board.centers[owner] + offsets)
