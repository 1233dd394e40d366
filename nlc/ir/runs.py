"""Runs: what the maximal runs of true conditions of a row are, and which rows have given ones.

Along a line the runs have the lengths of a list in its order; round a ring, whose ends meet, in any
order. The automaton that reads such rows is deterministic; unrolled over the places of a row it is
a `Diagram`, from which encodings are made (`nlc.encode.runs`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from nlc.arrays import Bools

Lengths = tuple[int, ...]
"""The lengths of runs, none of them 0."""

Places = tuple[bool | None, ...]
"""Whether the condition at each place of a row holds; None: not known."""


def lengths_of(held: Bools, ring: bool) -> Lengths:
    """Return the lengths of the maximal runs of true entries, shape (n,).

    Those of a ring are sorted; one that is true all round is a single run.
    """
    held = np.asarray(held, np.bool_)
    if ring and not held.all():
        start = int(np.argmin(held))
        held = np.concatenate([held[start:], held[:start]])
    steps = np.flatnonzero(np.diff(np.concatenate([[0], held, [0]])))
    found = np.diff(steps)[::2].tolist()
    return tuple(sorted(found) if ring else found)


class Arc(NamedTuple):
    """A step of a diagram: from a state before a place to one after it.

    Attributes:
        source: its number among the states before the place.
        truth: of the condition at the place.
        target: its number among the states after it.
    """

    source: int
    truth: bool
    target: int


class Diagram(NamedTuple):
    """An automaton unrolled over the places of a row, without states that lead nowhere.

    Attributes:
        sizes: the number of states before each place, and behind the last one; one at both ends.
        arcs: of each place, by source and then truth.
    """

    sizes: tuple[int, ...]
    arcs: tuple[tuple[Arc, ...], ...]


@lru_cache(maxsize=4096)
def diagram(lengths: Lengths, ring: bool, places: Places) -> Diagram | None:
    """Return the diagram of the rows whose runs are of these lengths; None if there is none.

    Args:
        lengths: of a line in their order, of a ring in any.
        ring: whether the last place lies beside the first one.
    """
    automaton: _Line | _Ring = _Ring(lengths) if ring else _Line(lengths, len(places))
    states: list[list[Hashable]] = [[automaton.start]]
    steps: list[list[Arc]] = []
    for place, known in enumerate(places):
        numbers: dict[Hashable, int] = {}
        arcs: list[Arc] = []
        for source, state in enumerate(states[-1]):
            for truth in (False, True) if known is None else (known,):
                after = automaton.step(state, truth, place)
                if after is not None:
                    target = numbers.setdefault(after, len(numbers))
                    arcs.append(Arc(source, truth, target))
        states.append(list(numbers))
        steps.append(arcs)
    last = [i for i, state in enumerate(states[-1]) if automaton.accepts(state)]
    # All states in which a row may end are one; then what leads to none of them is left out.
    renamed = dict.fromkeys(last, 0)
    sizes, layers = [1], []
    for arcs in reversed(steps):
        kept = [arc for arc in arcs if arc.target in renamed]
        sources = dict.fromkeys(arc.source for arc in kept)
        before = {source: i for i, source in enumerate(sorted(sources))}
        layers.append(tuple(Arc(before[s], t, renamed[x]) for s, t, x in kept))
        sizes.append(len(before))
        renamed = before
    if not renamed:
        return None
    return Diagram(tuple(reversed(sizes)), tuple(reversed(layers)))


def fits(lengths: Lengths, ring: bool, surely: Bools, perhaps: Bools) -> bool:
    """Return whether a row may have runs of these lengths.

    Args:
        surely: shape (n,), which conditions hold.
        perhaps: shape (n,), which may hold.
    """
    if not ring and not surely.any() and perhaps.all():
        return sum(lengths) + len(lengths) <= len(perhaps) + 1
    (places,) = known_places(surely[None], perhaps[None])
    return diagram(lengths, ring, places) is not None


def known_places(surely: Bools, perhaps: Bools) -> list[Places]:
    """Return what is known of rows of conditions, which surely and which may hold, shape (m, n)."""
    rows = zip(surely.tolist(), perhaps.tolist(), strict=True)
    return [
        tuple(yes if yes == maybe else None for yes, maybe in zip(*row, strict=True))
        for row in rows
    ]


class _Line:
    """Reads a line. A state is how many runs began, and the length of the present one, or 0."""

    start: Hashable = (0, 0)

    def __init__(self, lengths: Lengths, places: int) -> None:
        self._lengths = lengths
        room, self._latest = places, [places] * (len(lengths) + 1)
        for i in reversed(range(len(lengths))):  # no run begins so late that others lack room
            room -= lengths[i]
            self._latest[i] = room
            room -= 1

    def step(self, state: Hashable, truth: bool, place: int) -> Hashable | None:
        begun, length = state  # type: ignore[misc]
        if length and length < self._lengths[begun - 1]:
            return (begun, length + 1) if truth else None
        if not truth:
            return (begun, 0) if place < self._latest[begun] else None
        return (begun + 1, 1) if not length and begun < len(self._lengths) else None

    def accepts(self, state: Hashable) -> bool:
        begun, length = state  # type: ignore[misc]
        return begun == len(self._lengths) and (not length or bool(length == self._lengths[-1]))


class _Ring:
    """Reads a ring. A state is the length of the run that holds the first place, whether that is
    over, the lengths of the runs to come, and the length of the present one."""

    def __init__(self, lengths: Lengths) -> None:
        self.start: Hashable = (0, False, tuple(sorted(lengths)), 0)

    def step(self, state: Hashable, truth: bool, place: int) -> Hashable | None:
        head, over, left, length = state  # type: ignore[misc]
        longest = left[-1] if left else 0
        if truth:
            if not over:
                return (head + 1, False, left, 0) if head < longest else None
            return (head, True, left, length + 1) if length < longest else None
        if length:
            if length not in left:
                return None
            at = left.index(length)
            left = left[:at] + left[at + 1 :]
        return head, True, left, 0

    def accepts(self, state: Hashable) -> bool:
        head, _, left, length = state  # type: ignore[misc]
        joined = head + length
        return bool(left == ((joined,) if joined else ()))


def arcs_into(arcs: tuple[Arc, ...], size: int) -> Iterator[list[int]]:
    """Yield the numbers of the arcs into each of some states."""
    into: list[list[int]] = [[] for _ in range(size)]
    for number, arc in enumerate(arcs):
        into[arc.target].append(number)
    yield from into


def arcs_from(arcs: tuple[Arc, ...], size: int) -> Iterator[list[int]]:
    """Yield the numbers of the arcs from each of some states."""
    leaving: list[list[int]] = [[] for _ in range(size)]
    for number, arc in enumerate(arcs):
        leaving[arc.source].append(number)
    yield from leaving
