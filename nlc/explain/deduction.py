"""What follows next on a board, and from what: the easiest reason first.

One step is a set of known facts E and of groups S (instances of rules) from which a new fact
follows, as in the step-wise explanations of Bogaerts, Gamba and Guns (JAIR 78, 2023). Groups are
looked at one by one first, by unit propagation. Where no single group tells anything, each open
fact is denied in turn, what contradicts it is shrunk, and the least is taken (cf. Demystify, arXiv
2104.15040): first of those that unit propagation refutes, for a person can follow these link by
link.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from nlc.dataclasses import dataclass
from nlc.explain.chain import fewest, stating
from nlc.explain.facts import Fact, Group
from nlc.explain.groups import GroupSolver
from nlc.explain.known import Place, backbone, place_of, variables

SOLVER = "minisat22"
"""Of PySAT: it propagates under assumptions, and small questions take it no time."""

MOST_GROUPS = 8
"""Groups of a reason that a person can still follow."""

SHRUNK = 24
"""Contradictions that are shrunk for a step, the shortest first."""

CONFLICTS = 300
"""After so many it is left open whether fewer groups suffice."""

CORES = 3
"""How often the core of a core is taken, where it takes search."""

RING, WHOLE = 2, 10
"""What a ring and a statement about the whole board cost; an instance at a place costs 1."""


@dataclass(frozen=True, eq=False)
class Reason:
    """Facts and groups from which literals follow.

    Attributes:
        facts: literals that are known.
        groups: instances of rules, and rings.
        follows: the literals that follow, by way of one another too.
        plain: whether unit propagation finds the first of them, without assuming that it is false.
    """

    facts: tuple[int, ...]
    groups: tuple[Group, ...]
    follows: tuple[int, ...]
    plain: bool = True

    @property
    def cost(self) -> tuple[int, int]:
        """How hard it is to follow: by its groups, then by its facts."""
        return cost_of(self.groups), len(self.facts)


def cost_of(groups: Iterable[Group]) -> int:
    """Return what groups cost; the statement that a ring is cut by costs nothing beside it."""
    some = list(groups)
    rings = sum(bool(group.ring) for group in some)
    wholes = sum(group.whole for group in some)
    plain = len(some) - rings - wholes
    return plain + rings * RING + wholes * WHOLE * (not rings)


_Refutes = Callable[[Sequence[Group], Sequence[int], int], bool]
"""Whether groups and facts refute that a literal is false."""


class Deduction:
    """The state of a board on the way to its solution.

    Attributes:
        solver: the puzzle, group by group.
        stated: the same, with nothing left to separators.
        goal: what holds in all solutions that have what was drawn, by its literals.
        known: the literals that are known, in the order in which they became so.
    """

    def __init__(
        self, solver: GroupSolver, stated: GroupSolver, drawn: Sequence[Fact] = ()
    ) -> None:
        """Start with what is drawn.

        Args:
            solver: of `SOLVER`, lazy.
            stated: the same puzzle with all stated; its last answer was a solution that has what is
                drawn.
            drawn: what is drawn.
        """
        self.solver, self.stated = solver, stated
        facts = backbone(stated, [stated.literal(fact) for fact in drawn])
        self.goal = {solver.literal(fact): fact for fact in facts}
        self.known: dict[int, None] = {}
        self._every = [group.selector for group in solver.groups]
        self._order = {x: i for i, x in enumerate(self.goal)}
        self._shown = {v.name for v in variables(solver.program) if v.shown}
        self._at: dict[Place, list[Group]] = {}
        self._placed = 0
        self._fresh = list(solver.groups)
        self._reasons: dict[int, Reason] = {}
        self._twins: dict[int, int] = {}
        self._learn([solver.literal(fact) for fact in drawn])
        self._learn(self._given())

    def is_target(self, literal: int) -> bool:
        """Return whether a literal is what a person would draw: a shown value."""
        fact = self.goal[literal]
        return fact.variable in self._shown and fact.holds

    @property
    def open(self) -> int:
        """How many shown values are not the same in all solutions."""
        told = {place_of(fact) for fact in self.goal.values() if fact.holds}
        shown = (v for v in variables(self.solver.program) if v.shown)
        return sum((v.name, i) not in told for v in shown for i in range(v.size))

    @property
    def missing(self) -> int:
        """How many values are to be drawn yet."""
        return sum(self.is_target(x) and x not in self.known for x in self.goal)

    def singles(self) -> list[Reason]:
        """Return the reasons of one group that are there now, the easiest first."""
        known = list(self.known)
        for group in self._fresh:
            consistent, found = self.solver.propagate([*known, *stating(self.solver, [group])])
            for x in found if consistent else ():
                if x in self.goal and x not in self.known:
                    reason = self._of_one(group, x)
                    if x not in self._reasons or reason.cost < self._reasons[x].cost:
                        self._reasons[x] = reason
        self._fresh = []
        order = sorted(self._reasons, key=lambda x: self._rank(x, self._reasons[x]))
        return [self._reasons[x] for x in order if self._reasons[x].cost[0] == 1]

    def hard(self) -> Reason | None:
        """Return the easiest reason of several groups that was found; None at the end."""
        if not self.missing:
            return None
        found = self._search()
        if not found:
            return None
        return found[min(found, key=lambda x: self._rank(x, found[x]))]

    def take(self, reason: Reason) -> tuple[int, ...]:
        """Add what follows from a reason, and return all that is known by it now."""
        return self._learn(reason.follows)

    def _rank(self, literal: int, reason: Reason) -> tuple[int, bool, int, bool, int]:
        """Return the place of a reason in the order: what it takes, and whether it can be drawn."""
        groups, facts = reason.cost
        fact = self.goal[literal]
        return groups, not fact.holds, facts, not self.is_target(literal), self._order[literal]

    # ---------- what is known ----------

    def _learn(self, literals: Iterable[int]) -> tuple[int, ...]:
        """Add literals and what they mean without any rule: that a value excludes the others."""
        added = [x for x in literals if x in self.goal and x not in self.known]
        _, found = self.solver.propagate([*self.known, *added])
        added += sorted(
            x for x in set(found) - set(added) if x in self.goal and x not in self.known
        )
        self.known.update(dict.fromkeys(added))
        here = set(self._fresh)
        for x in added:
            for group in self._groups_at(place_of(self.goal[x])):
                if group not in here:
                    here.add(group)
                    self._fresh.append(group)
            self._reasons.pop(x, None)
        return tuple(added)

    def _groups_at(self, place: Place) -> list[Group]:
        """Return the groups, rings included, that speak of a variable at an element."""
        groups = [*self.solver.groups, *self.solver.rings]
        for group in groups[self._placed :]:
            for each in self.solver.elements(group):
                self._at.setdefault(each, []).append(group)
        self._placed = len(groups)
        return self._at.get(place, [])

    def _given(self) -> list[int]:
        """Return what a clue says of its own element and of nothing else, or its very value: nobody
        needs to be told."""
        out: list[int] = []
        program = self.solver.program
        sorts = {v.name: v.sort for v in variables(program)}
        for group in self.solver.groups:
            clues = {
                (program.given_sorts[c.given], c.element): program.givens[c.given][c.element]
                for c in group.clues
            }
            if not clues or group.whole:
                continue
            alone = len(self.solver.elements(group)) == 1
            _, found = self.solver.propagate([group.selector])
            for x in found:
                fact = self.goal.get(x)
                if fact is None or (sorts[fact.variable], fact.element) not in clues:
                    continue
                domain = program.domains.get(fact.variable)
                text = domain.values[fact.value] if domain and fact.value >= 0 else None
                same = text == clues[sorts[fact.variable], fact.element]
                if alone or (fact.holds and same):
                    out.append(x)
        return out

    # ---------- one group ----------

    def _of_one(self, group: Group, literal: int) -> Reason:
        """Return the reason of a literal by one group, with no fact that is not needed."""
        selectors = stating(self.solver, [group])
        near = set(self.solver.elements(group))
        here = [x for x in self.known if place_of(self.goal[x]) in near]
        consistent, found = self.solver.propagate([*here, *selectors])
        facts = here if consistent and literal in found else list(self.known)
        facts = list(fewest(self.solver, facts, selectors, literal, self.goal))
        return self._with_all(facts, [group], literal)

    def _with_all(self, facts: Sequence[int], groups: Sequence[Group], literal: int) -> Reason:
        """Return a reason with all that follows from it by propagation, the literal first."""
        consistent, found = self.solver.propagate([*facts, *stating(self.solver, groups)])
        more = sorted(x for x in found if x in self.goal and x not in self.known and x != literal)
        follows = (literal, *(more if consistent else ()))
        return Reason(tuple(facts), tuple(groups), follows, literal in found)

    # ---------- several groups ----------

    def _search(self) -> dict[int, Reason]:
        """Return reasons of several groups for open facts."""
        chains: list[tuple[int, int]] = []
        left = [x for x in self.goal if x not in self.known and self.is_target(x)]
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
        return self._with_all(facts, kept, literal)

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
