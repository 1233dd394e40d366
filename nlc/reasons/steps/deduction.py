"""What follows on a board, and from what: the easiest first.

One reason is a set of known facts E and of groups S (instances of rules) from which new facts
follow, as in the step-wise explanations of Bogaerts, Gamba and Guns (JAIR 78, 2023). `waves` goes
to the solution: what single groups give at once is one wave; where they give nothing, that is the
easiest technique, or the easiest contradiction.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import NamedTuple

from msgspec.structs import replace

from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import ABSENT, Program
from nlc.language import syntax as s
from nlc.language.resolve import Puzzle
from nlc.reasons.facts import Fact, Group, Place, clued, printed, sorts_of, variables
from nlc.reasons.groups import GroupSolver
from nlc.reasons.steps.candidates import FORCING, SINGLES, SUMS, Candidates, Pattern
from nlc.reasons.steps.reason import Propagation, Reason, Refutation, without_forbidding
from nlc.reasons.steps.units import Units

SOLVER = "glucose4"
"""Of PySAT: it propagates under assumptions, and small questions take it no time."""

LIGHT = 1.5
"""Weight of a technique up to which no contradiction is easier."""

CONFIRMER = "minicard"
"""The solver that confirms the steps; it keeps to limits of conflicts."""


class Wave(NamedTuple):
    """What is concluded at once.

    Attributes:
        literals: that are known from now on.
        reasons: all of the same weight; none where single groups give the literals.
    """

    literals: tuple[int, ...]
    reasons: list[Reason]


class Source(NamedTuple):
    """Where a literal comes from.

    Attributes:
        before: how many literals were known then.
        found: the groups each of which gives it, none where its place alone does; or its reason.
    """

    before: int
    found: Sequence[Group] | Reason


@contextmanager
def deduce(
    puzzle: Puzzle, program: Program | None = None, drawn: Sequence[Fact] = ()
) -> Iterator[Deduction | None]:
    """Have the deduction from what is drawn; None if there is no solution with that.

    PySAT leaves a solver by a ``longjmp`` at Ctrl-C; see `nlc.drivers.pysat.driver`.

    Args:
        puzzle: the puzzle.
        program: the same, elaborated ``apart``, if it exists already.
        drawn: what is drawn.
    """
    program = program or elaborate(puzzle, guarded_rules=True)
    with (
        Propagation(puzzle, program, solver=SOLVER) as solver,
        GroupSolver(puzzle, program, lazy=False, solver=CONFIRMER) as stated,
        GroupSolver(puzzle, program, solver=CONFIRMER, guarded_rules=False) as together,
    ):
        given = [together.literal(fact) for fact in drawn]
        solvable = all(given) and together.satisfiable(given)
        yield Deduction(solver, stated, together, drawn) if solvable else None


class Deduction:
    """A board on the way to its solution.

    Attributes:
        propagation: of the puzzle, group by group.
        stated: the puzzle, encoded in full.
        together: the puzzle, without groups.
        drawn: what was drawn.
        fixed: literals of shown values that hold without any rule, and that no clue shows.
        goal: what holds in all solutions that have what was drawn, by its literals.
        known: the literals that are known, in the order in which they became so; None for those
            that were from the start.
        known_at: the literals that are known, by their places.
        units: of the puzzle; more follows from their candidates than from single rules.
        refutation: finds reasons of several groups.
    """

    def __init__(
        self, solver: Propagation, stated: GroupSolver, together: GroupSolver, drawn: Sequence[Fact]
    ) -> None:
        """Start with what is drawn, and with what clues show by themselves; see `deduce`.

        Args:
            solver: of `SOLVER`, lazy.
            stated: the same puzzle, encoded in full.
            together: the same, without groups.
            drawn: what is drawn; there is a solution with it.
        """
        self.propagation, self.stated, self.together = solver, stated, together
        self.drawn = drawn
        facts = together.backbone([together.literal(fact) for fact in drawn])
        self.goal = {solver.literal(fact): fact for fact in facts}
        self.known: dict[int, Source | None] = {}
        self.units = Units(solver)
        self._program = solver.program
        self._shown = {v.name for v in variables(self._program) if v.shown}
        self._at: dict[Place, list[Group]] = {}
        self.known_at: dict[Place, list[int]] = {}
        self._implied: set[int] = set()
        self._placed = 0
        self._fresh = dict.fromkeys(solver.groups)
        self._learn({solver.literal(fact): None for fact in drawn})
        self.refutation = Refutation(solver, stated, self.goal, self.known)
        self._learn(dict.fromkeys(self._seen()))
        self.known.update(dict.fromkeys(self.known))
        unknown = (x for x in self.goal if self.is_target(x) and x not in self.known)
        self.fixed = [*filter(self._is_fixed, unknown)]

    def is_shown(self, literal: int) -> bool:
        """Return whether a literal is about what the board shows."""
        return self.propagation.meaning[literal].variable in self._shown

    def is_target(self, literal: int) -> bool:
        """Return whether a literal is one that a person would draw: a shown value."""
        return self.is_shown(literal) and self.goal[literal].holds

    @property
    def open(self) -> int:
        """How many shown values are not the same in all solutions."""
        decided = {fact.place for fact in self.goal.values() if fact.holds}
        shown = (v for v in variables(self._program) if v.shown)
        return sum((v.name, i) not in decided for v in shown for i in range(v.size))

    @property
    def missing(self) -> int:
        """How many values are still to be drawn."""
        return sum(self.is_target(x) and x not in self.known for x in self.goal)

    # ---------- to the solution ----------

    def waves(self, every: bool = False) -> Iterator[Wave]:
        """Yield what is concluded at once, the easiest first, until all is drawn.

        Args:
            every: whether all that is as easy is taken at once, as for grades; else, of
                contradictions with something to draw, one.
        """
        while self.missing:
            yield self._by_candidates() or self._by_groups(every) or self._by_several(every)

    def _by_candidates(self) -> Wave | None:
        """Take the easiest singles of candidates; where there are none, learn the exclusions."""
        if not self.units:
            return None
        candidates = self.candidates(self.known)
        found = candidates.easiest((*SINGLES, SUMS[0]))
        if not found:
            self._learn(dict.fromkeys(candidates.removed()))
            return None
        return self._take([self._of_pattern(candidates, pattern) for pattern in found])

    def _by_groups(self, every: bool) -> Wave | None:
        """Take all that follows from single groups and known facts.

        Unless `every`, rings and rules about the whole board are left to `_by_several`.
        """
        found: dict[int, list[Group]] = {x: [] for x in self.fixed}
        summed = {unit.group for unit in self.units.sums}
        for group in self._fresh:
            if group in summed:
                continue  # by its combinations
            facts: Iterable[int] = self.known
            if not (group.ring or group.whole):
                places = self.propagation.elements(group)
                facts = (x for place in places for x in self.known_at.get(place, ()))
            elif not every or sum(-x not in self._implied for x in group.ring) > 1:
                continue
            for x in self.propagation.follows(facts, (group,)) or ():
                found.setdefault(x, []).append(group)
        self._fresh.clear()
        learnt = self._learn(found)
        return Wave(learnt, []) if learnt else None

    def _by_several(self, every: bool) -> Wave:
        """Take the easiest technique that there is, or the easiest contradiction of groups."""
        reasons = list[Reason]()
        if self.units:
            candidates = self.candidates(self.known)
            reasons = [self._of_pattern(candidates, each) for each in candidates.easiest()]
        if not reasons or reasons[0].weight > LIGHT:
            unknown = [x for x in self.goal if x not in self.known]
            found = self.refutation.reasons(unknown, [x for x in unknown if self.is_target(x)])
            reasons += sorted(map(self.named, found), key=self._rank)
        least = min(each.weight for each in reasons)
        chosen = [each for each in reasons if each.weight == least]
        if every:
            return self._take(chosen)
        told = map(self._placing, chosen)
        drawing = next((each for each in told if self.is_target(each.follows[0])), None)
        return self._take(chosen if drawing is None else [drawing])

    def _placing(self, reason: Reason) -> Reason:
        """Return what is drawn by the same rules at the same places, if there is something."""
        groups = reason.groups
        if len(groups) > 2 or any(group.ring or group.whole for group in groups):
            return reason
        places = {place for group in groups for place in self.propagation.elements(group)}
        facts = [x for place in sorted(places) for x in self.known_at.get(place, ())]
        here = [x for x in self.goal if x not in self.known and self.goal[x].place in places]
        wanted = sorted(filter(self.is_target, here), key=lambda x: x not in reason.follows)
        whole = replace(reason, facts=tuple(facts), words="", cells=())  # no pattern
        found = filter(None, (self.propagation.least(whole, x, here) for x in wanted))
        return next(map(self.named, found), reason)

    def _take(self, reasons: list[Reason]) -> Wave:
        found: dict[int, Reason] = {}
        for reason in reasons:
            for x in reason.follows:
                found.setdefault(x, reason)
        return Wave(self._learn(found), reasons)

    def _rank(self, reason: Reason) -> tuple[int, bool, int, bool]:
        """Return the place of a reason among others of several groups."""
        x, cost = reason.follows[0], 1 if reason.technique else reason.cost
        return cost, not self.goal[x].holds, len(reason.facts), not self.is_target(x)

    # ---------- why ----------

    def reason(self, literal: int) -> Reason | None:
        """Return why a literal follows from what was known before; None: from the start."""
        source = self.known[literal]
        if source is None:
            return None
        known = list(islice(self.known, source.before))
        candidates = self.candidates(known) if self.units else None
        if isinstance(source.found, Reason):
            reason = source.found
        elif source.found:
            every = (self.propagation.by_group(known, group, literal) for group in source.found)
            reason = self.named(min(every, key=lambda each: (each.cost, len(each.facts))))
        elif candidates and self.goal[literal].holds and literal in self.units.meaning:
            cell, value, _ = self.units.meaning[literal]
            return self._of_pattern(candidates, candidates.naked_single(cell, value))
        else:
            return self.propagation.by_place(known, literal)
        if candidates is None or reason.words:
            return reason
        # Placed values in place of the candidates that they exclude.
        facts, units = candidates.ground(reason.facts)
        groups = dict.fromkeys([*reason.groups, *(unit.group for unit in units)])
        return replace(reason, facts=facts, groups=tuple(groups))

    def consequences(self, literal: int) -> Iterator[tuple[Group, int]]:
        """Yield what follows from a known literal alone, by a group without clues."""
        for group in self.groups_at(self.goal[literal].place):
            if not (group.clues or group.whole or group.ring):
                for x in self.propagation.follows((literal,), (group,)) or ():
                    if x in self.goal and x != literal:
                        yield group, x

    def named(self, reason: Reason) -> Reason:
        """Return a reason with the name that its genre, or a contradiction of units, has for it."""
        named = without_forbidding(reason.groups)
        for technique in self.propagation.puzzle.rules.techniques:
            uses = [use for use in technique.uses if use.how != "nothing"]
            needs_none = len(uses) < len(technique.uses)  # of the known facts
            fits = len(uses) <= len(named) and not (reason.facts and needs_none)
            if fits and _covers(uses, self._program, named):
                return replace(reason, technique=technique.name)
        groups, units = {*reason.groups}, {unit.group for unit in self.units.units}
        is_forcing = bool(groups) and groups <= units
        return replace(reason, technique=FORCING.get(reason.how, "") if is_forcing else "")

    def candidates(self, known: Iterable[int]) -> Candidates:
        """Return the candidates of the cells of `units` where some literals are known."""
        meaning, placed = self.units.meaning, set[int]()
        masks = [sum(1 << v for v, x in enumerate(row) if x) for row in self.units.literals]
        for cell, value, excluded in (meaning[x] for x in known if x in meaning):
            masks[cell] = masks[cell] & ~(1 << value) if excluded else 1 << value
            placed.update(() if excluded else (cell,))
        return Candidates(self.units, masks, placed)

    def _of_pattern(self, candidates: Candidates, pattern: Pattern) -> Reason:
        """Return a pattern of candidates as a reason."""
        facts, units = candidates.ground(pattern.facts)
        there = {*pattern.cells, *(c for u in (*pattern.units, *units) for c in u.cells)}
        facts = (*facts, *(self.units.present[c] for c in sorted(there)))
        groups = dict.fromkeys(unit.group for unit in (*pattern.units, *units))
        return Reason(
            tuple(x for x in facts if x and x in self.known),
            tuple(groups),
            tuple(x for x in pattern.follows if x in self.goal),
            technique=pattern.technique,
            words=pattern.words,
            cells=tuple(self.units.names[c] for c in pattern.cells),
        )

    # ---------- what is known ----------

    def _learn(self, found: Mapping[int, Sequence[Group] | Reason | None]) -> tuple[int, ...]:
        """Add literals, and those that they imply without any rule: a value excludes the others."""
        before = len(self.known)
        new = [x for x in found if x in self.goal and x not in self.known]
        for x in new:
            source = found[x]
            self.known[x] = None if source is None else Source(before, source)
        self._implied = set(self.propagation.propagate([*self.known])[1])
        rest = sorted(x for x in self._implied if x in self.goal and x not in self.known)
        self.known.update(dict.fromkeys(rest, Source(len(self.known), ())))
        for x in (*new, *rest):
            place = self.goal[x].place
            self.known_at.setdefault(place, []).append(x)
            self._fresh.update(dict.fromkeys(self.groups_at(place)))
        return (*new, *rest)

    def groups_at(self, place: Place) -> list[Group]:
        """Return the groups, rings included, that constrain a variable at an element."""
        groups = [*self.propagation.groups, *self.propagation.rings]
        for group in groups[self._placed :]:
            for each in self.propagation.elements(group):
                self._at.setdefault(each, []).append(group)
        self._placed = len(groups)
        return self._at.get(place, [])

    # ---------- what clues show by themselves ----------

    def _seen(self) -> list[int]:
        """Return what clues say, but for places where a value follows that no clue shows."""
        given = [*self._by_clues(), *self._last_values(), *self._excluded()]
        found = {*given, *self.propagation.propagate([*self.known, *given])[1]} & self.goal.keys()
        new = {x: self.goal[x] for x in found - self.known.keys() if self.is_target(x)}
        free = {*printed(self._program), *filter(self._is_own, new.values())}
        told = {f.place for f in new.values() if not self._is_empty(f) and f not in free}
        return [x for x in given if self.goal[x].place not in told]

    def _by_clues(self) -> Iterator[int]:
        """Yield what clues and the rules about their places alone say, or their very values."""
        there, sorts = clued(self._program), sorts_of(self._program)
        confined = list[int]()
        for group in self.propagation.groups:
            places = {(sorts[name], i) for name, i in self.propagation.elements(group)}
            if not group.whole and len(places) == 1 and places <= there:
                confined.append(group.selector)
        for x in self.propagation.propagate(confined)[1]:
            fact = self.goal.get(x)
            if fact is not None and (sorts[fact.variable], fact.element) in there:
                yield x
        shown = map(self.propagation.literal, printed(self._program))
        yield from (x for x in shown if x in self.goal)

    def _last_values(self) -> Iterator[int]:
        """Yield the only values left: at clues, of themselves, and where no value is possible."""
        program, there = self._program, clued(self._program)
        for x, fact in self.goal.items():
            domain = program.domains.get(fact.variable)
            if domain and fact.holds and self._is_fixed(x):
                told = fact.value == ABSENT or self._is_own(fact)
                if told or (domain.sort, fact.element) in there:
                    yield x

    def _is_own(self, fact: Fact) -> bool:
        """Return whether a fact is that an element begins its own region."""
        domain = self._program.domains.get(fact.variable)
        if domain is None or fact.value < 0:
            return False
        return domain.values[fact.value] == self._program.board.names(domain.sort)[fact.element]

    def _excluded(self) -> Iterator[int]:
        """Yield what is excluded whatever the clues are, or is drawn: where no bridge can lead."""
        plain = {g for g in self.propagation.groups if not (g.clues or g.whole)}
        found, todo = defaultdict[Place, list[int]](list), [g for g in self._fresh if g in plain]
        for group in todo:
            facts = [x for place in self.propagation.elements(group) for x in found[place]]
            for x in self.propagation.follows(facts, (group,)) or ():
                fact = self.goal.get(x)
                if fact and self._is_empty(fact) and x not in found[fact.place]:
                    found[fact.place].append(x)
                    todo += (each for each in self.groups_at(fact.place) if each in plain)
                    yield x

    def _is_empty(self, fact: Fact) -> bool:
        """Return whether a fact is about an element that has nothing."""
        return fact.value == (ABSENT if fact.variable in self._program.domains else 0)

    def _is_fixed(self, literal: int) -> bool:
        """Return whether something holds without any rule: of one value alone."""
        return not self.propagation.propagate([-literal])[0]


# ---------- names that the file of a genre gives, by the rules and clues that are taken ----------


def _covers(uses: Sequence[s.RuleUse], program: Program, groups: Sequence[Group]) -> bool:
    """Return whether each group is of another use, or of one that is repeated.

    Uses with a value choose first.
    """
    left = list(groups)
    for use in sorted(uses, key=lambda use: use.value is None):
        found = next((group for group in left if _is_use(use, program, group)), None)
        if found is None:
            return False
        left.remove(found)
    repeated = [use for use in uses if use.repeated]
    return all(any(_is_use(use, program, group) for use in repeated) for group in left)


def _is_use(use: s.RuleUse, program: Program, group: Group) -> bool:
    how = ("part" if group.is_cut else "ring") if group.ring else ""
    if (use.rule.name, use.how) != (group.rule, how):
        return False
    values = {program.givens[clue.given][clue.element] for clue in group.clues}
    return use.value is None or use.value in values
