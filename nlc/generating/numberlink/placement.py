"""Quick tests that a placement of labels must pass to have a covering solution.

The first two of `Placements` are the heuristics of the thesis's section 4, generalised to any
board; the others use the two colours of the cells, as on a chessboard.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from nlc.arrays import Ints
from nlc.board import Board, Sort
from nlc.generating.numberlink.draft import Groups
from nlc.generating.shape import neighbours
from nlc.graph import components


class Colouring(Struct, frozen=True, eq=False):
    """The connected parts of a board and a colouring of its cells.

    Attributes:
        part: shape (cells,), the number of each cell's connected part, from 0.
        colour: shape (cells,), 1 or -1, different for neighbours; None if a ring of neighbours is
            odd.
    """

    part: Ints
    colour: Ints | None

    def least_pairs(self) -> int:
        """Return a lower bound on the paths of a cover of the board.

        The ends of a path with an odd number of cells have the same colour, of which it covers one
        cell more; other paths cover as many cells of both. So each connected part needs at least
        one path, and at least as many as the difference of its numbers of cells of both colours.
        """
        return int(np.maximum(np.abs(self.surplus), 1).sum())

    @property
    def surplus(self) -> Ints:
        """How many cells of colour 1 each part has more than of the other; 0 without colours."""
        colour = np.zeros_like(self.part) if self.colour is None else self.colour
        return np.bincount(self.part, weights=colour).astype(np.int32)


def colouring(board: Board) -> Colouring:
    """Return the parts of a board and, if there is one, the colouring of its cells."""
    cells, (a, b) = board.count(Sort.CELL), board.link_cells.T
    part = components(cells, board.link_cells)
    # Of two cells for each one, of either colour: an odd ring joins both.
    ends = np.concatenate((np.column_stack((a, b + cells)), np.column_stack((a + cells, b))))
    double = components(2 * cells, ends.astype(np.int32))
    colours = np.where(double[:cells] == part, 1, -1).astype(np.int32)
    numbers = np.unique(part, return_inverse=True)[1].astype(np.int32)
    return Colouring(numbers, colours if (double[:cells] != double[cells:]).all() else None)


class Placements:
    """Tests placements of labels on one board.

    Attributes:
        coloured: whether the cells have two colours, so that `parity` and `balance` apply.
    """

    def __init__(self, board: Board) -> None:
        self._beside = neighbours(board)
        self._narrow = [cell for cell, near in enumerate(self._beside) if len(near) < 2]
        found = colouring(board)
        self.coloured = found.colour is not None
        colour = np.zeros_like(found.part) if found.colour is None else found.colour
        self._part: list[int] = found.part.tolist()
        self._colour: list[int] = colour.tolist()
        self._surplus: list[int] = found.surplus.tolist()

    def adjacent(self, pairs: Groups) -> bool:
        """Return whether the two ends of some label are neighbours."""
        return any(b in self._beside[a] for a, b in pairs)

    def isolated(self, groups: Groups) -> bool:
        """Return whether some cell cannot have the links that it needs, by its neighbours alone.

        A label needs a neighbour that is free or has the same label. A free cell needs two
        neighbours that a path can join by it: not two labels, unless they are the same.
        """
        label = {cell: i for i, group in enumerate(groups) for cell in group}
        free = set(range(len(self._beside))).difference(label)
        if any(cell not in label for cell in self._narrow):
            return True
        for cell, near in enumerate(self._beside):
            if not free.isdisjoint(near):
                continue
            around = [label[other] for other in near]
            own = label.get(cell)
            if own is None:
                if len(set(around)) == len(around):
                    return True
            elif own not in around:
                return True
        return False

    def parity(self, pairs: Groups) -> bool:
        """Return whether the number of pairs on one colour has the wrong parity.

        A path with both ends on one colour covers one cell more of it; the sum over all paths is
        the difference of the colours.
        """
        same = sum(self._colour[a] == self._colour[b] for a, b in pairs)
        return (same + sum(self._surplus)) % 2 == 1

    def balance(self, pairs: Groups) -> bool:
        """Return whether, in some part of the board, the paths cannot cover the surplus colour.

        The pairs on one colour less those on the other must be equal to the surplus; a pair in two
        parts has no path at all.
        """
        sums = [0] * len(self._surplus)
        for a, b in pairs:
            if self._part[a] != self._part[b]:
                return True
            sums[self._part[a]] += (self._colour[a] + self._colour[b]) // 2
        return sums != self._surplus
