"""The order of steps: of equally easy ones, the next is near the last."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from math import dist

from msgspec.structs import replace

from nlc.board import Sort
from nlc.ir.nodes import Program
from nlc.reasons.known import Place, place_of, variables
from nlc.reasons.steps.steps import Step

Point = tuple[float, float]

_PLACED = {Sort.CELL, Sort.LINK, Sort.BORDER, Sort.VERTEX}


def nearest_first(program: Program, steps: Sequence[Step]) -> tuple[Step, ...]:
    """Return the steps of a path such that of equally easy ones the next is near the last.

    Steps that draw nothing stay before the one that uses them, and each step comes after all that
    conclude something about the places of its known facts.

    Args:
        program: the puzzle.
        steps: in an order in which each follows from those before it.
    """
    sorts = {variable.name: variable.sort for variable in variables(program)}
    parts = list(
        _parts(steps, {variable.name for variable in variables(program) if variable.shown})
    )
    concluding: defaultdict[Place, set[int]] = defaultdict(set)
    waits: list[set[int]] = []
    for number, part in enumerate(parts):
        waits.append({one for step in part for place in _taken(step) for one in concluding[place]})
        for step in part:
            for fact in step.facts:
                concluding[place_of(fact)].add(number)
    costs = [max(step.cost for step in part) for part in parts]
    middles = {sort: program.board.middles(sort) for sort in {*sorts.values()} & _PLACED}
    points: list[Point | None] = []
    for part in parts:
        name, element = place_of(part[-1].facts[0])
        found = middles[sorts[name]][element].tolist() if sorts[name] in middles else None
        points.append(None if found is None or program.board.topology == "graph" else tuple(found))
    out: list[Step] = []
    left, last = dict.fromkeys(range(len(parts))), None
    while left:
        ready = (number for number in left if not waits[number])
        number = min(ready, key=lambda i: (costs[i], _distance(last, points[i]), i))
        del left[number]
        for others in waits:
            others.discard(number)
        out += parts[number]
        last = points[number]
    return tuple(_open(out))


def _distance(one: Point | None, other: Point | None) -> int:
    """Return the distance in eighths of the unit, the same on every machine; 0 from nowhere."""
    return 0 if one is None or other is None else round(8 * dist(one, other))


def _open(steps: Iterable[Step]) -> Iterator[Step]:
    """Yield steps without what they exclude where a value is known by then."""
    filled = set[Place]()
    for step in steps:
        left = tuple(f for f in step.facts if f.holds or place_of(f) not in filled)
        filled.update(place_of(fact) for fact in step.facts if fact.holds)
        yield replace(step, facts=left) if left else step


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
    yield from map(place_of, step.known)
    for one in step.inner:
        yield from _taken(one)
