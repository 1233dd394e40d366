"""Where the cells and corners of a board lie on a raster of characters.

A character is about twice as high as it is wide. Each tiling needs a scale; boards of any other
tiling get one that keeps their cells apart.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from nlc.arrays import Floats, Ints
from nlc.board.board import Board
from nlc.dataclasses import dataclass

_HIGH = sqrt(3) / 2


@dataclass(frozen=True, eq=False)
class Raster:
    """A way to put a board on a raster.

    Attributes:
        scale: rows and columns per Euclidean unit of y and x, for corners.
        cells: shape (cells, 2), row and column of each cell's middle.
        joints: whether corners have a character of their own, where sides meet.
        dots: whether corners that no line passes are shown even if sides are not drawn, because
            the cells alone do not show which of them are neighbours.
    """

    scale: tuple[float, float]
    cells: Ints
    joints: bool = True
    dots: bool = False

    def place(self, points: Floats) -> Floats:
        """Return rows and columns of points (…, 2) given as (x, y)."""
        return np.asarray(points[..., ::-1] * np.array(self.scale))


def raster(board: Board, width: int, sides: bool, roomy: bool, corners: bool = False) -> Raster:
    """Return the raster for a picture of a board.

    Args:
        board: no graph.
        width: columns of the widest label.
        sides: whether the sides of cells are drawn, or else the links between cells.
        roomy: whether something is drawn between the cells apart from straight links.
        corners: whether something is written on the corners of cells.
    """
    if board.topology == "square":
        return _square(board, width, sides or roomy)
    if board.topology == "triangle":
        return _triangle(board, width, sides)
    if board.topology == "hex":
        steps = np.ptp(board.points[board.border_vertices], axis=1)
        upright = bool((steps[:, 0] < 0.1).any())
        if upright and corners:
            return _cornered(board, width)
        return _pointy(board, width) if upright else _flat(board, width, sides)
    return _any(board, width)


def _square(board: Board, width: int, roomy: bool) -> Raster:
    if not roomy:
        return _scaled(board, 1, max(2, width + 1), -0.5)
    return _scaled(board, 2, max(4, width + 2 + width % 2), 0)


def _pointy(board: Board, width: int) -> Raster:
    """Rows two apart; between them the slanted sides, the upright ones on the cells' rows."""
    return _scaled(board, 4 / 3, max(2, width // 2 + 1) / _HIGH, 0, joints=False)


def _cornered(board: Board, width: int) -> Raster:
    """Slanted sides of one character in two rows, so that all corners have a character."""
    return _scaled(board, 4, max(4, width // 2 + 1) / _HIGH, 0)


def _flat(board: Board, width: int, sides: bool) -> Raster:
    """With sides, hexagons five rows high; for links, columns four apart."""
    across = max(4, 4 * width / 3) if sides else max(8 / 3, 2 * (width + 1) / 3)
    return _scaled(board, 2 / _HIGH, across, 0)


def _triangle(board: Board, width: int, sides: bool) -> Raster:
    """With sides, triangles three rows high; for links, the cells of a row in one line."""
    if sides:
        return _scaled(board, 3 / _HIGH, 2 * max(3, width), 0)
    across = 2 * max(2, width + 1)
    plain = _scaled(board, 2 / _HIGH, across, 0)
    level = np.floor(board.centers[:, 1] / _HIGH).astype(np.int32)
    cells = np.stack([2 * level + 1, plain.cells[:, 1]], axis=1)
    return Raster(plain.scale, cells, dots=True)


def _any(board: Board, width: int) -> Raster:
    """Return six columns and three rows per unit, or the least multiple that parts all cells."""
    apart = len(np.unique(board.centers.round(6), axis=0))
    for factor in range(1, 8):
        out = _scaled(board, 3 * factor, 3 * factor * max(2, width), 0)
        if len(np.unique(out.cells, axis=0)) == apart:
            break
    return out


def _scaled(board: Board, down: float, across: float, shift: float, joints: bool = True) -> Raster:
    scale = (down, across)
    places = (board.centers[:, ::-1] + shift) * np.array(scale)
    return Raster(scale, np.floor(places + 0.5).astype(np.int32), joints)
