"""Reasons of several groups: an open fact is denied, and the contradiction is minimized.

First come denials that unit propagation refutes, for a person can follow these link by link (cf.
Demystify, arXiv 2104.15040); then those that it refutes with further assumptions within (failed
literals; Freeman 1995); then those that it takes search to refute.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from nlc.reasons.facts import Fact, Group
from nlc.reasons.groups import GroupSolver
from nlc.reasons.minimal import SelectorSolver, shrink
from nlc.reasons.steps.reason import WHOLE, Propagation, Reason, cost_of, needed

SHRUNK = 24
"""Contradictions that are minimized for a step, the shortest first."""

PROBES = 1_000
"""Calls of the solver for a step after which no further assumption is tried."""

COMPARED = 4
"""Reasons with such assumptions of which the easiest is taken."""

SEARCHED, SHRINKING = 1_000, 10_000
"""Conflicts of a step after which its reason is the board as a whole, or is not made smaller."""

CORES = 3
"""How often the core of a core is taken, where it takes search."""

FOLLOWED = WHOLE + 32
"""What a reason that takes search may cost to be made smaller: nobody follows more."""


class Prober:
    """Propagates assumptions together with what is known.

    Groups and known facts are clauses here, so a call takes only as long as its news.

    Attributes:
        calls: of the solver.
        length: literals that followed from the last assumptions, up to a contradiction.
    """

    def __init__(self, solver: GroupSolver) -> None:
        """Take all groups of a solver; rings that it meets later are added."""
        self._solver = solver
        self._propagator = solver.with_all_groups()
        self._rings = 0
        self._known: set[int] = set()
        self._base: list[int] = []
        self.calls = self.length = 0

    def learn(self, literals: Iterable[int]) -> None:
        """Add what is known."""
        new = [x for x in literals if x not in self._known]
        self._known.update(new)
        self._propagator.add([[x] for x in new])
        self._take_rings()
        selectors = [g.selector for g in (*self._solver.groups, *self._solver.rings)]
        self._base = self._solver.propagate([*self._known, *selectors])[1]

    def follows(self, assumed: Sequence[int], closing: bool = True) -> list[int] | None:
        """Return the assumptions and what follows from them; None for a contradiction.

        Args:
            assumed: literals.
            closing: whether rings that close are cut off.
        """
        while True:
            self.calls += 1
            consistent, found = self._propagator.propagate(assumed)
            self.length = len(found)
            if not consistent:
                return None
            if not closing or not self._solver.cut_off([*self._base, *found]):
                return found
            self._take_rings()

    def _take_rings(self) -> None:
        rings = self._solver.rings
        self._propagator.add([list(ring.ring) for ring in rings[self._rings :]])
        self._rings = len(rings)


class Refutation:
    """Finds reasons of several groups.

    Args:
        propagation: of the puzzle.
        stated: the puzzle encoded in full, without separators.
        goal: what holds in all solutions, by its literals.
        known: those of them that are known; it grows elsewhere.
    """

    def __init__(
        self,
        propagation: Propagation,
        stated: GroupSolver,
        goal: Mapping[int, Fact],
        known: Mapping[int, object],
    ) -> None:
        self._propagation, self._solver = propagation, propagation.solver
        self._stated, self._goal, self._known = stated, goal, known
        self._drawn = tuple(known)
        self._tried, self._length = Counter[int](), dict[int, int]()
        self._prober = Prober(self._solver)

    @property
    def questions(self) -> int:
        """How many calls of the solver there were."""
        return self._prober.calls

    def reasons(self, wanted: Sequence[int], others: Sequence[int]) -> list[Reason]:
        """Return reasons of several groups for open facts, at least one.

        Args:
            wanted: the facts that are wanted.
            others: those that may help on the way.
        """
        self._prober.learn(self._known)
        for facts in (wanted, others):
            for closing in (False, True):
                if refuted := self._refuted(facts, closing):
                    return [self._denied(x) for x in refuted[:SHRUNK]]
        return [self._nested(wanted) or self._searched(wanted)]

    def _refuted(self, facts: Sequence[int], closing: bool) -> list[int]:
        """Return the literals whose denial unit propagation refutes, the soonest first."""
        found = []
        for x in facts:
            refuted = self._prober.follows([-x], closing) is None
            self._length[x] = self._prober.length
            if refuted:
                found.append((self._prober.length, x))
        return [x for _, x in sorted(found)]

    def _denied(self, literal: int) -> Reason:
        groups, facts, _ = self._core([-literal])
        groups.sort(key=lambda group: group.selector)
        return self._propagation.complete(facts, groups, literal, self._known, "denied")

    def _core(self, stack: Sequence[int]) -> tuple[list[Group], list[int], set[int]]:
        """Return groups and facts with which unit propagation refutes some of several assumptions,
        each needed, and which these are."""
        every = [*self._solver.groups, *self._solver.rings]
        every.sort(key=lambda group: (group.whole, bool(group.ring)))  # the easiest first
        selectors = [*stack, *self._known, *(group.selector for group in every)]
        refuted = not self._solver.solve(selectors)
        assert refuted
        used = self._solver.core()
        groups = self._solver.groups_of(used)
        facts = [x for x in used if x in self._known]
        assumed = [x for x in stack if x in used]
        hardest = sorted(groups, key=lambda g: (-cost_of([g]), g.selector))
        groups = needed(groups, hardest, lambda some: self._contradict(some, facts, assumed))
        order = sorted(facts, key=lambda y: self._goal[y].holds)
        facts = needed(facts, order, lambda some: self._contradict(groups, some, assumed))
        return groups, facts, set(assumed)

    def _contradict(
        self, groups: Sequence[Group], facts: Sequence[int], assumed: Sequence[int]
    ) -> bool:
        selectors = [group.selector for group in groups]
        return not self._solver.propagate([*assumed, *facts, *selectors])[0]

    # ---------- assumptions within an assumption ----------

    def _nested(self, wanted: Sequence[int]) -> Reason | None:
        """Return the easiest that is found of reasons with assumptions within the first one."""
        end, found = self._prober.calls + PROBES, list[Reason]()
        for x in sorted(wanted, key=lambda x: (self._tried[x], -self._length[x])):
            if self._prober.calls >= end or len(found) == COMPARED:
                break
            self._tried[x] += 1  # a later step tries the others first
            if lemmas := self._lemmas(x, end):
                found.append(self._with_lemmas(x, lemmas))
        return min(found, key=lambda each: (each.cost, len(each.facts)), default=None)

    def _lemmas(self, literal: int, end: int) -> list[int]:
        """Return literals that fail within a denial, one after another, and so refute it."""
        stack, fresh = [-literal], True
        held = set(self._prober.follows(stack) or ())
        while fresh:
            fresh = False
            for x in self._propagation.meaning:
                if self._prober.calls >= end:
                    return []
                if x in held or -x in held or x in self._known or -x in self._known:
                    continue
                if self._prober.follows([*stack, -x], self._solver.has_sizes) is None:
                    stack.append(x)
                    fresh = True
                    found = self._prober.follows(stack)
                    if found is None:
                        return stack[1:]
                    held = set(found)
        return []

    def _with_lemmas(self, literal: int, lemmas: Sequence[int]) -> Reason:
        """Return the reason with the groups and facts that lemmas take, as far as they count."""
        groups, facts, used = self._core([-literal, *lemmas])
        for number in reversed(range(len(lemmas))):
            if lemmas[number] in used:
                stack = [-literal, *lemmas[:number], -lemmas[number]]
                more, others, further = self._core(stack)
                groups, facts, used = [*groups, *more], [*facts, *others], used | further
        kept = sorted(set(groups), key=lambda group: group.selector)
        known = tuple(x for x in self._known if x in facts)
        return Reason(known, tuple(kept), (literal,), "nested")

    # ---------- search ----------

    def _searched(self, wanted: Sequence[int]) -> Reason:
        """Return a reason that takes search to find, smaller only where it is small.

        Where `SEARCHED` conflicts find none, it is the board as a whole.
        """
        groups = {group.name: group for group in self._solver.groups}
        twins = {x: self._stated.literal(fact) for x, fact in self._goal.items()}
        of: dict[int, Group | int] = {g.selector: groups[g.name] for g in self._stated.groups}
        of |= {twins[x]: x for x in self._known}
        end = self._stated.conflicts() + SEARCHED
        best, cost, first = Reason(self._drawn, tuple(groups.values()), ()), 0, wanted[0]
        core: Sequence[int]
        for x in wanted:
            core, assumed = (), list(of)
            for _ in range(CORES):  # the core of a core is smaller yet
                most = min(SEARCHED // 5, end - self._stated.conflicts())
                denied = [*assumed, -twins[x]]
                if most <= 0 or self._stated.satisfiable(denied, most) is None:
                    break
                core = assumed = [y for y in self._stated.core() if y in of]
            found = self._of_core(of, core)
            if core and (not cost or found.cost < cost):
                best, cost, first, least = found, found.cost, x, core
        if 0 < cost <= FOLLOWED:
            prices = [cost_of([one]) if isinstance(one := of[y], Group) else 0 for y in least]
            subsets = SelectorSolver(self._stated, least, [-twins[first]])
            subsets.limit(SHRINKING)
            kept, _ = shrink(subsets, range(len(least)), lambda i: (-prices[i], i))
            best = self._of_core(of, [least[i] for i in sorted(kept)])
        return replace(best, follows=(first,), how="searched")

    @staticmethod
    def _of_core(of: Mapping[int, Group | int], core: Iterable[int]) -> Reason:
        some = [of[x] for x in core]
        groups = sorted((x for x in some if isinstance(x, Group)), key=lambda g: g.selector)
        return Reason(tuple(x for x in some if isinstance(x, int)), tuple(groups), ())
