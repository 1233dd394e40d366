"""Sets of selectors as sets of numbers: the solver behind the search for minimal sets."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from nlc.cnf import Model

ROUND = 50
"""What a model that had to be cut off counts for, in conflicts: it takes as long."""

GROWING = 1000
"""Conflicts after which it is not tried any more whether a set can be larger."""


class ExhaustedError(Exception):
    """A question was not decided within its conflicts."""


class Incremental(Protocol):
    """A formula that is asked under assumptions."""

    def ask(self, assumptions: Sequence[int], conflicts: int | None = None) -> Model | None:
        """Return a model where all assumptions hold, or None.

        Raises:
            ExhaustedError: that is not decided within the conflicts.
        """

    def conflicts(self) -> int:
        """Return how many there have been so far."""

    def core(self) -> list[int]:
        """Return assumptions of the last question, which had no model, that contradict."""

    def variable(self) -> int:
        """Return a new variable."""

    def add(self, clause: list[int]) -> None:
        """Add a clause for all later questions."""


class Selected:
    """Asks a formula for sets of its selectors; see `nlc.explaining.minimal.Asked`.

    Args:
        formula: the solver.
        selectors: by number.
        always: literals that every question assumes.
    """

    def __init__(
        self, formula: Incremental, selectors: Sequence[int], always: Sequence[int] = ()
    ) -> None:
        self._formula, self._selectors, self._always = formula, list(selectors), list(always)
        self._number = {x: i for i, x in enumerate(self._selectors)}
        self._end: int | None = None

    def limit(self, conflicts: int | None) -> None:
        """Let all further questions have so many conflicts together, or any number."""
        self._end = None if conflicts is None else self._formula.conflicts() + conflicts

    def stands(
        self, members: Collection[int], conflicts: int | None = None
    ) -> frozenset[int] | None:
        """Return what holds in a model in which the members do; None if there is none."""
        return self._ask([self._selectors[i] for i in sorted(members)], conflicts)

    def core(self) -> frozenset[int]:
        """Return members of the last question, answered None, that cannot stand together."""
        return frozenset(self._number[x] for x in self._formula.core() if x in self._number)

    def grown(self, members: frozenset[int]) -> frozenset[int]:
        """Return a set that can stand together: asks for one more until none is found.

        It is maximal, unless the last question takes more than `GROWING` conflicts.
        """
        every = frozenset(range(len(self._selectors)))
        while rest := sorted(every - members):
            some = self._formula.variable()
            self._formula.add([-some, *(self._selectors[i] for i in rest)])
            wanted = [*(self._selectors[i] for i in sorted(members)), some]
            try:
                more = self._ask(wanted, None if self._end is None else GROWING)
            except ExhaustedError:
                more = None
            self._formula.add([-some])
            if more is None:
                return members
            members = more
        return members

    def _ask(self, assumptions: list[int], most: int | None = None) -> frozenset[int] | None:
        if self._end is not None:
            left = self._end - self._formula.conflicts()
            most = left if most is None else min(left, most)
            if most <= 0:
                raise ExhaustedError
        model = self._formula.ask([*self._always, *assumptions], most)
        if model is None:
            return None
        return frozenset(i for i, x in enumerate(self._selectors) if model[abs(x)] == (x > 0))
