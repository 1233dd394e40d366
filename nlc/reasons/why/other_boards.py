"""The boards that differ from a solution of a puzzle, by the clues that they keep."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from nlc.drivers.pysat.incremental import ExhaustedError
from nlc.reasons.subset_solver import SelectorSolver
from nlc.reasons.why.clue_solver import SOLVER, SPEC, ClueSolver
from nlc.reasons.why.clues import Clues

CONFLICTS = 20_000
"""Conflicts after which a question is undecided."""


class OtherBoards:
    """The boards that differ from a solution of a puzzle, by the groups of clues that they keep.

    Attributes:
        formula: of all boards, with a selector for each group.
        differs: assumed, the board is another one.
        solution: its literals; it is the only one if `subsets` has no model of all groups.
        subsets: decides which groups leave other boards.
    """

    def __init__(self, clues: Clues, solver: str = SOLVER, spec: str = SPEC) -> None:
        """Find a solution of the puzzle; there is one.

        Raises:
            UserError: the rules cannot be encoded where clues are open.
        """
        self.formula = formula = ClueSolver(clues, solver, spec)
        found = formula.find_model(formula.selectors)
        assert found is not None
        self.solution = formula.solution()
        self.differs = formula.another(self.solution)
        self._group = {x: i for i, x in enumerate(formula.selectors)}
        self.subsets = SelectorSolver(formula, formula.selectors, [self.differs])

    def stay_near(self) -> None:
        """Try the values of the solution first: other boards differ from it in few places."""
        last = self.formula.last
        self.formula.set_phases([x if last[x] else -x for x in range(1, len(last))])

    def is_sole(self, kept: Iterable[int], gone: Iterable[int] = ()) -> bool | None:
        """Return whether the solution is the only one with some groups; None: not decided.

        Args:
            kept: these groups, in the order in which they are assumed.
            gone: groups that are not on the board; any others may be.
        """
        selectors = self.formula.selectors
        assumed = [*(selectors[i] for i in kept), *(-selectors[i] for i in gone)]
        try:
            return self.formula.find_model([self.differs, *assumed], CONFLICTS) is None
        except ExhaustedError:
            return None

    def core(self) -> frozenset[int]:
        """Return groups that suffice, after `is_sole` was true."""
        return frozenset(self._group[x] for x in self.formula.core() if x in self._group)

    def settle(self, groups: Iterable[int], there: bool) -> None:
        """Let groups be on all later boards, or on none."""
        selectors = self.formula.selectors
        self.formula.add([[selectors[i] if there else -selectors[i]] for i in groups])

    def allows(self, kept: Collection[int]) -> bool | None:
        """Return whether the board is a solution with these groups alone; None: not decided.

        It may be none: a rule may need a clue.
        """
        own = [x if i in kept else -x for x, i in self._group.items()]
        try:
            return self.formula.find_model([*self.solution, *own], CONFLICTS) is not None
        except ExhaustedError:
            return None

    def can_go(self, every: frozenset[int], group: int, conflicts: int) -> bool | None:
        """Return whether the solution is the only one without a group; None: not decided."""
        try:
            if self.subsets.model(every - {group}, conflicts) is not None:
                return False
            return self.allows(every - {group})
        except ExhaustedError:
            return None
