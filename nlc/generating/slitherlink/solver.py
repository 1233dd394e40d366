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

from nlc.arrays import Bools, Ints
from nlc.board import Board
from nlc.generating.slitherlink.formula import CutClauses, Formula
from nlc.generating.slitherlink.window import Window

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
        solves: how many calls of the solver of the whole board that took.
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
        for clauses in formula.blocks:
            for clause in clauses.tolist():
                self._solver.add_clause(clause)
        colours = np.arange(1, len(formula.colours) + 1)
        sides = np.where(formula.line, formula.sides, -formula.sides)
        self._windows = _Windows(board, formula, solver)
        phases = np.concatenate((np.where(formula.colours, colours, -colours), sides))
        self._solver.set_phases(np.unique(phases).tolist())

    def alone(self, clues: Iterable[int]) -> set[int] | None:
        """Return cells whose clues suffice to leave one line, some of those given, or None."""
        cells = list(clues)
        if self._other(self._formula.another, cells):
            return None
        core: Sequence[int] = self._solver.get_core() or ()
        return {self._cell[lit] for lit in core if lit in self._cell}

    def ambiguous(self) -> Ints | None:
        """Return faces at which a line with all clues differs from the planted one, or None."""
        faces = self._formula.colours
        if not self._other(self._formula.another, list(range(self._formula.cells))):
            return None
        model = np.array(self._solver.get_model()[: len(faces)]) > 0
        return np.flatnonzero(model != faces).astype(np.int32)

    def needs(self, cell: int, clues: Iterable[int]) -> bool:
        """Tell whether the clue of a cell does not follow from others.

        Where these clues together with that of the cell leave one line, it tells whether they leave
        another line without it: such a line breaks the clue of this cell. That is known of one cell
        and asks for a line that differs there, which says far more to a solver than that the line
        differs somewhere.

        Such a line mostly differs from the planted one in a few cells round the clue: it is looked
        for there first, while all that is further away is fixed.

        Args:
            clues: other cells, those that were told to `settle` not included.
        """
        others = list(clues)
        window = self._windows.around(cell)
        if window is not None:
            self.questions += 1
            if window.another(cell, others, self._with(others)):
                return True
        return self._other(self._broken[cell], others)

    def settle(self, cell: int, given: bool) -> None:
        """Give the clue of a cell for all questions to come, or take it away from them."""
        lit = self._given[cell]
        self._solver.add_clause([lit if given else -lit])
        self._solver.add_clause([-self._broken[cell]])
        self._settled[cell] = given
        self._windows.settle(cell, given)

    def close(self) -> None:
        """Free all solvers."""
        self._solver.delete()
        self._windows.close()

    def _with(self, clues: list[int]) -> Bools:
        """Return which clues are given: some, and those that were settled."""
        given = self._settled.copy()
        given[clues] = True
        return given

    def _other(self, wanted: int, clues: list[int]) -> bool:
        """Tell whether there is another line."""
        assumed = [wanted, *(self._given[cell] for cell in clues)]
        given = self._with(clues)
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


class _Windows:
    """The windows of a board: each a box with those around it."""

    def __init__(self, board: Board, formula: Formula, solver: str) -> None:
        """Take a board; a window is made when it is first asked."""
        self._board, self._formula, self._solver = board, formula, solver
        row, col = board.row_of // _BOX, board.col_of // _BOX
        self._width = int(col.max()) + 1
        self._place = np.column_stack((row, col))
        self._box: list[int] = (row * self._width + col).tolist()
        self._made: dict[int, Window | None] = {}
        self._settled: Ints = np.zeros(formula.cells, np.int32)

    def around(self, cell: int) -> Window | None:
        """Return the window that a cell is in the middle of; None where it is the whole board."""
        from pysat.solvers import Solver

        box = self._box[cell]
        if box not in self._made:
            away = np.abs(self._place - divmod(box, self._width)).max(axis=1)
            self._made[box] = None
            if not (free := away < 2).all():
                self._made[box] = Window(
                    *(self._board, self._formula, free, away == 0, self._settled),
                    Solver(self._solver),
                )
        return self._made[box]

    def settle(self, cell: int, given: bool) -> None:
        """Tell all windows what is settled."""
        self._settled[cell] = 1 if given else -1
        for window in filter(None, self._made.values()):
            window.settle(cell, given)

    def close(self) -> None:
        """Free all solvers."""
        for window in filter(None, self._made.values()):
            window.close()
