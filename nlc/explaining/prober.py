"""Unit propagation from what is known by all groups at once, with assumptions in one another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nlc.explaining.groups import GroupSolver


class Prober:
    """Says what follows from assumptions beside what is known.

    Groups and known facts are clauses here, so that a question takes as long as what is new in it.

    Attributes:
        calls: how often it was asked.
        length: how much followed from the last assumptions, until there was a contradiction.
    """

    def __init__(self, solver: GroupSolver) -> None:
        """State all groups of a solver; rings that it meets later on are stated as well."""
        self._solver = solver
        self._stated = solver.stated()
        self._rings = 0
        self._known: set[int] = set()
        self._base: list[int] = []
        self.calls = self.length = 0

    def learn(self, literals: Iterable[int]) -> None:
        """Add what is known."""
        new = [x for x in literals if x not in self._known]
        self._known.update(new)
        self._stated.add([[x] for x in new])
        self._take_rings()
        selectors = [g.selector for g in (*self._solver.groups, *self._solver.rings)]
        self._base = self._solver.propagate([*self._known, *selectors])[1]

    def follows(self, assumed: Sequence[int], closing: bool = True) -> list[int] | None:
        """Return what follows from assumptions, with them; None if that is a contradiction.

        Args:
            assumed: literals.
            closing: whether rings that close are cut off.
        """
        while True:
            self.calls += 1
            consistent, found = self._stated.propagate(assumed)
            self.length = len(found)
            if not consistent:
                return None
            if not closing or not self._solver.close([*self._base, *found]):
                return found
            self._take_rings()

    def _take_rings(self) -> None:
        rings = self._solver.rings
        self._stated.add([list(ring.ring) for ring in rings[self._rings :]])
        self._rings = len(rings)
