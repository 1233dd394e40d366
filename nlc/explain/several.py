"""Reasons of several groups: an open fact is denied, and what contradicts that is shrunk."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from nlc.explain.facts import Fact, Group
from nlc.explain.groups import GroupSolver
from nlc.explain.reason import WHOLE, Reason, cost_of, with_all

MOST_GROUPS = 8
"""Groups of a reason that a person can still follow."""

SHRUNK = 24
"""Contradictions that are shrunk for a step, the shortest first."""

CONFLICTS = 300
"""After so many it is left open whether fewer groups suffice."""

CORES = 3
"""How often the core of a core is taken, where it takes search."""

_Refutes = Callable[[Sequence[Group], Sequence[int], int], bool]
"""Whether groups and facts refute that a literal is false."""


class Several:
    """Finds what several groups tell together; see `nlc.explain.deduction`.

    Attributes:
        solver: the puzzle, group by group.
        stated: the same, with nothing left to separators.
        goal: what holds in all solutions, by its literals.
        known: of these, what is known.
    """

    def __init__(
        self,
        solver: GroupSolver,
        stated: GroupSolver,
        goal: Mapping[int, Fact],
        known: Mapping[int, None],
    ) -> None:
        """Keep what it works on; what is known grows elsewhere."""
        self.solver, self.stated, self.goal, self.known = solver, stated, goal, known
        self._order = {x: i for i, x in enumerate(goal)}
        self._twins: dict[int, int] = {}

    def search(self, left: Sequence[int]) -> dict[int, Reason]:
        """Return reasons of several groups for some open facts."""
        chains: list[tuple[int, int]] = []
        for x in left:
            length = self._until_conflict(x)
            if length is not None:
                chains.append((length, x))
        if not chains:
            return self._by_search(left)
        core = [*self.solver.rings, *self.solver.groups]
        tried = [x for _, x in sorted(chains)[:SHRUNK]]
        return self._shortest(tried, core)

    def _until_conflict(self, literal: int) -> int | None:
        """Return how much unit propagation finds until the negation of a literal is refuted; None
        if it is not. Rings that close on the way are cut off."""
        while True:
            stated = [*self.solver.rings, *self.solver.groups]
            selectors = [group.selector for group in stated]
            consistent, found = self.solver.propagate([*self.known, *selectors, -literal])
            if not consistent:
                return len(found)
            if not self.solver.close(found):
                return None

    def _by_search(self, left: Sequence[int]) -> dict[int, Reason]:
        """Return a reason that takes search to see; it is only shrunk where it is small."""
        names = {group.name: group for group in self.solver.groups}
        every = [group.selector for group in self.stated.groups]
        cores: dict[int, tuple[int, list[Group], list[int]]] = {}
        for x in left:
            asked = every
            for _ in range(CORES):  # the core of a core is smaller yet
                refuted = not self.stated.solve(
                    [*self._in_stated(self.known), *asked, -self._stated(x)]
                )
                assert refuted
                core = self.stated.core()
                asked = [group.selector for group in self.stated.groups_of(core)]
            groups = [names[group.name] for group in self.stated.groups_of(core)]
            used = set(core)
            facts = [y for y in self.known if self._stated(y) in used]
            cores[x] = cost_of(groups), groups, facts
        x = min(cores, key=lambda y: (cores[y][0], self._order[y]))
        cost, groups, facts = cores[x]
        if cost <= WHOLE + 4 * MOST_GROUPS:
            found = self._shrunk(groups, x, cost, self._searches)
            if found is not None:
                return {x: found}
        return {x: Reason(tuple(facts), tuple(groups), (x,), plain=False)}

    def _shortest(self, tried: Sequence[int], core: Sequence[Group]) -> dict[int, Reason]:
        """Return minimal reasons, as far as they cost no more than the least of them."""
        bound, out = MOST_GROUPS, dict[int, Reason]()
        while tried and not out:
            for x in tried:
                reason = self._shrunk(core, x, bound, self._propagates)
                if reason is not None:
                    out[x] = reason
                    bound = min(bound, reason.cost[0])
            bound *= 2
        return out

    def _shrunk(
        self, core: Sequence[Group], literal: int, bound: int, refutes: _Refutes
    ) -> Reason | None:
        """Return a minimal reason, or None if it costs more than the bound.

        What costs most is tried first, as what is tried first goes first.
        """
        left = sorted(core, key=lambda g: (-cost_of([g]), g.selector))
        facts, kept = list(self.known), list[Group]()
        while left:
            group = left.pop(0)
            if not refutes([*kept, *left], facts, literal):
                kept.append(group)
                if cost_of(g for g in kept if not g.whole) > bound:
                    return None
        if cost_of(kept) > bound:
            return None
        size = max(1, len(facts) // 4)
        while size:
            for end in range(len(facts), 0, -size):
                fewer = facts[: max(0, end - size)] + facts[end:]
                if refutes(kept, fewer, literal):
                    facts = fewer
            size //= 2
        kept.sort(key=lambda g: g.selector)
        return with_all(self.solver, self.goal, self.known, (facts, kept), literal)

    def _propagates(self, groups: Sequence[Group], facts: Sequence[int], literal: int) -> bool:
        """Return whether unit propagation refutes that a literal is false."""
        selectors = [group.selector for group in groups]
        return not self.solver.propagate([*facts, *selectors, -literal])[0]

    def _searches(self, groups: Sequence[Group], facts: Sequence[int], literal: int) -> bool:
        """Return whether it is refuted, with some search too, that a literal is false."""
        numbers = {group.name: group.selector for group in self.stated.groups}
        selectors = [numbers[group.name] for group in groups]
        assumed = [*self._in_stated(facts), *selectors, -self._stated(literal)]
        return self.stated.solve(assumed, conflicts=CONFLICTS) is False

    def _in_stated(self, literals: Iterable[int]) -> list[int]:
        """Return the literals of the other solver that say the same."""
        return [self._stated(x) for x in literals]

    def _stated(self, literal: int) -> int:
        if literal not in self._twins:
            self._twins[literal] = self.stated.literal(self.goal[literal])
        return self._twins[literal]
