"""What an executor is: it takes functions and gives futures, as `concurrent.futures` does."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import closing
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Generic, Protocol, TypeVar

T = TypeVar("T")
J = TypeVar("J")

_POLL_SECONDS = 0.5
"""How long a wait lasts that nothing ends: then signals are looked at."""


class WorkerDiedError(Exception):
    """The processes that were to do a job died, one after the other; the text says how."""


class Executor(Protocol):
    """Runs functions in other processes.

    A function is one of a module, found there by its name, and its arguments and its result are
    data that can be pickled. Leaving the ``with`` block ends what still runs on this machine.

    Attributes:
        slots: how many jobs it can run at a time, as far as it is known now.
    """

    @property
    def slots(self) -> int:
        """How many jobs it can run at a time."""

    def submit(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        """Have a function called; the future has its result, or its exception.

        A job whose process dies is done again in another; where that dies, too, the future has a
        `WorkerDiedError`. So a job may run more than once, and there is one result.
        """

    def close(self) -> None:
        """End everything at once; futures without a result are cancelled."""

    def __enter__(self) -> Executor: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


@dataclass(frozen=True)
class Done(Generic[J, T]):
    """A job that has ended.

    Attributes:
        number: of the job, from 0 in the order of all jobs.
        job: as it was given.
        future: holds what came of it.
    """

    number: int
    job: J
    future: Future[T]


def finished(
    executor: Executor, function: Callable[[J], T], jobs: Iterable[J]
) -> Generator[Done[J, T], None, None]:
    """Call a function with each job, and yield the jobs as they end.

    Jobs are taken from the iterable only when there is room for them, in its order, so that little
    is lost when the caller stops. Closing the generator cancels what has not begun.

    Args:
        executor: runs the function.
        function: of a module.
        jobs: data that can be pickled.
    """
    queue = enumerate(jobs)
    waiting: dict[Future[T], tuple[int, J]] = {}
    try:
        while True:
            # One more for each slot, so that none waits for this process to look again; none where
            # jobs run one by one, which are to have the machine for themselves.
            room = 2 * executor.slots if executor.slots > 1 else 1
            while len(waiting) < room:
                try:
                    number, job = next(queue)
                except StopIteration:
                    break
                waiting[executor.submit(function, job)] = number, job
            if not waiting:
                return
            over, _ = wait(waiting, timeout=_POLL_SECONDS, return_when=FIRST_COMPLETED)
            for future in [each for each in waiting if each in over]:
                yield Done(*waiting.pop(future), future)
    finally:
        for future in waiting:
            future.cancel()


def in_order(
    executor: Executor, function: Callable[[J], T], jobs: Iterable[J]
) -> Generator[Done[J, T], None, None]:
    """Do the same as `finished`, and yield the jobs in their own order."""
    ended: dict[int, Done[J, T]] = {}
    following = 0
    with closing(finished(executor, function, jobs)) as all_ended:
        for done in all_ended:
            ended[done.number] = done
            while following in ended:
                yield ended.pop(following)
                following += 1
