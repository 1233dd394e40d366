"""Shares a list of tasks out to processes, and yields what comes of them in their order."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from typing import Generic, TypeVar

from nlc.drivers.base import NO_LIMITS, Reason
from nlc.process.worker import Worker, WorkerStoppedError

T = TypeVar("T")

Work = Callable[[int, int], Iterable[T]]
"""Given a first task and a step, yields one result for each task from the first on by steps."""

_TASKS_EACH = 8
"""A process more is worth its start from so many tasks on,"""

_CELLS_EACH = 4000
"""or from so many cells on."""


class LostTaskError(Exception):
    """The process that was to do a task died.

    Attributes:
        reason: why.
        message: for a person.
    """

    def __init__(self, stop: WorkerStoppedError) -> None:
        super().__init__(f"its process died ({stop.ended})")
        self.reason: Reason = stop.reason


def usual(tasks: int, cells: int = 0) -> int:
    """Return how many processes are best for tasks: at most one for each core, and for each task.

    Args:
        tasks: their number.
        cells: about how many cells their boards have in all.
    """
    return max(1, min(cores(), tasks, max(tasks // _TASKS_EACH, cells // _CELLS_EACH)))


def cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Jobs(Generic[T]):
    """Tasks shared out to n processes: number k does the tasks k, k + n, k + 2n …"""

    def __init__(self, work: Work[T], tasks: int, processes: int) -> None:
        """Note what is to be done.

        Args:
            work: is called in each process; what it changes in memory is lost.
            tasks: their number.
            processes: their number, at least 1.
        """
        self._work, self._tasks, self._step = work, tasks, processes
        self._workers: list[Worker] = []
        self._results: list[Iterator[T]] = []

    def results(self) -> Generator[T | LostTaskError, None, None]:
        """Start the processes and yield the result of each task; or, if one died over it, why.

        The tasks after such a one go to a new process. A process runs ahead of the reader until its
        pipe is full. Closing the generator ends them all.

        Raises:
            RuntimeError: a task raised; the message holds its traceback.
            OSError: there is no room for a process.
        """
        try:
            for k in range(min(self._step, self._tasks)):
                self._workers.append(self._started(k))
                self._results.append(self._workers[k].results(None))
            for i in range(self._tasks):
                k = i % self._step
                try:
                    result: T | LostTaskError = next(self._results[k])
                except WorkerStoppedError as stop:
                    result = LostTaskError(stop)
                    self._workers[k].end()
                    if i + self._step < self._tasks:
                        self._workers[k] = self._started(i + self._step)
                        self._results[k] = self._workers[k].results(None)
                yield result
        finally:
            for worker in self._workers:
                worker.end()

    def _started(self, first: int) -> Worker:
        return Worker(partial(self._work, first, self._step), NO_LIMITS)
