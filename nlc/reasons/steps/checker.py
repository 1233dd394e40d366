"""Checks steps by another solver, and by another encoding of loops and connectedness."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from nlc.reasons.facts import Fact, Group
from nlc.reasons.groups import GroupSolver
from nlc.reasons.steps.chain import is_whole

CONFLICTS = 300
"""Conflicts after which a formula with separators is used instead."""


class Checker:
    """Refutes the negation of each conclusion.

    Here loops and connectedness are encoded in full, without separators; so a ring is checked by
    the rule that forbids it. With few facts on a large board that can take for ever: then a second
    formula with separators decides.
    """

    def __init__(self, solver: GroupSolver, lazy: GroupSolver, together: GroupSolver) -> None:
        """Check by a solver that is not lazy, and where that takes too long by one that is.

        Conclusions from all groups are checked by `together`, which has no groups.
        """
        self._solver, self._lazy, self._together = solver, lazy, together
        self._whole: dict[str, list[str]] = {}
        for group in solver.groups:
            if group.whole:
                self._whole.setdefault(group.rule, []).append(group.name)

    def check(
        self, facts: Sequence[Fact], groups: Sequence[Group], follows: Sequence[Fact]
    ) -> None:
        """Check a step.

        Raises:
            RuntimeError: it does not follow.
        """
        names = {group.name for group in groups if not group.ring}
        names.update(name for g in groups if g.ring for name in self._whole[g.rule])
        for fact in follows:
            first = self._together if is_whole(self._solver, groups) else self._solver
            refuted = self._refuted(first, facts, names, fact, CONFLICTS)
            if refuted is None:
                refuted = self._refuted(self._lazy, facts, names, fact)
            if not refuted:
                reason = ", ".join(group.name for group in groups)
                raise RuntimeError(f"{fact} does not follow from {reason}")

    @staticmethod
    def _refuted(
        solver: GroupSolver,
        facts: Sequence[Fact],
        names: Collection[str],
        fact: Fact,
        conflicts: int | None = None,
    ) -> bool | None:
        """Return whether the negation of a fact is refuted; None if that takes more conflicts."""
        known = [solver.literal(each) for each in facts]
        selectors = [group.selector for group in solver.groups if group.name in names]
        found = solver.solve([*known, *selectors, -solver.literal(fact)], conflicts=conflicts)
        return None if found is None else not found
