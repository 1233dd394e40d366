"""One incremental solver for the clues of one board, which are assumptions.

Cut clauses and learnt clauses serve all later queries (Eén and Sörensson, "Temporal induction by
incremental SAT solving", 2003). The phase of every variable is its value in the planted line, so
another line that the solver finds differs from it in few cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from nlc.arrays import Bools, Ints
from nlc.board import Board
from nlc.generating.slitherlink.formula import CutClauses, LineFormula
from nlc.generating.slitherlink.window import Window

SOLVER = "minisat22"
"""Of PySAT's solvers the fastest here, with Glucose close behind and CaDiCaL far on hexagons."""


_BOX = 8
"""Rows and columns of a box."""


class ClueSolver:
    """Decides whether the planted line is the only solution of some clues.

    To be used in a process that may end at any moment: PySAT leaves a solver by a ``longjmp`` at
    Ctrl-C; see `nlc.drivers.pysat.driver`.

    Attributes:
        questions: the number of queries.
        solves: the number of calls of the solver of the whole board.
    """

    def __init__(self, board: Board, formula: LineFormula, solver: str = SOLVER) -> None:
        """Load the clauses."""
        from pysat.solvers import Solver

        self.questions = 0
        self.solves = 0
        self._formula = formula
        self._cuts = CutClauses(board, formula)
        self._fixed_clues: Bools = np.zeros(formula.cells, np.bool_)
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
        """Return a subset of clues that has one solution, or None if even all have another."""
        cells = list(clues)
        if self._other(self._formula.another, cells):
            return None
        core: Sequence[int] = self._solver.get_core() or ()
        return {self._cell[lit] for lit in core if lit in self._cell}

    def ambiguous(self) -> Ints | None:
        """Return the faces at which another line with all clues differs, or None if none exists."""
        faces = self._formula.colours
        if not self._other(self._formula.another, list(range(self._formula.cells))):
            return None
        model = np.array(self._solver.get_model()[: len(faces)]) > 0
        return np.flatnonzero(model != faces).astype(np.int32)

    def needs(self, cell: int, clues: Iterable[int]) -> bool:
        """Return whether the clue of a cell does not follow from others.

        If these clues together with that of the cell have one solution, then any other solution of
        these clues breaks the clue of the cell. So the query is for a line that breaks this clue,
        which is far easier for a solver than one for a line that differs anywhere.

        Such a line mostly differs from the planted one in a few cells round the clue, so a window
        is searched first, with all that is further away fixed.

        Args:
            clues: other cells, without those of `fix_clue`.
        """
        others = list(clues)
        window = self._windows.around(cell)
        if window is not None:
            self.questions += 1
            if window.another(cell, others, self._with(others)):
                return True
        return self._other(self._broken[cell], others)

    def fix_clue(self, cell: int, given: bool) -> None:
        """Add the clue of a cell to all later queries, or remove it from them."""
        lit = self._given[cell]
        self._solver.add_clause([lit if given else -lit])
        self._solver.add_clause([-self._broken[cell]])
        self._fixed_clues[cell] = given
        self._windows.fix_clue(cell, given)

    def close(self) -> None:
        """Free all solvers."""
        self._solver.delete()
        self._windows.close()

    def _with(self, clues: list[int]) -> Bools:
        """Return which clues are given: those of some cells, and the fixed ones."""
        given = self._fixed_clues.copy()
        given[clues] = True
        return given

    def _other(self, wanted: int, clues: list[int]) -> bool:
        """Return whether there is another line."""
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

    def __init__(self, board: Board, formula: LineFormula, solver: str) -> None:
        """Take a board; a window is made at its first query."""
        self._board, self._formula, self._solver = board, formula, solver
        row, col = board.row_of // _BOX, board.col_of // _BOX
        self._width = int(col.max()) + 1
        self._place = np.column_stack((row, col))
        self._box: list[int] = (row * self._width + col).tolist()
        self._made: dict[int, Window | None] = {}
        self._fixed_clues: Ints = np.zeros(formula.cells, np.int32)

    def around(self, cell: int) -> Window | None:
        """Return the window with a cell in its middle; None if it is the whole board."""
        from pysat.solvers import Solver

        box = self._box[cell]
        if box not in self._made:
            away = np.abs(self._place - divmod(box, self._width)).max(axis=1)
            self._made[box] = None
            if not (free := away < 2).all():
                self._made[box] = Window(
                    *(self._board, self._formula, free, away == 0, self._fixed_clues),
                    Solver(self._solver),
                )
        return self._made[box]

    def fix_clue(self, cell: int, given: bool) -> None:
        """Fix the clue in all windows."""
        self._fixed_clues[cell] = 1 if given else -1
        for window in filter(None, self._made.values()):
            window.fix_clue(cell, given)

    def close(self) -> None:
        """Free all solvers."""
        for window in filter(None, self._made.values()):
            window.close()
