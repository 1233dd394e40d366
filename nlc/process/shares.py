"""Shares a list of tasks out to processes that keep their state, in strides."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from typing import TypeVar

from nlc.process.limits import NO_LIMITS
from nlc.process.pool import cores
from nlc.process.worker import Worker, WorkerStoppedError

T = TypeVar("T")

_TASKS_EACH = 8
"""Tasks that make another process worth its start,"""

_CELLS_EACH = 4000
"""or cells."""


def usual(tasks: int, cells: int = 0) -> int:
    """Return how many processes are best for tasks: at most one for each core, and for each task.

    Args:
        tasks: their number.
        cells: about how many cells their boards have in all.
    """
    return max(1, min(cores(), tasks, max(tasks // _TASKS_EACH, cells // _CELLS_EACH)))


def in_shares(
    work: Callable[[int, int], Iterable[T]], tasks: int, processes: int
) -> Generator[T | WorkerStoppedError, None, None]:
    """Yield the result of each task in order; or, where a process died over it, how it ended.

    Number k of n processes does the tasks k, k + n, k + 2n … The tasks after one that a process
    died over go to a new process. A process runs ahead of the reader until its pipe is full.
    Closing the generator ends them all.

    Args:
        work: yields one result for each task from a first one on, by steps; it is called with both
            in each process, and what it changes in memory is lost.
        tasks: their number.
        processes: their number, at least 1.

    Raises:
        RuntimeError: a task raised; the message holds its traceback.
        OSError: there is no room for a process.
    """
    workers: list[Worker] = []
    results: list[Iterator[T]] = []

    def start(first: int) -> Worker:
        return Worker(partial(work, first, processes), NO_LIMITS)

    try:
        for k in range(min(processes, tasks)):
            workers.append(start(k))
            results.append(workers[k].results(None))
        for task in range(tasks):
            k = task % processes
            try:
                result: T | WorkerStoppedError = next(results[k])
            except WorkerStoppedError as stop:
                result = stop
                workers[k].end()
                if task + processes < tasks:
                    workers[k] = start(task + processes)
                    results[k] = workers[k].results(None)
            yield result
    finally:
        for worker in workers:
            worker.end()
