"""Shares a list of tasks out to processes that keep their state."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from functools import partial
from typing import Generic, TypeVar

from nlc.process.cores import cores
from nlc.process.limits import NO_LIMITS
from nlc.process.worker import Worker, WorkerStoppedError, ready

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


AHEAD = 2048
"""Results of a process that are kept until those before them have come."""


def in_shares(
    work: Callable[[Sequence[int]], Iterable[T]], shares: Sequence[Sequence[int]]
) -> Generator[T | WorkerStoppedError, None, None]:
    """Yield the result of each task in order; or, where a process died over it, how it ended.

    The tasks after one that a process died over go to a new process. A process runs ahead of the
    reader until `AHEAD` of its results wait and its pipe is full. Closing the generator ends them
    all.

    Args:
        work: yields one result for each of some tasks, in their order; it is called with their
            numbers in each process, and what it changes in memory is lost.
        shares: the numbers of the tasks of each process, ascending: in all 0, 1, 2, …

    Raises:
        RuntimeError: a task raised, those before it have come; the message holds its traceback.
        OSError: there is no room for a process.
    """
    processes: list[_Process[T]] = []
    try:
        for share in shares:
            processes.append(_Process(work, share))
        owner = {task: k for k, share in enumerate(shares) for task in share}
        for task in range(len(owner)):
            mine = processes[owner[task]]
            while not mine.results:
                running = {each.worker: each for each in processes if each.is_wanted()}
                for worker in ready(list(running)):
                    running[worker].take()
            result = mine.results.popleft()
            if isinstance(result, RuntimeError):
                raise result
            yield result
    finally:
        for each in processes:
            each.worker.end()


class _Process(Generic[T]):
    """A process with its share of the tasks.

    Attributes:
        worker: the process.
        results: those that have come and were not yielded; last perhaps that a task raised.
    """

    def __init__(self, work: Callable[[Sequence[int]], Iterable[T]], tasks: Sequence[int]) -> None:
        self._work, self._tasks, self._done = work, tasks, 0
        self.results: deque[T | WorkerStoppedError | RuntimeError] = deque()
        self._start()

    def _start(self) -> None:
        self.worker = Worker(partial(self._work, self._tasks[self._done :]), NO_LIMITS)
        self._incoming: Iterator[T] = self.worker.results(None)

    def is_wanted(self) -> bool:
        """Whether a result is to come for which there is room."""
        return self._done < len(self._tasks) and len(self.results) < AHEAD

    def take(self) -> None:
        """Take the next result; of a task that the process died over, how it ended."""
        result: T | WorkerStoppedError | RuntimeError
        try:
            result = next(self._incoming)
        except WorkerStoppedError as stop:
            result = stop
        except RuntimeError as error:
            result = error
            self._tasks = self._tasks[: self._done + 1]
        self._done += 1
        self.results.append(result)
        if isinstance(result, WorkerStoppedError):
            self.worker.end()
            if self._done < len(self._tasks):
                self._start()
