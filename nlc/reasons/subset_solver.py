"""Whether subsets are consistent, by a formula with a selector for each member."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from nlc.cnf import Model
from nlc.drivers.pysat.incremental import ExhaustedError

GROWING = 1000
"""Conflicts after which a set is not grown any further."""


class IncrementalFormula(Protocol):
    """A formula that is solved under assumptions, again and again."""

    def find_model(self, assumptions: Sequence[int], conflicts: int | None = None) -> Model | None:
        """Return a model where all assumptions hold, or None.

        Raises:
            ExhaustedError: that is not decided within the conflicts.
        """

    def conflicts(self) -> int:
        """Return how many there have been so far."""

    def core(self) -> list[int]:
        """Return inconsistent assumptions of the last call, which found no model."""

    def variable(self) -> int:
        """Return a new variable."""

    def add(self, clauses: list[list[int]]) -> None:
        """Add clauses for good."""


class SubsetSolver(Protocol):
    """Decides whether subsets of some numbered members are consistent."""

    def model(
        self, members: Collection[int], conflicts: int | None = None
    ) -> frozenset[int] | None:
        """Return all that holds in some model of the members, or None if there is no model.

        Raises:
            ExhaustedError: that is not decided within the conflicts.
        """

    def core(self) -> frozenset[int]:
        """Return inconsistent members of the last call of `model`, which returned None."""

    def grow(self, members: frozenset[int]) -> frozenset[int]:
        """Return a consistent superset of consistent members, as large as can be found."""

    def limit(self, conflicts: int | None) -> None:
        """Let all further calls have so many conflicts together, or any number."""


class SelectorSolver:
    """Decides whether sets of the selectors of a formula are consistent; a `SubsetSolver`.

    Args:
        formula: the solver.
        selectors: by number.
        always: literals that every call assumes.
    """

    def __init__(
        self, formula: IncrementalFormula, selectors: Sequence[int], always: Sequence[int] = ()
    ) -> None:
        self._formula, self._selectors, self._always = formula, list(selectors), list(always)
        self._number = {x: i for i, x in enumerate(self._selectors)}
        self._end: int | None = None

    def limit(self, conflicts: int | None) -> None:
        """Let all further calls have so many conflicts together, or any number."""
        self._end = None if conflicts is None else self._formula.conflicts() + conflicts

    def model(
        self, members: Collection[int], conflicts: int | None = None
    ) -> frozenset[int] | None:
        """See `SubsetSolver`."""
        return self._model([self._selectors[i] for i in sorted(members)], conflicts)

    def core(self) -> frozenset[int]:
        """See `SubsetSolver`."""
        return frozenset(self._number[x] for x in self._formula.core() if x in self._number)

    def grow(self, members: frozenset[int]) -> frozenset[int]:
        """Return a consistent superset: one more member at a time, until there is none.

        It is maximal, unless the last call takes more than `GROWING` conflicts.
        """
        every = frozenset(range(len(self._selectors)))
        while rest := sorted(every - members):
            some = self._formula.variable()
            self._formula.add([[-some, *(self._selectors[i] for i in rest)]])
            wanted = [*(self._selectors[i] for i in sorted(members)), some]
            try:
                more = self._model(wanted, None if self._end is None else GROWING)
            except ExhaustedError:
                more = None
            self._formula.add([[-some]])
            if more is None:
                return members
            members = more
        return members

    def _model(self, assumptions: list[int], most: int | None = None) -> frozenset[int] | None:
        if self._end is not None:
            left = self._end - self._formula.conflicts()
            most = left if most is None else min(left, most)
            if most <= 0:
                raise ExhaustedError
        model = self._formula.find_model([*self._always, *assumptions], most)
        if model is None:
            return None
        return frozenset(i for i, x in enumerate(self._selectors) if model[abs(x)] == (x > 0))
