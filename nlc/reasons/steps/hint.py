"""Hints and whole paths: the next step, and all steps, each near the last."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from math import dist
from typing import Any

from msgspec.structs import replace

from nlc.board import Sort
from nlc.drivers.base import NO_LIMITS, Limits
from nlc.ir.nodes import Program
from nlc.language.resolve import Puzzle
from nlc.reasons.facts import Fact, Place, parse_state, variables
from nlc.reasons.groups import GroupSolver
from nlc.reasons.minimal import SelectorSolver, shrink
from nlc.reasons.steps.deduction import CONFIRMER, Deduction, deduce
from nlc.reasons.steps.reason import Reason
from nlc.reasons.steps.step_builder import StepBuilder
from nlc.reasons.steps.steps import Step, Steps
from nlc.reasons.steps.telling import Telling

_PLACED = {Sort.CELL, Sort.LINK, Sort.BORDER, Sort.VERTEX}

_LISTS = ("steps", "as_easy")
"""The fields of steps that grow while they are looked for."""


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


def _work(
    puzzle: Puzzle, program: Program, drawn: Sequence[Fact], whole: bool
) -> Iterator[dict[str, Any]]:
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


def _wrong(puzzle: Puzzle, program: Program, drawn: Sequence[Fact]) -> tuple[Fact, ...]:
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
    board, sorts = program.board, {each.name: each.sort for each in variables(program)}
    parts = list(_parts(steps, {each.name for each in variables(program) if each.shown}))
    concluding: defaultdict[Place, set[int]] = defaultdict(set)
    waits: list[set[int]] = []
    for number, part in enumerate(parts):
        waits.append({one for step in part for place in _taken(step) for one in concluding[place]})
        for step in part:
            for fact in step.facts:
                concluding[fact.place].add(number)
    costs = [max(step.cost for step in part) for part in parts]
    placed = {sort for sort in sorts.values() if sort in _PLACED and board.topology != "graph"}
    middles = {sort: board.middles(sort) for sort in placed}
    points = []
    for part in parts:
        name, element = part[-1].facts[0].place
        points.append(middles[sorts[name]][element] if sorts[name] in middles else None)

    def distance(number: int) -> int:
        """Return the distance in eighths of the unit, the same on every machine; 0 from nowhere."""
        one, other = last, points[number]
        return 0 if one is None or other is None else round(8 * dist(one, other))

    out: list[Step] = []
    left, last, why = dict.fromkeys(range(len(parts))), None, ""
    while left:
        ready = (number for number in left if not waits[number])
        number = min(ready, key=lambda i: (parts[i][-1].why != why, costs[i], distance(i), i))
        del left[number]
        for others in waits:
            others.discard(number)
        *before, step = parts[number]
        alike = step.why == why and not before and not (step.denied and step.rules != out[-1].rules)
        if alike:  # the same reason once
            same = {
                name: tuple(dict.fromkeys([*getattr(out[-1], name), *getattr(step, name)]))
                for name in ("facts", "known", "rules", "cells")
            }
            out[-1] = replace(step, **same)
        else:
            out += parts[number]
        last, why = points[number], step.why
    filled = set[Place]()
    for number, step in enumerate(out):  # without what is excluded where a value is known by then
        filled.update(fact.place for fact in step.facts if fact.holds)
        facts = tuple(fact for fact in step.facts if fact.holds or fact.place not in filled)
        out[number] = replace(step, facts=facts) if facts else step
    return tuple(out)


def _parts(steps: Iterable[Step], shown: Collection[str]) -> Iterator[list[Step]]:
    """Yield each step that draws something, after those before it that do not."""
    part: list[Step] = []
    for step in steps:
        part.append(step)
        if any(fact.variable in shown for fact in step.facts):
            yield part
            part = []
    if part:
        yield part


def _taken(step: Step) -> Iterator[Place]:
    """Yield the places of known facts, and of those within an assumption."""
    yield from (fact.place for fact in step.known)
    for one in step.inner:
        yield from _taken(one)
