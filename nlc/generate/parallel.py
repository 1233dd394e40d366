"""Makes numbered things in processes that can be stopped at any moment."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from queue import SimpleQueue
from typing import Protocol, TypeVar

from nlc.drivers.base import NO_LIMITS
from nlc.drivers.workers import stream
from nlc.execute.base import Executor, WorkerDiedError, in_order


class Numbered(Protocol):
    """Something with a number, from 1."""

    @property
    def number(self) -> int:
        """The number."""


T = TypeVar("T", bound=Numbered)

Share = Callable[[int, int], Iterator[T]]
"""Yields, for a share (from 0) and the number of shares, every so manieth thing."""


def numbered(
    share: Share[T], count: int, jobs: int, executor: Executor | None = None
) -> Iterator[T]:
    """Yield things by number; closing the iterator ends the processes.

    Args:
        share: makes the things of a share; it is called in a process of its own.
        count: how many things there are.
        jobs: how many processes make them.
        executor: where they are made, each for itself, in place of children of this process.

    Raises:
        RuntimeError: `share` raised, or a process died.
    """
    if executor is not None:
        yield from _elsewhere(share, count, executor)
        return
    jobs = min(jobs, count)
    if jobs == 1:
        yield from stream(partial(share, 0, 1), NO_LIMITS)
        return
    finished: SimpleQueue[T | BaseException] = SimpleQueue()
    stopped = threading.Event()
    threads = [
        threading.Thread(
            target=_run, args=(partial(share, i, jobs), finished, stopped), daemon=True
        )
        for i in range(jobs)
    ]
    for thread in threads:
        thread.start()
    waiting: dict[int, T] = {}
    try:
        for number in range(1, count + 1):
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


def _elsewhere(share: Share[T], count: int, executor: Executor) -> Iterator[T]:
    with closing(in_order(executor, partial(one, share, count), range(count))) as all_made:
        for done in all_made:
            try:
                yield done.future.result()
            except WorkerDiedError as error:
                raise RuntimeError(str(error)) from error


def one(share: Share[T], count: int, number: int) -> T:
    """Make a thing, in a child that can be stopped at any moment: its number, from 0."""
    (made,) = stream(partial(share, number, count), NO_LIMITS)
    thing: T = made
    return thing


def _run(
    job: Callable[[], Iterator[T]],
    finished: SimpleQueue[T | BaseException],
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
