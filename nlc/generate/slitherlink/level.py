"""Says which clues a puzzle needs to be no harder than a level."""

from __future__ import annotations

from collections.abc import Iterable

from nlc.generate.slitherlink.grade import Grader
from nlc.generate.slitherlink.solver import ClueSolver


class LevelJudge:
    """Judges clues by a grader, which concludes less from fewer of them.

    So a clue that is needed stays needed when others have gone. A clue that a unique puzzle needs
    is needed at every level; the solver tells that sooner than a grader that finds nothing.
    """

    def __init__(self, grader: Grader, level: str, solver: ClueSolver) -> None:
        """Take the level, one of `nlc.generate.slitherlink.grade.LEVELS` but the last."""
        self._grader = grader
        self._level = level
        self._solver = solver
        self._settled: set[int] = set()

    def alone(self, clues: Iterable[int]) -> set[int] | None:
        """Return the clues if they suffice, or None."""
        cells = set(clues)
        return cells if self._grader.solves(cells, self._level) else None

    def needs(self, cell: int, clues: Iterable[int]) -> bool:
        """Tell whether others, and those that are settled, do not suffice."""
        others = set(clues)
        if self._solver.needs(cell, others):
            return True
        return not self._grader.solves(self._settled | others, self._level)

    def settle(self, cell: int, given: bool) -> None:
        """Give the clue of a cell for all questions to come, or take it away from them."""
        self._solver.settle(cell, given)
        if given:
            self._settled.add(cell)
