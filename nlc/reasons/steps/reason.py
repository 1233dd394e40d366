"""Reasons: known facts and groups from which more follows, and how hard they are to follow.

Where no single group gives anything, an open fact is denied, and the contradiction is minimized.
First come denials that unit propagation refutes, for a person can follow these link by link (cf.
Demystify, arXiv 2104.15040), and what all ways to fill the places of one clue agree on; then those
that it takes search to refute.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache, partial
from math import log2
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from nlc.reasons.facts import Fact, Group
from nlc.reasons.groups import FOLLOWED, GroupSolver
from nlc.reasons.minimal import prune
from nlc.reasons.steps.candidates import TECHNIQUES

WHOLE = 10
"""The cost of a rule about the whole board; a ring and an instance at a place cost 1."""

SHRUNK = 24
"""Contradictions that are minimized for a step, the shortest first."""

MANY = 100
"""Groups from which only those of the solver's core are tried, one by one."""

SEARCHED = 1_000
"""Conflicts of a step after which its reason is the board as a whole; a question has a fifth."""

CASES = 8
"""Of these, what all ways to fill the places of a clue agree on."""

AGREED = 50
"""Conflicts after which it is not known what all ways to fill the places of a clue agree on."""

CORES = 3
"""How often the core of a core is taken, where it takes search."""

How = Literal["", "denied", "searched"]


Case = tuple[int, tuple[Group, ...], tuple[int, ...]]
"""A literal, and groups and facts without which it is not excluded that it fails."""


class Reason(Struct, frozen=True, eq=False):
    """Facts and groups from which literals follow.

    Attributes:
        facts: literals that are known, or assumed.
        groups: instances of rules, and rings; none where only one value is left.
        follows: the literals that follow, also by way of one another; none: a contradiction.
        how: where the first of them is denied: refuted by unit propagation or by cases, or by
            search; empty where it follows at once.
        inner: from that denial to a contradiction, where it was looked for.
        technique: the name of the technique that it is, or an empty text.
        words: of a technique.
        cells: the names of the cells that show a technique.
        further: groups that only spread the first conclusion.
        others: those of them that conclude the same at other places.
    """

    facts: tuple[int, ...]
    groups: tuple[Group, ...]
    follows: tuple[int, ...]
    how: How = ""
    inner: tuple[Reason, ...] = ()
    technique: str = ""
    words: str = ""
    cells: tuple[str, ...] = ()
    further: frozenset[Group] = frozenset()
    others: frozenset[Group] = frozenset()

    @property
    def cost(self) -> int:
        """How hard it is to follow, by its groups."""
        return cost_of(group for group in self.groups if group not in self.further)

    @property
    def weight(self) -> float:
        """What it counts for in a grade.

        A technique of candidates has a weight of its own. Else it is 1 more each time that the
        number of rules doubles, half of that for a technique with a name. Where something is
        assumed, there are two or more rules; a ring counts as one, rules about the board as ten.
        """
        if self.technique in TECHNIQUES:
            return TECHNIQUES[self.technique]
        doubled = log2(max(2, self.cost))
        return round(1 + (doubled / 2 if self.technique else doubled), 2)


def cost_of(groups: Iterable[Group]) -> int:
    """Return the cost of groups; the rule that forbids a ring is free where the ring counts."""
    some = list(groups)
    whole = 0 if any(group.ring for group in some) else WHOLE
    return sum(whole if group.whole else 1 for group in some)


def without_forbidding(groups: Iterable[Group]) -> list[Group]:
    """Return groups without the rules that forbid the rings among them."""
    some = list(groups)
    rings = {group.rule for group in some if group.ring}
    return [g for g in some if g.ring or not (g.whole and g.rule in rings)]


class Propagation(GroupSolver):
    """A puzzle, group by group, and what follows from facts and groups by unit propagation."""

    def follows(self, facts: Iterable[int], groups: Collection[Group] = ()) -> list[int] | None:
        """Return the literals that follow, also those of no fact; None for a contradiction.

        A ring also needs the rule that forbids it.
        """
        consistent, found = self.propagate([*facts, *self._selectors(groups)])
        return found if consistent else None

    def implies(self, facts: Iterable[int], groups: Collection[Group], literal: int) -> bool:
        """Return whether a literal follows; 0: a contradiction."""
        found = self.follows(facts, groups)
        return not literal if found is None else literal in found

    def needed(
        self, facts: Sequence[int], groups: Sequence[Group], literal: int
    ) -> tuple[int, ...]:
        """Return facts from which a literal follows, or 0, a contradiction; each is needed.

        Facts that exclude a value are dropped first, so that those that set one stay.
        """
        implied = partial(self.implies, groups=groups, literal=literal)
        return tuple(prune(facts, lambda x: self.meaning[x].holds, implied))

    def by_group(self, known: Collection[int], group: Group, literal: int) -> Reason:
        """Return why a literal follows from one group, or 0, a contradiction."""
        here = set(self.elements(group))
        near = [x for x in known if self.meaning[x].place in here]
        enough = near if self.implies(near, (group,), literal) else list(known)
        facts = self.needed(enough, (group,), literal)
        return self.complete(Reason(facts, (group,), (literal,) if literal else ()), known)

    def by_place(self, known: Iterable[int], literal: int) -> Reason:
        """Return why a literal follows from what is known of its place, without any rule."""
        place = self.meaning[literal].place
        here = [x for x in known if self.meaning[x].place == place]
        facts = self.needed([*here, -literal], (), 0)
        return Reason(tuple(x for x in facts if x != -literal), (), (literal,))

    def complete(self, reason: Reason, known: Collection[int]) -> Reason:
        """Return a reason with all that follows by propagation and is not known."""
        found = self.follows(reason.facts, reason.groups) if reason.follows else ()
        more = sorted(x for x in found or () if x in self.meaning and x not in known)
        return replace(reason, follows=tuple(dict.fromkeys([*reason.follows, *more])))

    def refutes(self, facts: Iterable[int], groups: Iterable[Group], literal: int) -> bool:
        """Return whether the denial of a literal contradicts facts and groups, by search; of 0,
        whether these contradict each other."""
        denied = [-literal] * bool(literal)
        return self.solve([*facts, *self._selectors(groups), *denied], rings=()) is False

    def _selectors(self, groups: Iterable[Group]) -> list[int]:
        """Return the selectors of groups, and of the rules that forbid the rings among them."""
        some = list(groups)
        if rules := {group.rule for group in some if group.ring}:
            some += (group for group in self.groups if group.whole and group.rule in rules)
        return list(dict.fromkeys(group.selector for group in some))

    def least(self, reason: Reason, literal: int, others: Iterable[int]) -> Reason | None:
        """Return a reason with no groups and facts but those that a literal needs, and others that
        follow from these too; None if it does not follow."""
        facts, groups = list(reason.facts), list(reason.groups)
        if not self.refutes(facts, groups, literal):
            return None
        if len(groups) > MANY:
            used = self.core()
            facts, groups = [x for x in facts if x in used], self.groups_of(used)
        place = self.meaning[literal].place
        far = {g: (g.whole, place in self.elements(g), bool(g.clues), g.selector) for g in groups}
        groups = prune(groups, far.__getitem__, lambda some: self.refutes(facts, some, literal))
        holds = partial(self.refutes, groups=groups, literal=literal)
        facts = prune(facts, lambda x: self.meaning[x].holds, holds)
        more = (x for x in others if x != literal and self.refutes(facts, groups, x))
        return replace(reason, facts=tuple(facts), groups=tuple(groups), follows=(literal, *more))


class Refutation:
    """Finds reasons of several groups.

    Groups and known facts are clauses of a solver of its own, so that to propagate an assumption
    takes only as long as its news.

    Attributes:
        questions: how many calls of the solver there were.
    """

    def __init__(
        self,
        solver: Propagation,
        stated: GroupSolver,
        goal: Mapping[int, Fact],
        known: Collection[int],
    ) -> None:
        """Start with what is known.

        Args:
            solver: of the puzzle.
            stated: the puzzle encoded in full, without separators.
            goal: what holds in all solutions, by its literals.
            known: those of them that are known; it grows elsewhere.
        """
        self._solver, self._stated, self._goal, self._known = solver, stated, goal, known
        self._drawn = tuple(known)
        self._propagator, self._rings = solver.with_all_groups(), 0
        self._learnt, self._base = set[int](), list[int]()
        self.questions = 0
        self._twins = {x: stated.literal(fact) for x, fact in goal.items()}
        self._selector = {group.name: group.selector for group in stated.groups}
        places = {group: {*solver.elements(group)} for group in solver.groups}
        clued = [group for group in places if group.clues and not group.whole]
        self._clued = {
            group: (
                [other for other in places if places[other] <= places[group]],
                [x for x, fact in goal.items() if fact.place in places[group]],
            )
            for group in clued
            if not any(places[group] < places[other] for other in clued)
        }
        self._cases = dict[Group, tuple[int, list[Case]]]()
        self._minimal_case = cache(self._minimized)

    def reasons(self, unknown: Sequence[int], wanted: Sequence[int]) -> list[Reason]:
        """Return reasons of several groups for open facts, at least one.

        Args:
            unknown: the facts that are open.
            wanted: those of them for which a search is worth its time.
        """
        self._learn()
        lengths = {x: length for x in unknown if (length := self._refuted_after(-x))}
        soonest = sorted(lengths, key=lambda x: (lengths[x], x))
        found = [self._denied(x) for x in soonest[:SHRUNK]]
        if min((each.cost for each in found), default=3) > 2:
            found += self._by_cases()
        return found or [self._searched(wanted)]

    def _by_cases(self) -> list[Reason]:
        """Return what all ways to fill the places of a clue agree on, by the rules of these alone.

        That is more than unit propagation gives, and hardly depends on encodings. Of these, too,
        the shortest are minimized.
        """
        for group, (near, here) in self._clued.items():
            facts = [x for x in here if x in self._known]
            if self._cases.get(group, (-1, ()))[0] == len(facts):
                continue
            left, found = [x for x in here if x not in self._known], list[Case]()
            while left:
                x = left.pop(0)
                if fails := self._fails(x, near, facts):
                    twins, model = self._twins, self._stated.last
                    left = [y for y in left if model[abs(twins[y])] == (twins[y] > 0)]
                elif fails is False:
                    used = {*self._stated.core()}
                    groups = tuple(each for each in near if self._selector[each.name] in used)
                    found.append((x, groups, tuple(y for y in facts if self._twins[y] in used)))
            self._cases[group] = len(facts), found
        every = (case for _, found in self._cases.values() for case in found)
        shortest = sorted(every, key=lambda case: cost_of(case[1]))[:CASES]
        return [self._minimal_case(*case) for case in shortest]

    def _fails(self, literal: int, groups: Iterable[Group], facts: Iterable[int]) -> bool | None:
        """Return whether a literal fails in a solution of some groups and facts; None: not decided
        within `AGREED` conflicts."""
        assumed = [*(self._selector[g.name] for g in groups), *(self._twins[x] for x in facts)]
        return self._stated.satisfiable([*assumed, -self._twins[literal]], AGREED)

    def _minimized(self, x: int, near: tuple[Group, ...], facts: tuple[int, ...]) -> Reason:
        return self._least(x, near, facts, lambda *some: self._fails(x, *some) is False)

    def _least(
        self, x: int, groups: Sequence[Group], facts: Sequence[int], contradict: Callable[..., bool]
    ) -> Reason:
        """Return a literal with no groups and facts but those that contradict its denial."""
        groups = prune(groups, lambda group: not group.whole, lambda some: contradict(some, facts))
        facts = prune(facts, lambda y: self._goal[y].holds, lambda some: contradict(groups, some))
        return Reason(tuple(facts), tuple(groups), (x,), "denied")

    def _learn(self) -> None:
        """Add what became known."""
        new = [x for x in self._known if x not in self._learnt]
        self._learnt.update(new)
        self._propagator.add([[x] for x in new])
        self._take_rings()
        groups = (*self._solver.groups, *self._solver.rings)
        self._base = self._solver.propagate([*self._learnt, *(g.selector for g in groups)])[1]

    def _take_rings(self) -> None:
        rings = self._solver.rings
        self._propagator.add([list(ring.ring) for ring in rings[self._rings :]])
        self._rings = len(rings)

    def _refuted_after(self, assumed: int) -> int:
        """Return after how many literals unit propagation refutes one, by rings too; 0: never."""
        while True:
            self.questions += 1
            consistent, found = self._propagator.propagate([assumed])
            if not consistent:
                return len(found) + 1
            if not self._solver.cut_off([*self._base, *found]):
                return 0
            self._take_rings()

    def _denied(self, literal: int) -> Reason:
        """Return a literal with groups and facts with which unit propagation refutes its denial,
        each needed."""
        every = [*self._solver.groups, *self._solver.rings]
        every.sort(key=lambda g: (g.whole, bool(g.ring)))  # the easiest first
        self._solver.solve([-literal, *self._known, *(group.selector for group in every)])
        used = self._solver.core()  # as propagation refutes it
        groups = self._solver.groups_of(used)
        facts = [x for x in used if x in self._known]

        def contradict(some: Iterable[Group], known: Iterable[int]) -> bool:
            selectors = [group.selector for group in some]
            return not self._solver.propagate([-literal, *known, *selectors])[0]

        return self._solver.complete(self._least(literal, groups, facts, contradict), self._known)

    # ---------- search ----------

    def _searched(self, wanted: Sequence[int]) -> Reason:
        """Return a reason that takes search to find, smaller only where it is small.

        Where `SEARCHED` conflicts find none, it is the board as a whole.
        """
        groups = self._solver.groups
        of: dict[int, Group | int] = {self._selector[group.name]: group for group in groups}
        of |= {self._twins[x]: x for x in self._known}
        end = self._stated.conflicts() + SEARCHED
        cores = dict[int, list[int]]()
        for x in wanted:
            core = list(of)
            for _ in range(CORES):  # the core of a core is smaller yet
                most = min(SEARCHED // 5, end - self._stated.conflicts())
                if most <= 0 or self._stated.satisfiable([*core, -self._twins[x]], most) is None:
                    break
                cores[x] = core = [y for y in self._stated.core() if y in of]
        found = {x: self._of_core(of, core) for x, core in cores.items() if core}
        first = min(found, key=lambda x: found[x].cost, default=wanted[0])
        best = found.get(first, Reason(self._drawn, tuple(groups), ()))
        if first in found and 0 < best.cost <= FOLLOWED:
            denied = -self._twins[first]
            least = prune(
                cores[first],
                lambda x: -cost_of(one for one in (of[x],) if isinstance(one, Group)),
                lambda some: self._stated.satisfiable([*some, denied], SEARCHED // 5) is False,
            )
            best = self._of_core(of, least)
        return replace(best, follows=(first,), how="searched")

    @staticmethod
    def _of_core(of: Mapping[int, Group | int], core: Iterable[int]) -> Reason:
        some = [of[x] for x in core]
        groups = sorted((x for x in some if isinstance(x, Group)), key=lambda g: g.selector)
        return Reason(tuple(x for x in some if isinstance(x, int)), tuple(groups), ())
