"""Where the sides of cells lie, also on boards that wrap around.

A wrap-around board holds each corner once, so a cell at the rim may have corners at the far side.
Their places next to the cell are found from other cells of the same form.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, Floats, distinct, unique_rows
from nlc.board import Board, kept_by_board

FAR = 1.5
"""A corner is far from its cell that lies so many times further off than the median corner."""


class Outline(Struct, frozen=True, eq=False):
    """The sides of cells as seen from each of their cells.

    Attributes:
        ends: shape (borders, 2, 2, 2): cell of the border, end, (x, y); on the rim both cells are
            the same one.
        split: shape (borders,), True where the two cells see the border in different places.
    """

    ends: Floats
    split: Bools


@kept_by_board
def has_bridges(board: Board) -> bool:
    """Return whether some cells of a board are the lanes of a bridge."""
    return bool((board.lanes >= 0).any())


@kept_by_board
def outline(board: Board) -> Outline:
    """Return the outline of a board that is no graph."""
    if not len(board.border_vertices):
        return Outline(np.zeros((0, 2, 2, 2)), np.zeros(0, dtype=np.bool_))
    corners = board.cell_corners
    ends = board.points[board.border_vertices]
    if not _wraps(board):
        return Outline(np.repeat(ends[:, None], 2, axis=1), np.zeros(len(ends), dtype=np.bool_))
    places = _unwrapped(board)
    owner = np.repeat(np.arange(len(corners.lengths), dtype=np.int64), corners.lengths)
    keys = owner * len(board.points) + corners.data
    order = np.argsort(keys)
    cells = board.border_cells.astype(np.int64)
    cells = np.where(cells < 0, cells[:, :1], cells)
    wanted = cells[:, :, None] * len(board.points) + board.border_vertices[:, None, :]
    index = np.minimum(np.searchsorted(keys[order], wanted), len(keys) - 1)
    found = places[order[index]]
    # The lanes of a bridge have no corners: their sides are seen from the other cell alone.
    seen = keys[order[index]] == wanted
    found = np.where(
        seen[..., None], found, np.where(seen[:, ::-1, :, None], found[:, ::-1], ends[:, None])
    )
    middles = found.mean(axis=2)
    return Outline(found, np.abs(middles[:, 0] - middles[:, 1]).max(axis=1) > 0.1)


def corner_places(board: Board) -> Floats:
    """Return the place of each entry of ``cell_corners`` next to its cell, shape (entries, 2)."""
    return _unwrapped(board) if _wraps(board) else board.points[board.cell_corners.data]


def _wraps(board: Board) -> bool:
    """Tell whether a cell has a corner at the far side of the board."""
    corners = board.cell_corners
    if not len(corners.data):
        return False
    owner = np.repeat(np.arange(len(corners.lengths)), corners.lengths)
    far = np.hypot(*(board.points[corners.data] - board.centers[owner]).T)
    # The median is asked last, since NumPy imports `numpy.ma` for it.
    return bool(far.max() > FAR * far.min() and far.max() > FAR * np.median(far))


def _unwrapped(board: Board) -> Floats:
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
            offsets[entries[wrong]] = _best(offsets[entries[wrong]], forms)
    return np.asarray(board.centers[owner] + offsets)


def _best(shapes: Floats, forms: Floats) -> Floats:
    """Return, for each shape (n, corners, 2), the form that has most of its coordinates.

    A corner beyond one rim has one coordinate in common with the form, one beyond none has two.
    """
    same = (np.abs(shapes[:, None] - forms[None]) < 1e-3).sum(axis=(2, 3))
    return np.asarray(forms[same.argmax(axis=1)])
