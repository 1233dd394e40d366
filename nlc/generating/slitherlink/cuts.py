"""Clauses that cut off models whose line is in several parts.

They are those of `nlc.encode.loop_cuts`. A clue that such a cut relies on stands in the clause, so
that the clause holds for every puzzle on the board.
"""

from __future__ import annotations

import numpy as np

from nlc.arrays import Bools, Ints
from nlc.board import Board
from nlc.encode.loop_cuts import Demands, LineCuts
from nlc.generating.slitherlink.formula import Formula
from nlc.graph import components


class CutClauses:
    """Finds such clauses for one board."""

    def __init__(self, board: Board, formula: Formula) -> None:
        """Take a board and its formula."""
        self._formula = formula
        self._variables = int(formula.given[0]) - 1
        self._cells: Ints = np.flatnonzero(formula.clues > 0).astype(np.int32)
        around = board.cell_borders.data.reshape(formula.cells, -1)[self._cells]
        starts = np.arange(len(self._cells), dtype=np.int32) * around.shape[1]
        demands = Demands(starts, around.ravel(), formula.clues[self._cells])
        self._cuts = LineCuts(len(board.points), board.border_vertices, demands)

    def __call__(self, model: list[int], given: Bools) -> list[list[int]]:
        """Return clauses that a model breaks; none if its line is in one part.

        Args:
            model: the literals of all variables, in their order.
            given: shape (cells,), which clues the model had to satisfy.
        """
        values = np.array(model[: self._variables]) > 0
        sides = self._formula.sides
        drawn: Bools = values[np.abs(sides) - 1] == (sides > 0)
        ends = self._cuts.ends[drawn]
        part = components(self._cuts.nodes, ends)[ends[:, 0]]
        if (part == part[:1]).all():  # half of all models, and this is quicker to tell than cuts
            return []
        return [
            [
                *sides[cut.edges].tolist(),
                *(-int(sides[edge]) for edge in cut.given),
                *(-self._formula.given[self._cells[list(cut.demands)]]).tolist(),
            ]
            for cut in self._cuts(drawn, given[self._cells])
        ]
