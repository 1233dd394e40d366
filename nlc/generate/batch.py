"""Makes many Numberlink puzzles and judges each before it is let out."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from random import Random

from nlc.arrays import Bools
from nlc.execute.base import Executor
from nlc.generate import judge, methods, parallel
from nlc.generate.draft import ANY, Wish, inner_labels, labels_of, paths_of
from nlc.generate.grade import Grade, grade
from nlc.generate.prober import Prober, UndecidedError
from nlc.ir.nodes import Program

TRIES = 200
"""How often a method is tried for one puzzle before it is given up."""


@dataclass(frozen=True)
class Order:
    """What is to be made.

    Attributes:
        wish: what every puzzle must be like.
        method: the name of the method.
        seed: puzzle k of a seed is the same, however many there are.
        count: how many puzzles.
        jobs: how many processes make them; what they make does not depend on it.
    """

    wish: Wish
    method: str
    seed: int = 1
    count: int = 1
    jobs: int = 1


@dataclass(frozen=True, eq=False)
class Made:
    """A puzzle that passed every check, or what was spent on one that was given up.

    Attributes:
        number: from 1.
        links: shape (links,), whether each link of the board is drawn in the solution; None where
            the puzzle was given up.
        inner: the cells with labels that are no ends.
        unique: whether it has been proved that there is no other solution.
        counts: ``tries`` of the method, ``failed`` ones, those ``not unique`` or of an ``other
            level``, and what the method counts of its own.
        seconds: wall-clock time.
        grade: how hard it is, if that was asked for.
    """

    number: int
    links: Bools | None
    unique: bool
    counts: Mapping[str, int]
    seconds: float
    grade: Grade | None = None
    inner: tuple[int, ...] = ()

    @property
    def given_up(self) -> bool:
        """Whether there is no puzzle."""
        return self.links is None


def generate(order: Order, executor: Executor | None = None) -> Iterator[Made]:
    """Yield the puzzles of an order, by number; closing the iterator ends the processes.

    They are made in children of this process, unless an executor is given.

    Raises:
        RuntimeError: a method is at fault, or a process died.
    """
    making = partial(make, order.wish, order.method, order.seed)
    return parallel.numbered(making, order.count, order.jobs, executor)


def make(wish: Wish, method: str, seed: int, number: int) -> Made:
    """Make one puzzle; to be called in a process that may end at any moment, as `Prober` says."""
    started = time.perf_counter()
    counts: Counter[str] = Counter()
    maker = methods.get(method)
    links, unique, found = None, False, None
    inner: tuple[int, ...] | None = ()
    prober: Prober | None = None
    for attempt in range(TRIES):
        counts["tries"] += 1
        random = Random(f"{seed} {number} {attempt}")
        draft = maker.make(wish, random)
        inner = None if draft is None else draft.inner
        if draft is not None and inner is None:
            inner = inner_labels(wish, paths_of(wish.shape.board, draft.links), random)
        if draft is None or inner is None:
            counts["failed"] += 1
            continue
        counts.update(draft.counts)
        program = judge.program_of(wish, draft.links, inner)
        board = judge.planted(program, draft.links)
        judge.check(program, board)
        unique = draft.unique
        if wish.unique and not unique:
            if prober is None:
                prober = Prober(wish.shape, wish.options, wish.wanted)
            unique = _alone(prober, wish, draft.links, inner, program)
            if not unique:
                counts["not unique"] += 1
                continue
        if wish.difficulty is not None:
            found = grade(program, wish.depth)
            if wish.difficulty not in (ANY, found.level):
                counts["other level"] += 1
                continue
        links = draft.links
        break
    seconds = time.perf_counter() - started
    return Made(number, links, unique, dict(counts), seconds, found, inner or ())


def _alone(
    prober: Prober, wish: Wish, links: Bools, inner: tuple[int, ...], program: Program
) -> bool:
    """Return whether a puzzle has no solution but the planted one."""
    groups: dict[str, list[int]] = {}
    for cell, label in labels_of(wish.shape.board, links, inner).items():
        groups.setdefault(label, []).append(cell)
    if len(groups) <= prober.most:  # without a wish for a number of pairs, there may be more
        try:
            return prober.solve(list(groups.values()), links) is None
        except UndecidedError:
            pass
    return judge.another(program, judge.planted(program, links)) is None
