"""Reasons of several groups: an open fact is negated, and the contradiction is minimized."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from nlc.reasons.facts import Fact, Group
from nlc.reasons.groups import GroupSolver
from nlc.reasons.known import literals
from nlc.reasons.steps.nested import Prober, Probing, Proof
from nlc.reasons.steps.reason import WHOLE, Reason, complete_reason, cost_of

MOST_GROUPS = 8
"""Groups at most of a reason that a person can follow."""

SHRUNK = 24
"""Contradictions that are minimized for a step, the shortest first."""

DEPTH, PROOFS = 3, 4
"""How deep assumptions are nested, and how many such proofs are compared."""

CONFLICTS = 10
"""Conflicts after which a group is kept, though perhaps it could go."""

SEARCHED = 1_000
"""Conflicts of a step after which the reason is the board as a whole."""

CORES = 3
"""How often the core of a core is taken, where it takes search."""


class ReasonSearch:
    """Finds reasons of several groups; see `nlc.reasons.steps.deduction`.

    Attributes:
        solver: the puzzle, group by group.
        stated: the same, encoded in full, without separators.
        goal: what holds in all solutions, by its literals.
        known: those of them that are known; at first those that are drawn.
    """

    def __init__(
        self,
        solver: GroupSolver,
        stated: GroupSolver,
        goal: Mapping[int, Fact],
        known: Mapping[int, None],
    ) -> None:
        """Keep the arguments; `known` grows elsewhere."""
        self.solver, self.stated, self.goal, self.known = solver, stated, goal, known
        self._order = {x: i for i, x in enumerate(goal)}
        self._local = [group for group in solver.groups if not group.whole]
        self._whole = [group for group in solver.groups if group.whole]
        self._drawn = tuple(known)
        self._proved: dict[int, Proof] = {}
        self._tried, self._length = Counter[int](), dict[int, int]()
        self._twins: dict[int, int] = {}
        self._meaning = literals(solver)
        self._prober = Prober(solver)

    @property
    def questions(self) -> int:
        """How many calls of the solver there were."""
        return self._prober.calls

    def search(self, left: Sequence[int], others: Sequence[int]) -> dict[int, Reason]:
        """Return reasons of several groups for open facts.

        Args:
            left: the facts that are wanted.
            others: those that may help on the way.
        """
        self._prober.learn(self.known)
        for facts in (left, others):
            for closing in (False, True):
                if refuted := self._refuted(facts, closing):
                    return self._shortest(refuted[:SHRUNK])
        if nested := self._nested(left):
            return nested
        return {x: replace(found, searched=True) for x, found in self._by_search(left).items()}

    def _refuted(self, left: Sequence[int], closing: bool) -> list[int]:
        """Return the literals whose negation unit propagation refutes, the soonest first."""
        found = []
        for x in left:
            refuted = self._prober.follows([-x], closing) is None
            self._length[x] = self._prober.length
            if refuted:
                found.append((self._prober.length, x))
        return [x for _, x in sorted(found)]

    # ---------- assumptions within an assumption ----------

    def _nested(self, left: Sequence[int]) -> dict[int, Reason]:
        """Return the reason with the fewest nested assumptions, if one is found.

        Proofs that an earlier step did not use are kept.
        """
        found = [self._proved[x] for x in left if x in self._proved]
        if not found:
            found = self._probed(left)
            self._proved.update((proof.literal, proof) for proof in found)
        reasons = {proof.literal: self._of_proof(proof) for proof in found}
        if not reasons:
            return {}
        x = min(reasons, key=lambda y: (reasons[y].cost, self._order[y]))
        return {x: reasons[x]}

    def _probed(self, left: Sequence[int]) -> list[Proof]:
        """Return proofs by nested assumptions, of the least depth that has one."""
        probes = [x for x in self._meaning if x not in self.known and -x not in self.known]
        order = sorted(left, key=lambda x: (self._tried[x], -self._length[x]))
        probing, found = Probing(self._prober, probes), list[Proof]()
        for depth in range(2, DEPTH + 1):
            for x in order:
                if probing.spent or len(found) == PROOFS:
                    break
                self._tried[x] += 1  # a later step tries the others first
                proof = probing.prove(x, depth)
                if proof is not None:
                    found.append(proof)
            if found:
                break
        return found

    def _of_proof(self, proof: Proof) -> Reason:
        """Return a reason with the groups and facts that a proof takes."""
        groups, facts = dict[int, Group](), set[int]()
        self._gather(proof, (), groups, facts)
        kept = sorted(groups.values(), key=lambda group: group.selector)
        known = tuple(x for x in self.known if x in facts)
        return Reason(known, tuple(kept), (proof.literal,), False, proof.lemmas)

    def _gather(
        self, proof: Proof, assumed: tuple[int, ...], groups: dict[int, Group], facts: set[int]
    ) -> None:
        stack = (*assumed, -proof.literal)
        for lemma in proof.lemmas:
            self._gather(lemma, stack, groups, facts)
            stack = (*stack, lemma.literal)
        kept, known = self._core(stack)
        groups.update((group.selector, group) for group in kept)
        facts.update(known)

    def _core(self, stack: Sequence[int]) -> tuple[list[Group], list[int]]:
        """Return groups and known facts with which unit propagation refutes literals; minimal."""
        every = [*self._local, *self.solver.rings, *self._whole]  # the easiest first
        selectors = [*stack, *self.known, *(group.selector for group in every)]
        refuted = not self.solver.solve(selectors, self.solver.rings)
        assert refuted
        used = self.solver.core()
        groups = self.solver.groups_of(used)
        facts = [x for x in used if x in self.known]
        for group in sorted(groups, key=lambda g: (-cost_of([g]), g.selector)):
            fewer = [g for g in groups if g is not group]
            if self._contradict(fewer, facts, stack):
                groups = fewer
        for x in sorted(facts, key=lambda y: self.goal[y].holds):
            less = [y for y in facts if y != x]
            if self._contradict(groups, less, stack):
                facts = less
        return groups, facts

    def _contradict(
        self, groups: Sequence[Group], facts: Sequence[int], stack: Sequence[int]
    ) -> bool:
        selectors = [group.selector for group in groups]
        return not self.solver.propagate([*stack, *facts, *selectors])[0]

    # ---------- one assumption ----------

    def _by_search(self, left: Sequence[int]) -> dict[int, Reason]:
        """Return a reason that takes search to find; it is minimized only where it is small.

        Where `SEARCHED` conflicts find none, it is the board as a whole.
        """
        names = {group.name: group for group in self.solver.groups}
        every = [group.selector for group in self.stated.groups]
        cores: dict[int, tuple[int, list[Group], list[int]]] = {}
        end = self.stated.conflicts() + SEARCHED
        for x in left:
            selectors, core = every, None
            for _ in range(CORES):  # the core of a core is smaller yet
                assumed = [*self._in_stated(self.known), *selectors, -self._stated(x)]
                most = min(SEARCHED // 5, end - self.stated.conflicts())
                if most <= 0 or self.stated.solve(assumed, conflicts=most) is None:
                    break
                core = self.stated.core()
                selectors = [group.selector for group in self.stated.groups_of(core)]
            if core is None:
                continue
            groups = [names[g.name] for g in self.stated.groups_of(core) if not g.ring]
            used = set(core)
            facts = [y for y in self.known if self._stated(y) in used]
            cores[x] = cost_of(groups), groups, facts
        if not cores:
            every_group = tuple(self.solver.groups)
            return {x: Reason(self._drawn, every_group, (x,), plain=False) for x in left[:1]}
        x = min(cores, key=lambda y: (cores[y][0], self._order[y]))
        cost, groups, facts = cores[x]
        if cost <= WHOLE + 4 * MOST_GROUPS:
            found = self._minimize(groups, x, cost)
            if found is not None:
                return {x: found}
        return {x: Reason(tuple(facts), tuple(groups), (x,), plain=False)}

    def _shortest(self, tried: Sequence[int]) -> dict[int, Reason]:
        """Return minimal reasons by unit propagation."""
        out = {}
        for x in tried:
            groups, facts = self._core((-x,))
            groups.sort(key=lambda group: group.selector)
            out[x] = complete_reason(self.solver, self.goal, self.known, (facts, groups), x)
        return out

    def _minimize(self, core: Sequence[Group], literal: int, bound: int) -> Reason | None:
        """Return a minimal reason, or None if it costs more than the bound.

        What costs most is tried first, as what is tried first goes first.
        """
        left = sorted(core, key=lambda g: (-cost_of([g]), g.selector))
        facts, kept = list(self.known), list[Group]()
        while left:
            group = left.pop(0)
            if not self._searches([*kept, *left], facts, literal):
                kept.append(group)
                if cost_of(g for g in kept if not g.whole) > bound:
                    return None
        if cost_of(kept) > bound:
            return None
        size = max(1, len(facts) // 4)
        while size:
            for end in range(len(facts), 0, -size):
                fewer = facts[: max(0, end - size)] + facts[end:]
                if self._searches(kept, fewer, literal):
                    facts = fewer
            size //= 2
        kept.sort(key=lambda g: g.selector)
        return complete_reason(self.solver, self.goal, self.known, (facts, kept), literal)

    def _searches(self, groups: Sequence[Group], facts: Sequence[int], literal: int) -> bool:
        """Return whether the negation of a literal is refuted, by search too."""
        numbers = {group.name: group.selector for group in self.stated.groups}
        selectors = [numbers[group.name] for group in groups]
        assumed = [*self._in_stated(facts), *selectors, -self._stated(literal)]
        return self.stated.solve(assumed, conflicts=CONFLICTS) is False

    def _in_stated(self, literals: Iterable[int]) -> list[int]:
        """Return the literals of the same facts in the other solver."""
        return [self._stated(x) for x in literals]

    def _stated(self, literal: int) -> int:
        if literal not in self._twins:
            self._twins[literal] = self.stated.literal(self.goal[literal])
        return self._twins[literal]
