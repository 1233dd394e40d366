"""Maximal runs of true conditions in a row, and the rows with given runs.

Along a line the runs have the lengths of a list in its order; round a ring, whose ends meet, in any
order. The automaton that accepts such rows is deterministic; unrolled over the places of a row it
is a `Diagram`, which encodings use (`nlc.encode.runs`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nlc.arrays import Bools

Lengths = tuple[int, ...]
"""The lengths of runs; 0 stands for any."""

Places = tuple[bool | None, ...]
"""Whether the condition at each place of a row holds; None if unknown."""


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


def has_runs(held: Bools, ring: bool, lengths: Lengths) -> bool:
    """Return whether the maximal runs of true entries, shape (n,), have some lengths."""
    found = list(lengths_of(held, ring))
    if not ring:
        fitting = (wanted in (0, length) for wanted, length in zip(lengths, found, strict=False))
        return len(found) == len(lengths) and all(fitting)
    for length in filter(None, lengths):
        if length not in found:
            return False
        found.remove(length)
    return len(found) == lengths.count(0)


def room_of(lengths: Lengths) -> int:
    """Return how many places runs take at least, each with one behind it."""
    return sum(max(length, 1) + 1 for length in lengths)


def lengths_text(lengths: Lengths) -> str:
    """Return lengths with commas between them."""
    return ", ".join(str(length or "?") for length in lengths) or "none"


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
    """An automaton unrolled over the places of a row, without dead states.

    Attributes:
        sizes: the number of states before each place, and behind the last one; one at both ends.
        arcs: the arcs of each place, by source and then truth.
    """

    sizes: tuple[int, ...]
    arcs: tuple[tuple[Arc, ...], ...]


def diagram(lengths: Lengths, ring: bool, places: Places) -> Diagram | None:
    """Return the diagram of the rows whose runs are of these lengths; None if there is none.

    Args:
        lengths: the lengths, along a line in their order.
        ring: whether the last place is next to the first one.
        places: the known conditions.
    """
    automaton = (_Ring if ring else _Line)(lengths, len(places))
    states: list[list[_State]] = [[automaton.start]]
    steps: list[list[Arc]] = []
    for place, known in enumerate(places):
        numbers: dict[_State, int] = {}
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
    # All accepting states are merged; states that lead to none of them are dropped.
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
        lengths: the lengths of the runs.
        ring: whether the row is a ring.
        surely: shape (n,), the conditions that hold.
        perhaps: shape (n,), the conditions that may hold.
    """
    if not ring and not surely.any() and perhaps.all():
        return room_of(lengths) <= len(perhaps) + 1
    (places,) = known_places(surely[None], perhaps[None])
    return diagram(lengths, ring, places) is not None


def known_places(surely: Bools, perhaps: Bools) -> list[Places]:
    """Return the places of rows whose conditions surely or perhaps hold, shapes (m, n)."""
    rows = map(zip, surely.tolist(), perhaps.tolist())
    return [tuple(yes if yes == maybe else None for yes, maybe in row) for row in rows]


class _State(NamedTuple):
    """A state of an automaton.

    Attributes:
        length: the length of the present run; 0 if there is none.
        begun: along a line, the number of runs that have begun.
        head: round a ring, the length of the run with the first place.
        inside: whether no place was empty yet.
        left: the lengths of the runs to come, ascending.
    """

    length: int = 0
    begun: int = 0
    head: int = 0
    inside: bool = True
    left: Lengths = ()


class _Line:
    """The automaton of a line."""

    start = _State()

    def __init__(self, lengths: Lengths, places: int) -> None:
        self._lengths = lengths
        room, self._latest = places, [places] * (len(lengths) + 1)
        for i in reversed(range(len(lengths))):  # the latest place with room for the other runs
            room -= max(lengths[i], 1)
            self._latest[i] = room
            room -= 1

    def step(self, state: _State, truth: bool, place: int) -> _State | None:
        """Return the state after a place; None if there is no such row."""
        length, begun = state.length, state.begun
        if length and length < self._lengths[begun - 1]:
            return _State(length + 1, begun) if truth else None
        if not truth:
            return _State(0, begun) if place < self._latest[begun] else None
        if length and not self._lengths[begun - 1]:
            return state
        return _State(1, begun + 1) if not length and begun < len(self._lengths) else None

    def accepts(self, state: _State) -> bool:
        """Return whether a row may end in a state."""
        last = (length or 1 for length in self._lengths[-1:])
        return state.begun == len(self._lengths) and state.length in (0, *last)


class _Ring:
    """The automaton of a ring. The run with the first place may continue in the last ones.

    A run is one of its length, if there is any to come, or else one of any length.
    """

    def __init__(self, lengths: Lengths, places: int) -> None:
        self.start, self._places = _State(left=tuple(sorted(lengths))), places

    def step(self, state: _State, truth: bool, place: int) -> _State | None:
        """Return the state after a place; None if there is no such row."""
        length, _, head, inside, left = state
        longest = self._places if 0 in left else left[-1] if left else 0
        if truth and inside:
            return _State(0, 0, head + 1, True, left) if head < longest else None
        if truth:
            return _State(length + 1, 0, head, False, left) if length < longest else None
        ended = length if length in left else 0
        if length and ended not in left:
            return None
        at = left.index(ended) if length else len(left)
        return _State(0, 0, head, False, left[:at] + left[at + 1 :])

    def accepts(self, state: _State) -> bool:
        """Return whether a row may end in a state."""
        joined = state.head + state.length
        return state.left in ([(joined,), (0,)] if joined else [()])


def arcs_at(arcs: tuple[Arc, ...], size: int, *, into: bool) -> list[list[int]]:
    """Return the numbers of the arcs into each of some states, or from each."""
    found: list[list[int]] = [[] for _ in range(size)]
    for number, arc in enumerate(arcs):
        found[arc.target if into else arc.source].append(number)
    return found
