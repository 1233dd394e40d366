"""Executors of functions, with the interface of `concurrent.futures`: a pool or a cluster."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Generator, Iterable
from concurrent.futures import Future
from contextlib import AbstractContextManager
from typing import Any, Generic, TypeVar

from msgspec import Struct

from nlc.process.limits import NO_LIMITS, Limits

T = TypeVar("T")
J = TypeVar("J")


class EndedTask(Struct, Generic[J, T], frozen=True):
    """A task that has ended.

    Attributes:
        number: of the task, from 0 in the order of all tasks.
        item: the argument of the function.
        future: has its result.
    """

    number: int
    item: J
    future: Future[T]


class Executor(AbstractContextManager["Executor"]):
    """Runs functions in other processes; leaving the ``with`` block ends all running tasks.

    Changes of memory by a function are lost, and its result is pickled. A task whose process dies
    may run again in another process; if that dies, too, its exception is a `WorkerStoppedError`.
    """

    @property
    @abstractmethod
    def slots(self) -> int:
        """The number of tasks that it can run at present at the same time, at least 1."""

    @abstractmethod
    def submit(
        self, function: Callable[..., T], /, *arguments: Any, limits: Limits = NO_LIMITS
    ) -> Future[T]:
        """Submit a call of a function; the future has its result, or its exception.

        Cancelling the future ends the task at once, even if it has begun.

        Args:
            limits: of the call.
        """

    @abstractmethod
    def wait(self, futures: Collection[Future[T]], timeout: float | None = None) -> set[Future[T]]:
        """Wait until at least one of some futures is done; return all that are done.

        Args:
            futures: of this executor.
            timeout: seconds after which it returns in any case, or a little later.

        Raises:
            UserError: none will be done, as there are no workers.
        """

    @abstractmethod
    def shutdown(self) -> None:
        """End everything at once; futures without a result are cancelled."""

    def __exit__(self, *_: object) -> None:
        self.shutdown()

    def as_completed(
        self,
        function: Callable[[J], T],
        items: Iterable[J],
        *,
        ordered: bool = False,
    ) -> Generator[EndedTask[J, T], None, None]:
        """Call a function with each item, and yield the tasks as they end, or in their order.

        Items are taken in order, when a slot is free, so that little work is lost when the caller
        stops. Closing the generator cancels tasks that have not begun.

        Args:
            function: called with an item.
            items: the arguments.
            ordered: whether tasks are yielded in the order of the items.
        """
        queue = enumerate(items)
        waiting: dict[Future[T], tuple[int, J]] = {}
        ended: dict[int, EndedTask[J, T]] = {}
        yielded = 0
        try:
            while True:
                # Two for each slot, so that no slot is idle until this process polls again; one
                # with a single slot, so that measurements are not disturbed.
                room = 2 * self.slots if self.slots > 1 else 1
                while len(waiting) < room and (following := next(queue, None)) is not None:
                    waiting[self.submit(function, following[1])] = following
                if not waiting:
                    return
                over = self.wait(waiting.keys())
                for future in [each for each in waiting if each in over]:
                    done = EndedTask(*waiting.pop(future), future)
                    ended[done.number if ordered else yielded + len(ended)] = done
                while yielded in ended:
                    yielded += 1
                    yield ended.pop(yielded - 1)
        finally:
            for future in waiting:
                if not future.running():
                    future.cancel()


NAMES = ("local", "dask")
"""The names of the executors."""
