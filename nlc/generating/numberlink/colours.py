"""The two colours of a board's cells, as on a chessboard, and what they say of covers by paths."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from nlc.arrays import Ints
from nlc.board import Board, Sort
from nlc.generating.numberlink.draft import neighbours


class Colouring(Struct, frozen=True, eq=False):
    """The connected parts of a board and a colouring of its cells.

    Attributes:
        part: shape (cells,), the number of each cell's connected part, from 0.
        colour: shape (cells,), 1 or -1, neighbours differing; None where an odd ring of neighbours
            rules that out.
    """

    part: Ints
    colour: Ints | None

    def least_pairs(self) -> int:
        """Return the number of paths that a cover of the board has at least.

        The ends of a path with an odd number of cells have the same colour, of which it covers one
        more; other paths cover as many of both. So each connected part needs as many paths as its
        colours differ in number, and one in any case.
        """
        parts = int(self.part.max()) + 1
        if self.colour is None:
            return parts
        surplus = np.bincount(self.part, weights=self.colour, minlength=parts)
        return int(np.maximum(np.abs(surplus), 1).sum())


def colouring(board: Board) -> Colouring:
    """Return the parts of a board and, if there is one, the colouring of its cells."""
    cells = board.count(Sort.CELL)
    beside = neighbours(board)
    part = [-1] * cells
    colour = [0] * cells
    parts = 0
    for start in range(cells):
        if part[start] >= 0:
            continue
        part[start], colour[start] = parts, 1
        stack = [start]
        while stack:
            cell = stack.pop()
            for other in beside[cell]:
                if part[other] < 0:
                    part[other], colour[other] = parts, -colour[cell]
                    stack.append(other)
        parts += 1
    colours = np.array(colour, np.int32)
    a, b = board.link_cells.T
    even = bool((colours[a] != colours[b]).all())
    return Colouring(np.array(part, np.int32), colours if even else None)
