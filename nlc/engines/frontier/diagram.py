"""The decision diagram of all solutions, and the limits within which it is built."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from msgspec import Struct
from msgspec.structs import replace

from nlc.arrays import Bools, Ints
from nlc.drivers.session import Deadline
from nlc.process.limits import Limits, Reason


class Level(Struct, frozen=True, eq=False):
    """The states before something is decided.

    Attributes:
        number: of what is decided.
        after: for each value, shape (n,): for each state the one of the next level; -1 where there
            is no solution that way.
        hidden: whether solutions that differ in this alone are one.
    """

    number: int
    after: tuple[Ints, ...]
    hidden: bool = False


class Diagram(Struct, frozen=True, eq=False):
    """All solutions: the ways from the only state of the first level to the accepting one.

    It is a decision diagram that is ordered but not reduced: states without a solution are still in
    it.

    Attributes:
        size: the number of things that may be decided.
        levels: in the order of decision.
        accepts: shape (n,), which of the states after all levels are solutions; n is at most 1.
    """

    size: int
    levels: tuple[Level, ...]
    accepts: Bools

    @property
    def figures(self) -> dict[str, int]:
        """The statistics of a count: the states of all levels, and those of the largest one."""
        sizes = [len(level.after[0]) for level in self.levels]
        return {"states": sum(sizes), "widest": max(sizes, default=0)}

    def count(self) -> int:
        """Return the number of solutions; no level may be hidden."""
        # One more entry, for -1: no way.
        below: npt.NDArray[Any] = np.append(self.accepts, False).astype(np.int64)
        for level in reversed(self.levels):
            if below.dtype != object and below.max() >= 2**62 // len(level.after):
                below = below.astype(object)
            found = sum(below[after] for after in level.after)
            below = np.append(found, below[-1])
        return int(below[:-1].sum())

    def _hopeful(self) -> list[Bools]:
        """Return for each level, and after the last, which states have a solution; False for -1."""
        out = [np.append(self.accepts, False)]
        for level in reversed(self.levels):
            found = np.logical_or.reduce([out[-1][after] for after in level.after])
            out.append(np.append(found, False))
        return out[::-1]

    def solutions(self, known: Ints | None = None) -> Iterator[Ints]:
        """Yield every solution as the values of what is decided, shape (size,); others are 0.

        Args:
            known: if given, yield at most one solution, with these values where they are not -1.
        """
        hopeful = self._hopeful()
        numbers = np.array([level.number for level in self.levels], np.int32)
        values = np.zeros(len(numbers), np.int32)
        ahead = [(0, state, 0) for state in np.flatnonzero(hopeful[0]).tolist()]
        seen = set[tuple[int, int]]()
        while ahead:
            depth, state, chosen = ahead.pop()
            if depth:
                values[depth - 1] = chosen
            if depth == len(values):
                found = np.zeros(self.size, np.int32)
                found[numbers] = values
                yield found
                if known is not None:
                    return
                continue
            level = self.levels[depth]
            for value in reversed(range(len(level.after))):
                target = int(level.after[value][state])
                if not hopeful[depth + 1][target]:
                    continue
                if known is not None:
                    if known[level.number] not in (-1, value) or (depth + 1, target) in seen:
                        continue
                    seen.add((depth + 1, target))
                ahead.append((depth + 1, target, value))

    def facts(self) -> Iterator[tuple[int, Bools]]:
        """Yield what is decided, and which of its values some solution has, shape (values,)."""
        for level, after in zip(self.levels, self._hopeful()[1:], strict=True):
            yield level.number, np.array([after[states].any() for states in level.after], np.bool_)

    def reduced(self) -> Diagram:
        """Return a diagram without states that have no solution, or go on alike."""
        levels: list[Level] = []
        accepts = self.accepts[self.accepts]
        names = np.append(np.where(self.accepts, 0, -1), -1).astype(np.int32)
        for level in reversed(self.levels):
            after = [names[states] for states in level.after]
            alive = np.flatnonzero(np.any([states >= 0 for states in after], axis=0))
            firsts, kinds = merge([states[alive].astype(np.uint64) for states in after])
            names = np.full(len(after[0]) + 1, -1, np.int32)
            names[alive] = kinds
            kept = alive[firsts]
            levels.append(replace(level, after=tuple(states[kept] for states in after)))
        return Diagram(self.size, tuple(reversed(levels)), accepts)

    def shown(self, guard: Guard) -> Diagram:
        """Return a diagram without the hidden levels: its states are sets of states of this one.

        Raises:
            LimitReached: a limit was reached.
        """
        reduced = self.reduced()
        sets: list[Ints] = [np.zeros(1, np.int32)] if reduced.accepts.any() else []
        levels: list[Level] = []
        for depth, level in enumerate(reduced.levels):
            guard.check(depth, len(sets), sum(map(len, sets)) * 8, "sets of states")
            later = _Sets()
            if level.hidden:
                renamed = np.array(
                    [later.number([after[each] for after in level.after]) for each in sets] + [-1],
                    np.int32,
                )
                if levels:
                    last = levels.pop()
                    levels.append(replace(last, after=tuple(renamed[each] for each in last.after)))
            else:
                after = tuple(
                    np.array([later.number([states[each]]) for each in sets], np.int32)
                    for states in level.after
                )
                levels.append(Level(level.number, after))
            sets = later.sets
        return Diagram(self.size, tuple(levels), np.ones(len(sets), np.bool_))


class _Sets:
    """Numbers sets of states."""

    def __init__(self) -> None:
        self.sets: list[Ints] = []
        self._known: dict[bytes, int] = {}

    def number(self, parts: list[Ints]) -> int:
        """Return the number of the set of all states of some parts, or -1 where there is none."""
        states = np.unique(np.concatenate(parts))
        states = states[states >= 0]
        if not len(states):
            return -1
        place = self._known.setdefault(states.tobytes(), len(self.sets))
        if place == len(self.sets):
            self.sets.append(states)
        return place


Watch = Callable[[int, int, int], None]
"""Called before each level with its number, the number of levels and that of states."""


class LimitReached(Exception):  # noqa: N818 - nothing went wrong
    """A limit was reached before all was counted.

    Attributes:
        reason: which one.
        states: how many states there were by then.
        widest: how many of them after one step, at most.
    """

    def __init__(self, reason: Reason, message: str, states: int, widest: int) -> None:
        super().__init__(message)
        self.reason = reason
        self.states = states
        self.widest = widest


class Guard:
    """Ends the work at a limit, and tells how far it is."""

    def __init__(self, limits: Limits, steps: int, watch: Watch | None = None) -> None:
        """Take limits, and how many variables are decided."""
        self.steps, self.watch = steps, watch
        self.deadline = Deadline.of(limits)
        self.states = self.widest = 0
        self.place = ""
        whole = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        self.bytes = 0.5 * whole if limits.megabytes is None else limits.megabytes * 2**20

    def check(self, number: int, size: int, layer: int, named: str = "states") -> None:
        """Stop where a limit is reached, or where the states after the next step may not fit.

        Args:
            number: of the step.
            size: how many states there are before it.
            layer: how many bytes these take, and what is made of them.
            named: what they are.
        """
        self.states += size
        self.widest = max(self.widest, size)
        self.place = f"{size} {named} before variable {number + 1} of {self.steps}"
        self.make_room(layer)
        if self.watch is not None:
            self.watch(number, self.steps, size)

    def make_room(self, layer: int) -> None:
        """Stop where a limit is reached, or so many bytes more may not fit."""
        # The states of all levels take 8 bytes each.
        full: Reason | None = "memory" if 8 * self.states + layer > self.bytes else None
        if reason := self.deadline.reached_limit() or full:
            raise LimitReached(reason, self.place, self.states, self.widest)


Words = npt.NDArray[np.uint64]
Indices = npt.NDArray[np.intp]


def words_of(cells: npt.NDArray[Any]) -> list[Words]:
    """Return the rows of a matrix of small numbers, shape (rows, n), put into words, (n,)."""
    lanes = 8 // cells.itemsize
    out: list[Words] = []
    for start in range(0, len(cells), lanes):
        block = np.zeros((cells.shape[1], lanes), cells.dtype)
        block[:, : len(cells) - start] = cells[start : start + lanes].T
        out.append(block.view(np.uint64)[:, 0])
    return out


def merge(words: Sequence[Words]) -> tuple[Indices, npt.NDArray[np.int32]]:
    """Find the distinct columns of a few words.

    States are sorted by a 64-bit hash, and neighbours of one hash compared word by word. Where two
    different states have one hash, another hash is tried.

    Args:
        words: at least one, each of shape (n,).

    Returns:
        The index of one state of each kind, and the kind of every state, shape (n,).
    """
    seed = 0
    while True:
        hashes = _hash(words, seed)
        order = np.argsort(hashes)
        hashes = hashes[order]
        new = np.ones(len(order), np.bool_)
        np.not_equal(hashes[1:], hashes[:-1], out=new[1:])
        again = np.flatnonzero(~new)
        here, before = order[again], order[again - 1]
        if all(np.array_equal(word[here], word[before]) for word in words):
            kinds = np.empty(len(order), np.int32)
            kinds[order] = np.cumsum(new, dtype=np.int32) - 1
            return order[new], kinds
        seed += 1


def _hash(words: Sequence[Words], seed: int) -> Words:
    """Return a hash of every state: the words multiplied and folded in turn."""
    out = np.full(words[0].shape, _MIX[0] + np.uint64(seed), np.uint64)
    for word in words:
        out ^= word
        out *= _MIX[1]
        out ^= out >> np.uint64(32)
    out *= _MIX[2]
    return out ^ (out >> np.uint64(29))


# Odd multipliers of published finalizers of 64-bit hashes (SplitMix64).
_MIX = np.array([0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB], np.uint64)
