"""The order of steps: of equally easy ones, the next is near the last."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from math import dist

from msgspec.structs import replace

from nlc.arrays import Floats
from nlc.board import Board, Sort
from nlc.ir.nodes import BoolVar, Domain, Program
from nlc.reasons.known import Place, place_of, variables
from nlc.reasons.steps.steps import Step

Point = tuple[float, float]

_PLACED = (Sort.CELL, Sort.LINK, Sort.BORDER, Sort.VERTEX)


class Positions:
    """Where the elements of variables are; of graphs, straight lines and the puzzle: nowhere."""

    def __init__(self, board: Board, declared: Iterable[BoolVar | Domain]) -> None:
        """Remember the board, and over what its variables are."""
        self._board = board
        self._sorts = {variable.name: variable.sort for variable in declared}
        self._points: dict[Sort, Floats] = {}

    def of(self, place: Place) -> Point | None:
        """Return where an element is, in the unit of the board's centers."""
        name, element = place
        sort = self._sorts[name]
        if sort not in _PLACED or self._board.topology == "graph":
            return None
        if sort not in self._points:
            self._points[sort] = self._board.middles(sort)
        x, y = self._points[sort][element].tolist()
        return x, y


def distance(one: Point | None, other: Point | None) -> int:
    """Return the distance in eighths of the unit, the same on every machine; 0 from nowhere."""
    if one is None or other is None:
        return 0
    return round(8 * dist(one, other))


def nearest_first(program: Program, steps: Sequence[Step]) -> tuple[Step, ...]:
    """Return the steps of a path such that of equally easy ones the next is near the last.

    Steps that draw nothing stay before the one that uses them, and each step comes after all that
    conclude something about the places of its known facts.

    Args:
        program: the puzzle.
        steps: in an order in which each follows from those before it.
    """
    declared = variables(program)
    positions = Positions(program.board, declared)
    parts = _parts(steps, {variable.name for variable in declared if variable.shown})
    concluding: dict[Place, list[int]] = {}
    waits: list[int] = []
    later: list[list[int]] = [[] for _ in parts]
    for number, part in enumerate(parts):
        taken = {place for step in part for place in _taken(step)}
        before = {one for place in taken for one in concluding.get(place, ())}
        waits.append(len(before))
        for one in before:
            later[one].append(number)
        for step in part:
            for fact in step.facts:
                concluding.setdefault(place_of(fact), []).append(number)
    costs = [max(step.cost for step in part) for part in parts]
    points = [positions.of(place_of(part[-1].facts[0])) for part in parts]
    ready = [number for number, count in enumerate(waits) if not count]
    out: list[Step] = []
    last: Point | None = None
    while ready:
        number = min(ready, key=lambda i: (costs[i], distance(last, points[i]), i))
        ready.remove(number)
        out += parts[number]
        last = points[number]
        for one in later[number]:
            waits[one] -= 1
            if not waits[one]:
                ready.append(one)
    return tuple(_open(out))


def _open(steps: Iterable[Step]) -> Iterator[Step]:
    """Yield steps without what they exclude where a value is known by then."""
    filled = set[Place]()
    for step in steps:
        left = tuple(f for f in step.facts if f.holds or place_of(f) not in filled)
        filled.update(place_of(fact) for fact in step.facts if fact.holds)
        yield replace(step, facts=left) if left else step


def _parts(steps: Sequence[Step], shown: Container[str]) -> list[list[Step]]:
    """Return steps that draw something, each after those before it that do not."""
    out: list[list[Step]] = []
    is_open = False
    for step in steps:
        if not is_open:
            out.append([])
        out[-1].append(step)
        is_open = not any(fact.variable in shown for fact in step.facts)
    return out


def _taken(step: Step) -> Iterator[Place]:
    """Yield the places of known facts, and of those within an assumption."""
    yield from map(place_of, step.known)
    for one in step.inner:
        yield from _taken(one)
