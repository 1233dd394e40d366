"""Hints and whole paths: the next step, and all steps, each near the last.

`Telling` tells why something follows: what it needs comes first, and nothing that it does not need.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from graphlib import TopologicalSorter
from itertools import pairwise
from math import dist
from typing import Any

from msgspec.structs import replace

from nlc.board import Sort
from nlc.drivers.base import NO_LIMITS, Limits
from nlc.ir.nodes import Program
from nlc.language.resolve import Puzzle
from nlc.reasons.facts import Fact, Facts, Group, Groups, Place, parse_state, sorts_of
from nlc.reasons.groups import FOLLOWED, GroupSolver
from nlc.reasons.minimal import SelectorSolver, shrink
from nlc.reasons.steps.deduction import CONFIRMER, Deduction, deduce
from nlc.reasons.steps.reason import Propagation, Reason, hardest_first, needed
from nlc.reasons.steps.step_builder import StepBuilder, without_excluded
from nlc.reasons.steps.steps import Step, Steps, drawing

_LISTS = ("steps", "as_easy")
"""The fields of steps that grow while they are looked for."""

_PLACED = {Sort.CELL, Sort.LINK, Sort.BORDER, Sort.VERTEX}


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
        yield "steps", telling.path(filter(deduction.is_target, wave.literals), told)


def _next(deduction: Deduction) -> Iterator[tuple[str, list[Reason]]]:
    """Yield the next step after those that it needs, then others that need as few."""
    telling, told = Telling(deduction), set[int]()
    waves = ({*filter(deduction.is_target, wave.literals)} for wave in deduction.waves())
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
        members, _ = shrink(SelectorSolver(together, literals), range(len(drawn)))
        return tuple(drawn[i] for i in sorted(members))


def nearest_first(program: Program, steps: Sequence[Step]) -> tuple[Step, ...]:
    """Return the steps of a path such that of equally easy ones the next is near the last.

    Steps that draw nothing stay before the one that uses them, and each step comes after all that
    conclude something about the places of its known facts.

    Args:
        program: the puzzle.
        steps: in an order in which each follows from those before it.
    """
    board, sorts = program.board, sorts_of(program)
    ends = sorted({0, *(number + 1 for number in drawing(program, steps)), len(steps)})
    parts = [steps[begin:end] for begin, end in pairwise(ends)]
    concluding: defaultdict[Place, set[int]] = defaultdict(set)
    order = TopologicalSorter[int]()
    for number, part in enumerate(parts):
        taken = (place for step in part for place in _taken(step))
        order.add(number, *(one for place in taken for one in concluding[place]))
        for fact in (fact for step in part for fact in step.facts):
            concluding[fact.place].add(number)
    costs = [max(step.cost for step in part) for part in parts]
    drawn = _PLACED & {*sorts.values()} if board.topology != "graph" else ()
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
        *before, step = parts[number]
        if step.why == why and not before and not (step.denied and step.rules != out[-1].rules):
            # the same reason once
            out[-1] = replace(step, **_both(out[-1], step, "facts", "known", "rules", "cells"))
        else:
            out += parts[number]
        last, why = points[number], step.why
    filled = set[Place]()
    for number, step in enumerate(out):  # without what is excluded where a value is known by then
        filled.update(fact.place for fact in step.facts if fact.holds)
        out[number] = replace(step, facts=(*without_excluded(step.facts, filled),) or step.facts)
    return tuple(out)


def _both(one: Step | Reason, other: Step | Reason, *names: str) -> dict[str, tuple[Any, ...]]:
    """Return what either of two has in some fields, each once."""
    every = {name: [*getattr(one, name), *getattr(other, name)] for name in names}
    return {name: tuple(dict.fromkeys(each)) for name, each in every.items()}


def _taken(step: Step) -> Iterator[Place]:
    """Yield the places of known facts, and of those within an assumption."""
    yield from (fact.place for fact in step.known)
    for one in step.inner:
        yield from _taken(one)


# ---------- telling ----------


class Telling:
    """Makes steps of what a deduction has found."""

    def __init__(self, deduction: Deduction) -> None:
        self._deduction, self._propagation = deduction, deduction.propagation
        self._goal: Mapping[int, Fact] = deduction.goal
        self._reason = cache(self._find_reason)
        self._inlined = cache(self._find_inlined)

    def path(self, literals: Iterable[int], told: set[int]) -> list[Reason]:
        """Return why known literals hold, by the same rules at the same places in one step each."""
        out, born = list[Reason](), dict[int, int]()
        for reason in (step for x in literals for step in self.steps(x, told)):
            after = max((born[x] for x in reason.facts if x in born), default=0)
            near = (i for i in range(len(out) - 1, after - 1, -1) if self._is_alike(out[i], reason))
            if (number := next(near, len(out))) == len(out):
                out.append(reason)
            else:
                one, further = out[number], out[number].further | reason.further
                other = replace(
                    reason, facts=tuple(x for x in reason.facts if x not in one.follows)
                )
                both = _both(one, other, "facts", "groups", "follows")
                out[number] = replace(one, **both, further=further)
            born.update(dict.fromkeys(reason.follows, number))
        return out

    def _is_alike(self, one: Reason, other: Reason) -> bool:
        """Return whether two reasons are the same rules at the same places, or exclude alike."""
        a, b = self._goal[one.follows[0]], self._goal[other.follows[0]]
        if one.words or other.words or one.how != other.how:
            return False
        known = {*one.facts} == {*other.facts}
        if one.how:
            return known and {*one.groups} == {*other.groups}
        value = (a.variable, a.value, a.holds) == (b.variable, b.value, b.holds)
        if value and known and not a.holds:
            return True
        rules = {*one.groups} - one.further == {*other.groups} - other.further
        return rules and (value or bool(one.groups))

    def steps(self, literal: int, told: set[int]) -> Iterator[Reason]:
        """Yield why a known literal holds, each step after those that it needs.

        Args:
            literal: what is to be told.
            told: what was told; what is told here is added.
        """
        reason = self._inlined(literal)
        if reason is None or literal in told:
            return
        for x in reason.facts:
            yield from self.steps(x, told)
        if literal in told:
            return
        kind = self._kind(literal)
        alike = [x for x in reason.follows if self._kind(x) == kind and x not in told]
        groups, follows = self._spread(alike, told)
        told.update(follows)
        if not (reason.groups or self._goal[literal].holds):
            return  # a value excludes the others: that is no step
        inner = tuple[Reason, ...]()
        if reason.how and len(reason.groups) <= FOLLOWED:
            links = chain(self._propagation, replace(reason, follows=(alike[0],)))
            inner = tuple(self._without_exclusions(links, {}))
        further = frozenset(groups.keys() - set(reason.groups))
        groups = dict.fromkeys([*reason.groups, *groups])
        step = replace(reason, groups=tuple(groups), follows=tuple(follows), inner=inner)
        yield replace(step, further=further)

    def _find_reason(self, literal: int) -> Reason | None:
        reason = self._deduction.reason(literal)
        if reason is not None and self._kind(reason.follows[0]) != self._kind(literal):
            facts = self._propagation.needed(reason.facts, reason.groups, literal)
            return Reason(facts, reason.groups, (literal,))
        return reason

    def _kind(self, literal: int) -> tuple[bool, bool]:
        """Return what literals of one step share: whether they are drawn, and are no exclusions."""
        return self._deduction.is_target(literal), self._goal[literal].holds

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
                if new and self._is_drawn(x) and goal[x].value <= goal[source].value:
                    groups[group] = None
                    out.append(x)
        return groups, out

    def _is_drawn(self, literal: int) -> bool:
        """Return whether a literal is that something is drawn, or crossed out."""
        domains = self._propagation.program.domains
        return self._goal[literal].variable not in domains and self._deduction.is_target(literal)

    # ---------- what nobody writes ----------

    def _find_inlined(self, literal: int) -> Reason | None:
        """Return a reason with the reasons of what nobody writes in place of it.

        That is what placed values exclude, and whatever the board does not show.
        """
        reason = self._reason(literal)
        if reason is None or reason.words:
            return reason
        known = dict[int, Reason]()
        for x in reason.facts:
            why, hidden = self._reason(x), not self._deduction.is_shown(x)
            if why is not None and (hidden or (not reason.how and self._excludes(why))):
                known[x] = self._inlined(x) or why
        found = _replaced(reason, known)
        if all(map(self._deduction.is_shown, (*known, *reason.facts))):
            return found
        return self._least(found, literal) if self._deduction.is_shown(literal) else found

    def _least(self, reason: Reason, literal: int) -> Reason:
        """Return a reason with no groups and facts but those that a literal needs."""
        solver = self._propagation

        def refutes(facts: Iterable[int], groups: Iterable[Group], x: int = literal) -> bool:
            plain = [group.selector for group in groups if not group.ring]
            rings = [group for group in groups if group.ring]
            return solver.solve([*facts, *plain, -x], rings=rings) is False

        facts, groups = list(reason.facts), list(reason.groups)
        if refutes(facts, groups):
            used = solver.core()
            facts, groups = [x for x in facts if x in used], solver.groups_of(used)
        if len(groups) <= FOLLOWED:
            groups = needed(groups, hardest_first, lambda some: refutes(facts, some))
        facts = needed(facts, lambda x: self._goal[x].holds, lambda some: refutes(some, groups))
        more = (x for x in reason.follows if x != literal and refutes(facts, groups, x))
        return replace(reason, facts=tuple(facts), groups=tuple(groups), follows=(literal, *more))

    def _without_exclusions(
        self, links: Sequence[Reason], excluded: Mapping[int, Reason]
    ) -> Iterator[Reason]:
        """Yield links likewise."""
        known = dict(excluded)
        for link in links:
            inner = tuple(self._without_exclusions(link.inner, known))
            new = replace(_replaced(link, known), inner=inner)
            hidden = not any(map(self._deduction.is_shown, link.follows))
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
    how = next((each.how for each in every if each.how), reason.how)
    return replace(reason, facts=tuple(dict.fromkeys(facts)), groups=tuple(groups), how=how)


# ---------- from a denial to a contradiction, one group at a time ----------


def chain(propagation: Propagation, reason: Reason, *, nested: bool = True) -> tuple[Reason, ...]:
    """Return the way from a denial to a contradiction; nothing if none was found.

    Args:
        propagation: of the puzzle.
        reason: the facts and groups from which a literal follows, which is denied.
        nested: whether further assumptions may be needed.
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
                    return _needed(propagation, [*links, link], born)
                add(link)
        if len(links) == before:
            assumed = _assumed(propagation, born, reason.groups) if nested else None
            if assumed is None:
                return ()
            add(assumed)


def _assumed(propagation: Propagation, known: Mapping[int, int], groups: Groups) -> Reason | None:
    """Return what follows as its opposite leads to a contradiction, too."""
    if len(groups) > FOLLOWED:
        return None
    places = {place for group in groups for place in propagation.elements(group)}
    for x, fact in propagation.meaning.items():
        is_open = x not in known and -x not in known and fact.place in places
        if is_open and fact.holds and propagation.follows([*known, -x], groups) is None:
            reason = Reason(tuple(known), tuple(groups), (x,))
            if inner := chain(propagation, reason, nested=False):
                facts = dict.fromkeys(y for link in inner for y in link.facts if y in known)
                used = dict.fromkeys(group for link in inner for group in link.groups)
                return Reason(tuple(facts), tuple(used), (x,), "denied", inner)
    return None


def _needed(
    propagation: Propagation, links: Sequence[Reason], born: Mapping[int, int]
) -> tuple[Reason, ...]:
    """Return the links that lead to the last one, with no conclusions but those that are used."""
    numbers, meaning = {len(links) - 1}, propagation.meaning
    for number in reversed(range(len(links))):  # each needs only those before it
        numbers.update(born[x] for x in links[number].facts if number in numbers)
    kept = [link for number, link in enumerate(links) if number in numbers]
    used = {meaning[x].place for link in kept for x in link.facts}
    return tuple(
        replace(link, follows=tuple(x for x in link.follows if meaning[x].place in used))
        for link in kept
    )
