"""Makes numbered things in processes that can be stopped at any moment."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from queue import SimpleQueue
from typing import Protocol, TypeVar

from nlc.drivers.base import NO_LIMITS
from nlc.execute.base import Executor, WorkerDiedError, in_order
from nlc.process.workers import stream


class Numbered(Protocol):
    """Something with a number, from 1."""

    @property
    def number(self) -> int:
        """The number."""


T = TypeVar("T", bound=Numbered)

Make = Callable[[int], T]
"""Makes the thing of a number."""


def numbered(make: Make[T], count: int, jobs: int, executor: Executor | None = None) -> Iterator[T]:
    """Yield things by number; closing the iterator ends the processes.

    Args:
        make: is called in a process of its own.
        count: how many things there are.
        jobs: how many processes make them.
        executor: where they are made, each for itself, in place of children of this process.

    Raises:
        RuntimeError: `make` raised, or a process died.
    """
    if executor is not None:
        yield from _elsewhere(make, count, executor)
        return
    jobs = min(jobs, count)
    if jobs == 1:
        yield from stream(partial(_share, make, count, 0, 1), NO_LIMITS)
        return
    finished: SimpleQueue[T | BaseException] = SimpleQueue()
    stopped = threading.Event()
    threads = [
        threading.Thread(
            target=_run,
            args=(partial(_share, make, count, i, jobs), finished, stopped),
            daemon=True,
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


def _share(make: Make[T], count: int, first: int, step: int) -> Iterator[T]:
    """Yield every so manieth thing, from the first on, which is counted from 0."""
    for number in range(first + 1, count + 1, step):
        yield make(number)


def _elsewhere(make: Make[T], count: int, executor: Executor) -> Iterator[T]:
    with closing(in_order(executor, partial(one, make), range(1, count + 1))) as all_made:
        for done in all_made:
            try:
                yield done.future.result()
            except WorkerDiedError as error:
                raise RuntimeError(str(error)) from error


def one(make: Make[T], number: int) -> T:
    """Make the thing of a number in a child that can be stopped at any moment."""
    (made,) = stream(partial(_share, make, number, number - 1, 1), NO_LIMITS)
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
