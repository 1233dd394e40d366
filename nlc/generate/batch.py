"""Makes many puzzles, in processes that can be stopped at any moment."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from random import Random

from nlc.board.board import Bools
from nlc.drivers.base import NO_LIMITS
from nlc.drivers.workers import stream
from nlc.generate import judge, methods
from nlc.generate.draft import ANY, Wish
from nlc.generate.grade import Grade, grade

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


def generate(order: Order) -> Iterator[Made]:
    """Yield the puzzles of an order, by number; closing the iterator ends the processes.

    Raises:
        RuntimeError: a method is at fault, or a process died.
    """
    jobs = min(order.jobs, order.count)
    if jobs == 1:
        yield from stream(partial(_share, order, 0, 1), NO_LIMITS)
        return
    finished: SimpleQueue[Made | BaseException] = SimpleQueue()
    stopped = threading.Event()
    threads = [
        threading.Thread(
            target=_run, args=(partial(_share, order, share, jobs), finished, stopped), daemon=True
        )
        for share in range(jobs)
    ]
    for thread in threads:
        thread.start()
    waiting: dict[int, Made] = {}
    try:
        for number in range(1, order.count + 1):
            while number not in waiting:
                made = finished.get()
                if isinstance(made, BaseException):
                    raise made
                waiting[made.number] = made
            yield waiting.pop(number)
        for thread in threads:  # each of them reaps its process
            thread.join()
    finally:
        stopped.set()


def make(wish: Wish, method: str, seed: int, number: int) -> Made:
    """Make one puzzle; to be called in a process that may end at any moment, as `Prober` says."""
    started = time.perf_counter()
    counts: Counter[str] = Counter()
    maker = methods.get(method)
    links, unique, found = None, False, None
    for attempt in range(TRIES):
        counts["tries"] += 1
        draft = maker.make(wish, Random(f"{seed} {number} {attempt}"))
        if draft is None:
            counts["failed"] += 1
            continue
        counts.update(draft.counts)
        program = judge.program_of(wish, draft.links)
        board = judge.planted(program, draft.links)
        judge.check(program, board)
        unique = draft.unique
        if wish.unique and not unique:
            unique = judge.another(program, board) is None
            if not unique:
                counts["not unique"] += 1
                continue
        if wish.difficulty is not None:
            found = grade(program)
            if wish.difficulty not in (ANY, found.level):
                counts["other level"] += 1
                continue
        links = draft.links
        break
    return Made(number, links, unique, dict(counts), time.perf_counter() - started, found)


def _share(order: Order, share: int, jobs: int) -> Iterator[Made]:
    for number in range(share + 1, order.count + 1, jobs):
        yield make(order.wish, order.method, order.seed, number)


def _run(
    job: partial[Iterator[Made]],
    finished: SimpleQueue[Made | BaseException],
    stopped: threading.Event,
) -> None:
    """Pass on what a process makes; the process ends with this thread."""
    try:
        for made in stream(job, NO_LIMITS):
            if stopped.is_set():
                return
            finished.put(made)
    except BaseException as error:
        finished.put(error)
