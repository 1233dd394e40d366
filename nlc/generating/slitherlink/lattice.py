"""The tilings of Slitherlink boards as rows and columns: which cells meet, and how they split."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np
import numpy.typing as npt
from msgspec import Struct

Array = npt.NDArray[np.integer]

Offset = tuple[int, int]
"""Rows and columns from one cell to another."""

Pair = tuple[tuple[Offset, ...], tuple[Offset, ...]]
"""For the two kinds of cell of a tiling."""


class Lattice(Struct, frozen=True):
    """A tiling.

    Attributes:
        kind: returns the kinds, 0 or 1, of cells at given rows and columns.
        rings: the ways from a cell to the cells that meet it at a corner, clockwise, a neighbour
            across the first side of `Board.cell_borders` first. Each of them shares a side with
            the next.
        sides: which of a ring's cells share a side with the cell in the middle.
        parts: the parts of the cell at row r and column c on the doubled board, from row 2r and
            column 2c. Parts of different cells share a side if and only if the cells do; squares
            and triangles are cut into four, blocks of four hexagons fit likewise.
        margin: how many columns more than twice as many a doubled board has.
        temperature: of flips, such that all clues are frequent.
        diagonal_temperature: likewise where cells that share a corner count; None where there are
            no such cells but those that share a side.
        moves_ports: whether the ends of an open line can move along the rim.
    """

    kind: Callable[[Array, Array], Array]
    rings: Pair
    sides: tuple[int, ...]
    parts: Pair
    margin: int = 0
    temperature: float = 1.0
    diagonal_temperature: float | None = 2.0
    moves_ports: bool = True


_SQUARE = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
_HEX_EVEN = ((-1, 0), (0, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
_HEX_ODD = ((-1, 1), (0, 1), (1, 1), (1, 0), (0, -1), (-1, 0))
_UP = (
    *((0, 1), (0, 2), (1, 2), (1, 1), (1, 0), (1, -1)),
    *((1, -2), (0, -2), (0, -1), (-1, -1), (-1, 0), (-1, 1)),
)
_DOWN = (
    *((-1, 0), (-1, 1), (-1, 2), (0, 2), (0, 1), (1, 1)),
    *((1, 0), (1, -1), (0, -1), (0, -2), (-1, -2), (-1, -1)),
)

LATTICES: Mapping[str, Lattice] = MappingProxyType(
    {
        "square": Lattice(
            kind=lambda row, col: row * 0,
            rings=(_SQUARE, _SQUARE),
            sides=(0, 2, 4, 6),
            parts=(((0, 0), (0, 1), (1, 0), (1, 1)),) * 2,
        ),
        "hex": Lattice(
            kind=lambda row, col: row % 2,
            rings=(_HEX_EVEN, _HEX_ODD),
            sides=(0, 1, 2, 3, 4, 5),
            parts=(((0, 0), (0, 1), (1, 0), (1, 1)), ((0, 1), (0, 2), (1, 1), (1, 2))),
            margin=1,
            temperature=2.0,
            diagonal_temperature=None,
        ),
        "triangle": Lattice(
            kind=lambda row, col: (row + col) % 2,
            rings=(_UP, _DOWN),
            sides=(0, 4, 8),
            parts=(((0, 2), (1, 1), (1, 2), (1, 3)), ((0, 1), (0, 2), (0, 3), (1, 2))),
            margin=2,
            moves_ports=False,
        ),
    }
)
"""By the name of the tiling."""
