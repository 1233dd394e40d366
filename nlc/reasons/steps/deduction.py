"""What follows next on a board, and from what: the easiest reason first.

One step is a set of known facts E and of groups S (instances of rules) from which a new fact
follows, as in the step-wise explanations of Bogaerts, Gamba and Guns (JAIR 78, 2023). Groups are
tried one by one first, by unit propagation. Where nothing follows from a single group, each open
fact is negated in turn, the contradiction is minimized, and the smallest is taken (cf. Demystify,
arXiv 2104.15040): first of those that unit propagation refutes, for a person can follow these link
by link.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from nlc.ir.partial import with_given
from nlc.reasons.facts import Fact, Group
from nlc.reasons.groups import GroupSolver
from nlc.reasons.known import Place, place_of, variables
from nlc.reasons.steps.candidates import SINGLES, Candidates, Pattern
from nlc.reasons.steps.chain import minimize_facts, selectors_of
from nlc.reasons.steps.naming import technique_of
from nlc.reasons.steps.reason import Reason, complete_reason
from nlc.reasons.steps.reason_search import ReasonSearch
from nlc.reasons.steps.units import Units

SOLVER = "glucose4"
"""Of PySAT: it propagates under assumptions, and small questions take it no time."""


class Deduction:
    """The state of a board on the way to its solution.

    Attributes:
        solver: the puzzle, group by group.
        stated: the same, encoded in full, without separators.
        goal: what holds in all solutions that have what was drawn, by its literals.
        known: the literals that are known, in the order in which they became so.
        units: of the puzzle; more follows from their candidates than from single rules.
    """

    def __init__(
        self,
        solver: GroupSolver,
        stated: GroupSolver,
        facts: Iterable[Fact],
        drawn: Sequence[Fact] = (),
    ) -> None:
        """Start with what is drawn.

        Args:
            solver: of `SOLVER`, lazy.
            stated: the same puzzle, encoded in full.
            facts: what holds in all solutions that have what is drawn.
            drawn: what is drawn.
        """
        self.solver, self.stated = solver, stated
        self.goal = {solver.literal(fact): fact for fact in facts}
        self.known: dict[int, None] = {}
        self.units = Units(solver)
        self._every = [group.selector for group in solver.groups]
        self._order = {x: i for i, x in enumerate(self.goal)}
        self._shown = {v.name for v in variables(solver.program) if v.shown}
        self._at: dict[Place, list[Group]] = {}
        self._known_at: dict[Place, list[int]] = {}
        self._implied: set[int] = set()
        self._placed = 0
        self._fresh = list(solver.groups)
        self._reasons: dict[int, Reason] = {}
        self.learn([solver.literal(fact) for fact in drawn])
        self._several = ReasonSearch(solver, stated, self.goal, self.known)
        yes, _, values = with_given(solver.program, {}, {}, {})
        self._printed = {(name, i, 1) for name, elements in yes.items() for i in elements}
        self._printed |= {(name, *each) for name, own in values.items() for each in own.items()}
        self._learn_given()
        self._fixed = [x for x in self.goal if self.is_target(x) and self._is_fixed(x)]

    def is_target(self, literal: int) -> bool:
        """Return whether a literal is one that a person would draw: a shown value."""
        fact = self.goal[literal]
        return fact.variable in self._shown and fact.holds

    def _learn_given(self) -> None:
        """Learn what clues say, but for places where a value follows that no clue shows."""
        given = self._given()
        found = {*given, *self.solver.propagate([*self.known, *given])[1]} & self.goal.keys()
        new = found - self.known.keys()
        told = {place_of(self.goal[x]) for x in new if not self._is_seen(x)}
        self.learn(x for x in given if place_of(self.goal[x]) not in told)

    def _is_seen(self, literal: int) -> bool:
        """Return whether what a clue says is seen: nobody draws it, or the clue shows the value."""
        fact = self.goal[literal]
        empty = fact.variable not in self.solver.program.domains and not fact.value
        return empty or not self.is_target(literal) or fact[:3] in self._printed

    def _is_fixed(self, literal: int) -> bool:
        """Return whether something holds without any rule and was not told: of one value alone."""
        return literal not in self.known and not self.solver.propagate([-literal])[0]

    @property
    def open(self) -> int:
        """How many shown values are not the same in all solutions."""
        decided = {place_of(fact) for fact in self.goal.values() if fact.holds}
        shown = (v for v in variables(self.solver.program) if v.shown)
        return sum((v.name, i) not in decided for v in shown for i in range(v.size))

    @property
    def questions(self) -> int:
        """How many assumptions were followed."""
        return self._several.questions

    @property
    def missing(self) -> int:
        """How many values are still to be drawn."""
        return sum(self.is_target(x) and x not in self.known for x in self.goal)

    def singles(self) -> list[Reason]:
        """Return the reasons of one group that exist now, the easiest first."""
        known = list(self.known)
        self._reasons |= {x: Reason((), (), (x,)) for x in self._fixed if x not in self.known}
        for group in self._fresh:
            consistent, found = self.solver.propagate([*known, *selectors_of(self.solver, [group])])
            for x in found if consistent else ():
                if x in self.goal and x not in self.known:
                    reason = self._single_reason(group, x)
                    if x not in self._reasons or reason.cost < self._reasons[x].cost:
                        self._reasons[x] = reason
        self._fresh = []
        order = sorted(self._reasons, key=lambda x: self._rank(x, self._reasons[x]))
        return [self._reasons[x] for x in order if self._reasons[x].cost[0] <= 1]

    def take_singles(self) -> bool:
        """Learn all that follows from single groups and known facts; return if anything does."""
        known, found = list(self.known), dict.fromkeys(self._fixed)
        for group in self._fresh:
            if group.ring and sum(-x not in self._implied for x in group.ring) > 1:
                continue
            facts = known if group.ring or group.whole else self._known_near(group)
            consistent, more = self.solver.propagate([*facts, *selectors_of(self.solver, [group])])
            found.update(dict.fromkeys(more if consistent else ()))
        self._fresh = []
        return bool(self.learn(found))

    def combined(self) -> list[Reason]:
        """Return reasons of several groups for what is missing, the shortest that were found."""
        rest = [x for x in self.goal if x not in self.known]
        left, others = (
            [x for x in rest if self.is_target(x) == wanted] for wanted in (True, False)
        )
        found = {x: self.named(each) for x, each in self._several.search(left, others).items()}
        return [found[x] for x in sorted(found, key=lambda x: self._rank(x, found[x]))]

    def hard(self) -> list[Reason]:
        """Return the easiest reason of several groups that was found; nothing at the end.

        Of those for facts that are not drawn, all are returned: a later step uses what it needs.
        """
        if not self.missing:
            return []
        found = self.techniques() or self.combined()
        return [each for each in found if not self.is_target(each.follows[0])] or found[:1]

    def named(self, reason: Reason) -> Reason:
        """Return a reason with the name that its genre has for it, if there is one."""
        techniques = self.solver.puzzle.rules.techniques
        found = technique_of(techniques, self.solver.program, reason.groups, bool(reason.facts))
        return replace(reason, technique=found)

    def candidates(self) -> Candidates:
        """Return the candidates of the cells of `units`."""
        meaning = self.units.meaning
        placed = [meaning[x] for x in self.known if x in meaning and not meaning[x][2]]
        out = Candidates(self.units, self.units.candidates(self.known), (c for c, _, _ in placed))
        out.spread()
        return out

    def candidate_singles(self) -> list[Reason]:
        """Return the easiest singles of candidates; where there are none, learn the exclusions."""
        if not self.units:
            return []
        candidates = self.candidates()
        _, found = candidates.easiest(SINGLES)
        if not found:
            self.learn(candidates.removed())
        return [self.pattern_reason(candidates, pattern) for pattern in found]

    def take_candidate_singles(self) -> tuple[str, int]:
        """Learn what follows by the easiest singles of candidates; return their name and number."""
        before = dict(self.known)
        found = self.candidate_singles()
        self.learn([x for reason in found for x in reason.follows])
        return (
            (found[0].technique, sum(r.follows[0] not in before for r in found))
            if found
            else ("", 0)
        )

    def techniques(self) -> list[Reason]:
        """Return the reasons by the easiest technique beyond singles, if there is one."""
        if not self.units:
            return []
        candidates = self.candidates()
        _, found = candidates.easiest()
        return [self.pattern_reason(candidates, pattern) for pattern in found]

    def pattern_reason(self, candidates: Candidates, pattern: Pattern) -> Reason:
        """Return a pattern of candidates as a reason."""
        facts, units = candidates.ground(pattern.facts)
        groups = dict.fromkeys(unit.group for unit in (*pattern.units, *units))
        return Reason(
            tuple(x for x in facts if x in self.known),
            tuple(groups),
            tuple(x for x in pattern.follows if x in self.goal),
            technique=pattern.technique,
            words=pattern.words,
            cells=tuple(self.units.names[c] for c in pattern.cells),
        )

    def take(self, reason: Reason) -> tuple[int, ...]:
        """Add what follows from a reason, and return all that is known by it now."""
        return self.learn(reason.follows)

    def consequences(self, literal: int) -> list[tuple[Group, int]]:
        """Return what follows from a known literal alone, by a group without clues."""
        out, found = list[tuple[Group, int]](), set[int]()
        place = place_of(self.goal[literal])
        for group in self._groups_at(place):
            if not (group.clues or group.whole or group.ring):
                consistent, implied = self.solver.propagate([literal, group.selector])
                for x in implied if consistent else ():
                    if x in self.goal and x not in self.known and x not in found:
                        found.add(x)
                        out.append((group, x))
        return out

    def _rank(self, literal: int, reason: Reason) -> tuple[int, bool, int, bool, int]:
        """Return the place of a reason in the order: what it takes, and whether it can be drawn."""
        groups, facts = reason.cost
        groups = min(groups, 1 if reason.technique else groups)
        fact = self.goal[literal]
        return groups, not fact.holds, facts, not self.is_target(literal), self._order[literal]

    # ---------- what is known ----------

    def learn(self, literals: Iterable[int]) -> tuple[int, ...]:
        """Add literals, and those that they imply without any rule: a value excludes the others."""
        added = [x for x in literals if x in self.goal and x not in self.known]
        _, found = self.solver.propagate([*self.known, *added])
        self._implied = set(found)
        added += sorted(
            x for x in set(found) - set(added) if x in self.goal and x not in self.known
        )
        self.known.update(dict.fromkeys(added))
        here = set(self._fresh)
        for x in added:
            place = place_of(self.goal[x])
            self._known_at.setdefault(place, []).append(x)
            for group in self._groups_at(place):
                if group not in here:
                    here.add(group)
                    self._fresh.append(group)
            self._reasons.pop(x, None)
        return tuple(added)

    def _groups_at(self, place: Place) -> list[Group]:
        """Return the groups, rings included, that constrain a variable at an element."""
        groups = [*self.solver.groups, *self.solver.rings]
        for group in groups[self._placed :]:
            for each in self.solver.elements(group):
                self._at.setdefault(each, []).append(group)
        self._placed = len(groups)
        return self._at.get(place, [])

    def _known_near(self, group: Group) -> list[int]:
        """Return the known literals at the elements of a group."""
        places = self.solver.elements(group)
        return [x for place in places for x in self._known_at.get(place, ())]

    def _given(self) -> list[int]:
        """Return what a clue alone says about its element, or its very value: that is no step."""
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
        clued = {
            (sort, i)
            for name, sort in program.given_sorts.items()
            if "rooms" not in program.clue_marks.get(name, {}).values()
            for i in program.givens[name]
        }
        for x, fact in self.goal.items():  # the only value left, at a clue
            if (
                fact.holds
                and fact.variable in program.domains
                and (sorts[fact.variable], fact.element) in clued
                and not self.solver.propagate([-x])[0]
            ):
                out.append(x)
        return [*out, *self._excluded()]

    def _excluded(self) -> list[int]:
        """Return what is excluded whatever the clues are: where no bridge can lead, say."""
        plain = [g for g in self.solver.groups if not (g.clues or g.whole)]
        selectors = [group.selector for group in plain]
        _, found = self.solver.propagate(selectors)
        domains = self.solver.program.domains
        facts = {x: self.goal[x] for x in found if x in self.goal}
        return [x for x, fact in facts.items() if fact.variable not in domains and not fact.value]

    # ---------- one group ----------

    def _single_reason(self, group: Group, literal: int) -> Reason:
        """Return the reason of a literal by one group, with no fact that is not needed."""
        selectors = selectors_of(self.solver, [group])
        near = set(self.solver.elements(group))
        here = [x for x in self.known if place_of(self.goal[x]) in near]
        consistent, found = self.solver.propagate([*here, *selectors])
        facts = here if consistent and literal in found else list(self.known)
        facts = list(minimize_facts(self.solver, facts, selectors, literal, self.goal))
        return complete_reason(self.solver, self.goal, self.known, (facts, [group]), literal)


def ground_reason(candidates: Candidates, reason: Reason) -> Reason:
    """Return a reason with placed values instead of the candidates that they exclude."""
    if reason.technique:
        return reason
    facts, units = candidates.ground(reason.facts)
    groups = dict.fromkeys([*reason.groups, *(unit.group for unit in units)])
    technique = ""
    if len(reason.groups) > 1 and not reason.searched:
        technique = "nested forcing chain" if reason.lemmas else "forcing chain"
    return replace(reason, facts=facts, groups=tuple(groups), technique=technique)
