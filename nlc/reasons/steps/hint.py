"""Hints and whole paths: the next step, and all steps, each near the last.

`Telling` tells why something follows: what it needs comes first, and nothing that it does not need.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from graphlib import TopologicalSorter
from itertools import islice, pairwise
from math import dist
from typing import Any

from msgspec.structs import replace

from nlc.drivers.base import NO_LIMITS, Limits
from nlc.ir.nodes import Program
from nlc.language.resolve import Puzzle
from nlc.reasons.facts import Fact, Facts, Group, Place, parse_state, sorts_of
from nlc.reasons.groups import FOLLOWED, GroupSolver
from nlc.reasons.minimal import prune
from nlc.reasons.phrases import begins_pair, pairs
from nlc.reasons.steps.candidates import SINGLES
from nlc.reasons.steps.deduction import CONFIRMER, Deduction, deduce
from nlc.reasons.steps.reason import Propagation, Reason
from nlc.reasons.steps.step_builder import StepBuilder, without_excluded
from nlc.reasons.steps.steps import Step, Steps

_LISTS = ("steps", "as_easy")
"""The fields of steps that grow while they are looked for."""

PLACES = 8
"""Places at most by which a value is placed without its exclusions as steps."""


def next_step(
    puzzle: Puzzle,
    state: Mapping[str, Any] | None = None,
    *,
    whole: bool = False,
    limits: Limits = NO_LIMITS,
    report: Callable[[int], None] | None = None,
) -> Steps:
    """Return the next step, or all steps, from what is drawn.

    Args:
        puzzle: the puzzle.
        state: what is drawn; see `nlc.reasons.facts.parse_state`; None for nothing.
        whole: whether to go on to the end.
        limits: for all steps together; those that were found in time are returned.
        report: called with the number of steps whenever it grows.

    Raises:
        UserError: the puzzle, or what is drawn, is wrong.
    """
    from nlc.ir.elaborate.program import elaborate
    from nlc.process.pool import stream
    from nlc.process.worker import WorkerStoppedError

    begun = time.monotonic()
    program = elaborate(puzzle, guarded_rules=True)
    drawn = tuple(parse_state(program, state or {}))
    out = Steps(puzzle, program, drawn, "undecided")
    try:
        for found in stream(lambda: _work(puzzle, program, drawn, whole), limits):
            more = {name: (*getattr(out, name), *found.pop(name, ())) for name in _LISTS}
            out = replace(out, **found, **more)
            if report is not None:
                report(len(out.steps))
        out = replace(out, complete=whole and out.status in ("steps", "solved", "open"))
    except WorkerStoppedError as error:
        out = replace(out, stopped=limits.words(error.reason))
    steps = nearest_first(program, out.steps) if whole else out.steps
    return replace(out, steps=steps, seconds=time.monotonic() - begun)


def _work(puzzle: Puzzle, program: Program, drawn: Facts, whole: bool) -> Iterator[dict[str, Any]]:
    """Yield what is new: fields of the steps, and what is added to `_LISTS`."""
    with deduce(puzzle, program, drawn) as deduction:
        if deduction is None:
            wrong = _wrong(puzzle, program, drawn)
            yield {"status": "wrong" if wrong else "no solution", "wrong": wrong}
            return
        is_open = deduction.open
        if not deduction.missing:
            yield {"status": "open" if is_open else "solved", "open": is_open}
            return
        builder = StepBuilder(deduction)
        for name, reasons in (_all if whole else _next)(deduction):
            yield {"status": "steps", "open": is_open, name: tuple(map(builder.step, reasons))}


def _all(deduction: Deduction) -> Iterator[tuple[str, list[Reason]]]:
    """Yield the steps to the solution, each after those that it needs."""
    telling, told = Telling(deduction), set[int]()
    for wave in deduction.waves():
        yield "steps", telling.path(filter(telling.is_told, wave.literals), told)


def _next(deduction: Deduction) -> Iterator[tuple[str, list[Reason]]]:
    """Yield the next step after those that it needs, then others that need as few."""
    telling, told = Telling(deduction), set[int]()
    waves = ({*filter(telling.is_told, wave.literals)} for wave in deduction.waves())
    found = next(filter(None, waves))
    ways = {x: telling.path([x], set()) for x in deduction.goal if x in found}
    least = min(map(len, ways.values()))
    easy = [x for x, steps in ways.items() if len(steps) == least]
    easy.sort(key=lambda x: (ways[x][-1].cost, len(ways[x][-1].facts)))
    yield "steps", telling.path([easy[0]], told)
    for x in easy[1:]:
        if x not in told:  # facts of an earlier step are no step of their own
            yield "as_easy", list(telling.steps(x, told))[-1:]


def _wrong(puzzle: Puzzle, program: Program, drawn: Facts) -> tuple[Fact, ...]:
    """Return facts that cannot all be right, such that without any one of them they could; none
    where there is no solution at all."""
    with GroupSolver(puzzle, program, solver=CONFIRMER, guarded_rules=False) as together:
        if not together.satisfiable(()):
            return ()
        literals = [together.literal(fact) for fact in drawn]
        if not all(literals):
            return (drawn[literals.index(0)],)
        kept = prune(literals, literals.index, lambda some: not together.satisfiable(some))
        return tuple(fact for fact, x in zip(drawn, literals, strict=True) if x in kept)


def nearest_first(program: Program, steps: Sequence[Step]) -> tuple[Step, ...]:
    """Return the steps of a path such that of equally easy ones the next is near the last.

    Steps that draw nothing stay before the one that uses them, and each step comes after all that
    conclude something about the places of its known facts.

    Args:
        program: the puzzle.
        steps: in an order in which each follows from those before it.
    """
    board, sorts = program.board, sorts_of(program)
    draws = (number + 1 for number, step in enumerate(steps) if any(f.holds for f in step.facts))
    ends = sorted({0, *draws, len(steps)})
    parts = [steps[begin:end] for begin, end in pairwise(ends)]
    concluding: defaultdict[Place, set[int]] = defaultdict(set)
    order = TopologicalSorter[int]()
    for number, part in enumerate(parts):
        taken = (fact for step in part for one in (step, *step.inner) for fact in one.known)
        order.add(number, *(one for fact in taken for one in concluding[fact.place]))
        for fact in (fact for step in part for fact in step.facts):
            concluding[fact.place].add(number)
    costs = [sum(step.cost for step in part) for part in parts]
    drawn = {x for x in sorts.values() if x.placed} if board.topology != "graph" else ()
    middles = {sort: board.middles(sort) for sort in drawn}
    places = [part[-1].facts[0].place for part in parts]
    points = [middles[sorts[v]][i] if sorts[v] in middles else None for v, i in places]

    def distance(number: int) -> int:
        """Return the distance in eighths of the unit, the same on every machine; 0 from nowhere."""
        one, other = last, points[number]
        return 0 if one is None or other is None else round(8 * dist(one, other))

    out: list[Step] = []
    ready, last, why = set[int](), None, ""
    order.prepare()
    while order.is_active():
        ready.update(order.get_ready())
        number = min(ready, key=lambda i: (parts[i][-1].why != why, costs[i], distance(i), i))
        ready.remove(number)
        order.done(number)
        out += parts[number]
        last, why = points[number], out[-1].why
    told, filled = list[Step](), set[Place]()
    for one in out:  # the same reason once; without what is excluded where a value is known by then
        filled.update(fact.place for fact in one.facts if fact.holds)
        step = replace(one, facts=tuple(without_excluded(one.facts, filled)))
        if told and step.why == told[-1].why and not (step.denied and step.rules != told[-1].rules):
            told[-1] = replace(step, **_both(told[-1], step, "facts", "known", "rules", "cells"))
        elif step.facts:
            told.append(step)
    return tuple(told)


def _both(one: Step | Reason, other: Step | Reason, *names: str) -> dict[str, tuple[Any, ...]]:
    """Return what either of two has in some fields, each once."""
    every = {name: [*getattr(one, name), *getattr(other, name)] for name in names}
    return {name: tuple(dict.fromkeys(each)) for name, each in every.items()}


# ---------- telling ----------


class Telling:
    """Makes steps of what a deduction has found."""

    def __init__(self, deduction: Deduction) -> None:
        self._deduction, self._propagation = deduction, deduction.propagation
        self._goal: Mapping[int, Fact] = deduction.goal
        self._facts = {*deduction.goal.values()}
        self._reason = cache(deduction.reason)
        self._inlined = cache(self._find_inlined)

    def is_told(self, literal: int) -> bool:
        """Return whether a literal is drawn, and no pair has it: of these one cell is enough."""
        begins = begins_pair(self._propagation.program, self._goal[literal])
        return self._deduction.is_target(literal) and not begins

    def path(self, literals: Iterable[int], told: set[int]) -> list[Reason]:
        """Return why known literals hold, by the same rules at the same places in one step each."""
        out, born = list[Reason](), dict[int, int]()
        for reason in (step for x in literals for step in self.steps(x, told)):
            after = max((born[x] for x in reason.facts if x in born), default=0)
            near = (i for i in range(len(out) - 1, after - 1, -1) if self._is_alike(out[i], reason))
            if (number := next(near, len(out))) == len(out):
                out.append(reason)
            else:
                one = out[number]
                others = {*reason.groups} - {*one.groups} - reason.further
                further = one.further | reason.further | others
                facts = tuple(x for x in reason.facts if x not in one.follows)
                both = _both(one, replace(reason, facts=facts), "facts", "groups", "follows")
                out[number] = replace(one, **both, further=further, others=one.others | others)
            born.update(dict.fromkeys(reason.follows, number))
        return out

    def _is_alike(self, one: Reason, other: Reason) -> bool:
        """Return whether two reasons are the same rules at the same places, or for one value the
        same rules at other places by the same facts."""
        if one.words or other.words or one.how != other.how:
            return False
        known = {*one.facts} == {*other.facts}
        a, b = ({*each.groups} - each.further for each in (one, other))
        same, rules = a == b, {group.rule for group in a} == {group.rule for group in b}
        first, second = (self._goal[x.follows[0]] for x in (one, other))
        alike = rules and first == second._replace(element=first.element)
        if alike and not first.holds and {*one.facts} & {*other.facts}:
            return max(len(one.inner), len(other.inner)) < 2  # what one thing keeps from places
        if one.how or (same and one.groups):
            return same and (known or not one.how)
        here = (at for group in (*a, *b) for at in self._propagation.elements(group))
        if known and not one.facts and self._facts.issuperset(Fact(*at, 0) for at in here):
            return rules  # nobody tells one by one where nothing is
        clues, others = ({group.clues for group in x.groups} - {()} for x in (one, other))
        return alike and ((same or known) if one.facts else known and clues == others != set())

    def steps(self, literal: int, told: set[int]) -> Iterator[Reason]:
        """Yield why a known literal holds, each step after those that it needs.

        Args:
            literal: what is to be told.
            told: what was told; what is told here is added.
        """
        reason = self._inlined(literal)
        if reason is None or literal in told:
            return
        reason = self._by_drawn(reason, literal, told)
        for x in reason.facts:
            yield from self.steps(x, told)
        if literal in told:
            return
        new, kind = (x for x in reason.follows if x not in told), self._kind(literal)
        groups, follows = self._spread([x for x in new if self._kind(x) == kind], told)
        told.update(follows)
        if not (reason.groups or self._goal[literal].holds):
            return  # a value excludes the others: that is no step
        inner = tuple[Reason, ...]()
        if reason.how and len(reason.groups) <= FOLLOWED:
            links = chain(self._propagation, replace(reason, follows=(follows[0],)))
            inner = _needed(self._propagation.meaning, [*self._without_exclusions(links)])
        further = frozenset(groups.keys() - {*reason.groups})
        every = tuple(dict.fromkeys([*reason.groups, *groups]))
        yield replace(reason, groups=every, follows=tuple(follows), inner=inner, further=further)

    def _by_drawn(self, reason: Reason, literal: int, told: set[int]) -> Reason:
        """Return a reason by one rule and what was told by then, in place of an assumption."""
        known, at = self._deduction.known, self._deduction.known_at
        for group in self._deduction.groups_at(self._goal[literal].place) if reason.how else ():
            here = (x for place in self._propagation.elements(group) for x in at.get(place, ()))
            near = [x for x in here if x in told or known[x] is None]
            if self._propagation.implies(near, (group,), literal):
                return self._deduction.named(self._propagation.by_group(near, group, literal))
        return reason

    def _kind(self, literal: int) -> tuple[bool, bool]:
        """Return what literals of one step share: whether they are drawn, and are no exclusions."""
        return self.is_told(literal), self._goal[literal].holds

    def _spread(
        self, literals: Sequence[int], told: set[int]
    ) -> tuple[dict[Group, None], list[int]]:
        """Return groups without clues by each of which more is drawn where one is, and all of it.

        So a bridge is drawn from end to end, and a star with the cells that it keeps free; but what
        is drawn because something else is not is a step of its own.
        """
        goal, known = self._goal, self._deduction.known
        groups, out = dict[Group, None](), list(literals)
        for source in out:
            for group, x in self._deduction.consequences(source) if self._is_drawn(source) else ():
                new = x not in told and x not in out and known.get(x, 0) is not None
                if new and self._is_drawn(x) and goal[x].value in (0, goal[source].value):
                    groups[group] = None
                    out.append(x)
        return groups, out

    def _is_drawn(self, literal: int) -> bool:
        """Return whether a literal is that something, or a pair, is drawn, or crossed out."""
        program, fact = self._propagation.program, self._goal[literal]
        drawn = fact.variable not in program.domains or fact.place in pairs(program)
        return drawn and self._deduction.is_target(literal)

    # ---------- what nobody writes ----------

    def _find_inlined(self, literal: int) -> Reason | None:
        """Return a reason with the reasons of what nobody writes in place of it.

        That is what placed values exclude, and whatever the board does not show.
        """
        reason = self._reason(literal)
        if reason is None or reason.words:
            return reason and self._placed(reason, literal)
        source, known = self._deduction.known[literal], dict[int, Reason]()
        before = islice(self._deduction.known, source.before if source else 0)
        value = {self._goal[x].place: x for x in before if self._goal[x].holds}
        facts = dict.fromkeys(value.get(self._goal[x].place, x) for x in reason.facts)
        reason = replace(reason, facts=tuple(facts))  # values in place of what they exclude
        for x in reason.facts:
            begins = begins_pair(self._propagation.program, self._goal[x])
            why, hidden = self._reason(x), begins or not self._deduction.is_shown(x)
            if why is not None and (hidden or (not reason.how and self._excludes(why))):
                known[x] = self._inlined(x) or why
        found, is_shown = _replaced(reason, known), self._deduction.is_shown
        hides = is_shown(literal) and not all(map(is_shown, (*known, *reason.facts)))
        least = hides and self._propagation.least(found, literal, reason.follows)
        whys = (self._of_drawn(found, literal) if hides else None, least or found)
        return self._deduction.named(min(filter(None, whys), key=lambda why: why.cost))

    def _placed(self, reason: Reason, literal: int) -> Reason:
        """Return why a value is placed by placed ones and the rules that exclude the others, where
        few places are needed: these exclusions are no steps then. The only place of a value in a
        row or column is told as such."""
        excluded = (x for x in reason.facts if not self._goal[x].holds)
        known = [*filter(None, map(self._reason, excluded))]
        if reason.technique == SINGLES[1] or not known or any(x.how or x.words for x in known):
            return reason
        groups = tuple(group for why in (reason, *known) for group in why.groups)
        least = self._of_drawn(Reason((), groups, reason.follows), literal)
        return self._deduction.named(least) if least and len(least.groups) <= PLACES else reason

    def _of_drawn(self, reason: Reason, literal: int) -> Reason | None:
        """Return why a literal follows by the rules of a reason from what was drawn before."""
        source, rules = self._deduction.known[literal], {group.rule for group in reason.groups}
        before = islice(self._deduction.known, source.before if source else 0)
        drawn = tuple(x for x in before if self._goal[x].holds and self._deduction.is_shown(x))
        alike = tuple(group for group in self._propagation.groups if group.rule in rules)
        every = replace(reason, **_both(reason, Reason(drawn, alike, ()), "facts", "groups"))
        return self._propagation.least(every, literal, reason.follows)

    def _without_exclusions(self, links: Sequence[Reason]) -> Iterator[Reason]:
        """Yield links likewise, up to the first whose rules and facts contradict each other."""
        known = dict[int, Reason]()
        for link in links:
            new = _replaced(link, known)
            hidden = not any(map(self._deduction.is_shown, link.follows))
            if self._propagation.refutes(new.facts, new.groups, 0):
                yield replace(new, follows=())
                return
            if link.follows and (hidden or self._excludes(new)):
                known.update(dict.fromkeys(link.follows, new))
            else:
                yield new

    def _excludes(self, reason: Reason) -> bool:
        """Return whether one rule at a place, or none, excludes values by placed ones."""
        meaning = self._propagation.meaning
        return (
            len(reason.groups) <= 1
            and not any(group.ring or group.whole for group in reason.groups)
            and not (reason.how or reason.words)
            and all(meaning[x].holds for x in reason.facts)
            and not any(meaning[x].holds for x in reason.follows)
        )


def _replaced(reason: Reason, excluded: Mapping[int, Reason]) -> Reason:
    """Return a reason with what excludes its facts in place of these."""
    every = [reason, *(excluded[x] for x in reason.facts if x in excluded)]
    facts = (y for x in reason.facts for y in (excluded[x].facts if x in excluded else (x,)))
    groups = dict.fromkeys(group for each in every for group in each.groups)
    how = next((each.how for each in every if each.how and each.groups[1:]), reason.how)
    return replace(reason, facts=tuple(dict.fromkeys(facts)), groups=tuple(groups), how=how)


# ---------- from a denial to a contradiction, one group at a time ----------


def chain(propagation: Propagation, reason: Reason) -> tuple[Reason, ...]:
    """Return the way from a denial to a contradiction; nothing if none was found.

    Args:
        propagation: of the puzzle.
        reason: the facts and groups from which a literal follows, which is denied.
    """
    meaning, links = propagation.meaning, list[Reason]()
    born = dict.fromkeys([*reason.facts, -reason.follows[0]], -1)  # by its literal its link

    def add(link: Reason) -> None:
        """Add a link, the values that are then the only ones left, and what these exclude."""
        born.update(dict.fromkeys(link.follows, len(links)))
        links.append(link)
        more = [x for x in propagation.follows(born) or () if x in meaning and x not in born]
        for x in sorted(more, key=lambda y: not meaning[y].holds):
            if meaning[x].holds:
                links.append(propagation.by_place(born, x))
            born[x] = len(links) - 1

    while True:
        before = len(links)
        for group in reason.groups:
            found = propagation.follows(born, (group,))
            new = [x for x in found or () if x in meaning and x not in born]
            if found is None or new:
                goal = max(new, key=lambda x: meaning[x].holds) if new else 0
                link = propagation.by_group(born, group, goal)
                if found is None:
                    return _needed(meaning, [*links, link])
                add(link)
        if len(links) == before:
            return ()


def _needed(meaning: Mapping[int, Fact], links: Sequence[Reason]) -> tuple[Reason, ...]:
    """Return the links that lead to the last one, with no conclusions but those that are used."""
    kept, used, places = list[Reason](), set[int](), set[Place]()
    for link in reversed(links):
        about = (x for x in link.follows if meaning[x].holds and meaning[x].place in places)
        follows = tuple(dict.fromkeys([*about, *(x for x in link.follows if x in used)]))
        if follows or not kept:
            kept.append(replace(link, follows=follows))
            used.update(link.facts)
            places.update(meaning[x].place for x in link.facts if not meaning[x].holds)
    return tuple(kept[::-1])
