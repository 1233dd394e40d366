"""Checks steps by another solver, and by another statement of what holds for the whole board."""

from __future__ import annotations

from collections.abc import Sequence

from nlc.explaining.facts import Fact, Group
from nlc.explaining.groups import GroupSolver


class Checker:
    """Refutes the opposite of what is said to follow.

    Nothing is left to separators here: that there is no ring, and that cells are connected, is
    stated; so a ring is checked as what it is said to follow from.
    """

    def __init__(self, solver: GroupSolver) -> None:
        """Check by a solver that is not lazy."""
        self._solver = solver
        self._named = {group.name: group.selector for group in self._solver.groups}
        self._whole: dict[str, list[int]] = {}
        for group in self._solver.groups:
            if group.whole:
                self._whole.setdefault(group.rule, []).append(group.selector)

    def check(
        self, facts: Sequence[Fact], groups: Sequence[Group], follows: Sequence[Fact]
    ) -> None:
        """Check a step.

        Raises:
            RuntimeError: it does not follow.
        """
        known = [self._solver.literal(fact) for fact in facts]
        selectors = [self._named[group.name] for group in groups if not group.ring]
        for group in groups:
            if group.ring:
                selectors += self._whole[group.rule]
        for fact in follows:
            denied = -self._solver.literal(fact)
            if self._solver.solve([*known, *selectors, denied]):
                names = ", ".join(group.name for group in groups)
                raise RuntimeError(f"{fact} does not follow from {names}")
