"""One incremental solver for the clues of one board: which of them are given is assumed.

Clauses of cut-sets and whatever else the solver learns serve all later questions (Eén and
Sörensson, "Temporal induction by incremental SAT solving", 2003). The planted line is the preferred
value of every variable, so that where there is another line, the solver finds one that differs from
the planted one in few cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from nlc.arrays import Bools
from nlc.board.board import Board
from nlc.generate.slitherlink.cuts import CutClauses
from nlc.generate.slitherlink.formula import Formula

SOLVER = "minisat22"
"""Of PySAT's solvers the fastest here, with Glucose close behind and CaDiCaL far on hexagons."""


_BOX = 8
"""Rows and columns of a box."""


class ClueSolver:
    """Tells whether clues leave the planted line as the only one.

    To be used in a process that may end at any moment: PySAT leaves a solver by a ``longjmp`` at
    Ctrl-C; see `nlc.drivers.pysat.driver`.

    Attributes:
        questions: how often it was asked.
        solves: how many calls of the solver that took; all but one a question are due to cuts.
    """

    def __init__(self, board: Board, formula: Formula, solver: str = SOLVER) -> None:
        """Load the clauses."""
        from pysat.solvers import Solver

        self.questions = 0
        self.solves = 0
        self._formula = formula
        self._cuts = CutClauses(board, formula)
        self._settled: Bools = np.zeros(formula.cells, np.bool_)
        self._given: list[int] = formula.given.tolist()
        self._broken: list[int] = formula.broken.tolist()
        self._cell = {given: cell for cell, given in enumerate(self._given)}
        self._solver: Any = Solver(solver)
        for _, clauses in formula.blocks:
            for clause in clauses.tolist():
                self._solver.add_clause(clause)
        colours = np.arange(1, formula.cells + 1)
        sides = np.where(formula.line, formula.sides, -formula.sides)
        self._boxes = _Boxes(board, formula, self._solver)
        phases = np.concatenate((np.where(formula.colours, colours, -colours), sides))
        self._solver.set_phases(np.unique(phases).tolist())

    def alone(self, clues: Iterable[int]) -> set[int] | None:
        """Return cells whose clues suffice to leave one line, some of those given, or None.

        Args:
            clues: the cells whose clues are given.
        """
        cells = list(clues)
        if self._other(self._formula.another, cells, [self._given[cell] for cell in cells]):
            return None
        core: Sequence[int] = self._solver.get_core() or ()
        return {self._cell[lit] for lit in core if lit in self._cell}

    def needs(self, cell: int, clues: Iterable[int]) -> bool:
        """Tell whether the clue of a cell does not follow from others.

        Where these clues together with that of the cell leave one line, it tells whether they leave
        another line without it: such a line breaks the clue of this cell. That is known of one cell
        and asks for a line that differs there, which says far more to a solver than that the line
        differs somewhere.

        Such a line mostly differs from the planted one in a few cells round the clue: it is looked
        for there first, while boxes further away are fixed.

        Args:
            cell: the cell.
            clues: other cells, those that were told to `settle` not included.
        """
        others = list(clues)
        fixed, free = self._boxes.around(cell)
        near = [other for other in others if free[other]]
        if self._other(self._broken[cell], near, [*fixed, *(self._given[c] for c in near)]):
            return True
        return self._other(self._broken[cell], others, [self._given[other] for other in others])

    def settle(self, cell: int, given: bool) -> None:
        """Give the clue of a cell for all questions to come, or take it away from them."""
        lit = self._given[cell]
        self._solver.add_clause([lit if given else -lit])
        self._solver.add_clause([-self._broken[cell]])
        self._settled[cell] = given

    def close(self) -> None:
        """Free the solver."""
        self._solver.delete()

    def _other(self, wanted: int, clues: list[int], assumed: list[int]) -> bool:
        """Tell whether there is another line.

        Args:
            wanted: assumed, in what it is to differ.
            clues: the cells whose clues it keeps.
            assumed: what makes it keep them.
        """
        assumed = [wanted, *assumed]
        given = self._settled.copy()
        given[clues] = True
        self.questions += 1
        while True:
            self.solves += 1
            if not self._solver.solve(assumptions=assumed):
                return False
            clauses = self._cuts(self._solver.get_model(), given)
            if not clauses:
                return True
            for clause in clauses:
                self._solver.add_clause(clause)


class _Boxes:
    """Parts of a board in which the line can be fixed, each by a literal that is assumed."""

    def __init__(self, board: Board, formula: Formula, solver: Any) -> None:
        """Add the clauses to a solver."""
        row, col = board.row_of // _BOX, board.col_of // _BOX
        first, self._width = formula.another + 1, int(col.max()) + 1
        self._box = row * self._width + col
        self._literals = first + np.arange(int(self._box.max()) + 1)
        for cell, box in enumerate(self._box.tolist()):
            colour = cell + 1 if formula.colours[cell] else -cell - 1
            solver.add_clause([-(first + box), colour])

    def around(self, cell: int) -> tuple[list[int], Bools]:
        """Return the literals of all boxes but those round a cell, and which cells are not far.

        Clues of the others are kept where their boxes are fixed, as those of their neighbours are.
        """
        boxes = np.arange(len(self._literals))
        row, col = np.divmod(boxes, self._width)
        home_row, home_col = divmod(int(self._box[cell]), self._width)
        away = np.maximum(np.abs(row - home_row), np.abs(col - home_col))
        fixed: list[int] = self._literals[away > 1].tolist()
        free: Bools = (away <= 2)[self._box]
        return fixed, free
