"""A pool of worker processes with the surface of `concurrent.futures`, and no thread.

The pool works while its futures are waited for: then it takes results and hands out tasks. So
processes are forked by the one thread that uses the pool, which may be interrupted at any moment,
and with which they end.
"""

from __future__ import annotations

import contextlib
import pickle
import signal
import time
import traceback
from collections import deque
from collections.abc import Callable, Collection, Generator, Iterator
from concurrent.futures import CancelledError, Future
from types import FrameType
from typing import Any, TypeVar

from msgspec import Struct

from nlc.process.executor import Executor
from nlc.process.limits import NO_LIMITS
from nlc.process.worker import GoneError, Worker, WorkerStoppedError, ready

T = TypeVar("T")

_GRACE_SECONDS = 1.0
"""What workers get to tidy up when the pool is shut down."""


class Pool(Executor):
    """Forked processes, which start when there is something to do; see `Executor`.

    Functions may be closures and are not sent to processes that were forked after their first use,
    so that what they keep stays there from task to task. Arguments are pickled, but for the first
    task of a process; where they cannot be, the task has a new process.
    """

    def __init__(self, processes: int = 1, tries: int = 1) -> None:
        """Take the number of processes, and how many a task may take with it."""
        self._processes = processes
        self._tries = tries
        self._queue: deque[_Task] = deque()
        self._running: dict[Worker, _Task] = {}
        self._idle: list[Worker] = []
        self._functions: list[Callable[..., Any]] = []
        self._known: dict[Worker, int] = {}
        self._closed = False

    @property
    def slots(self) -> int:
        """The number of processes."""
        return self._processes

    def submit(self, function: Callable[..., T], /, *arguments: Any) -> Future[T]:
        """Have a function called; see `Executor.submit`.

        Raises:
            RuntimeError: the pool is shut down.
        """
        if self._closed:
            raise RuntimeError("the pool is shut down")
        task = _Task(_Future(self), function, arguments)
        self._queue.append(task)
        self._begin()
        return task.future

    def wait(self, futures: Collection[Future[T]], timeout: float | None = None) -> set[Future[T]]:
        """Wait until at least one of some futures is done; see `Executor.wait`."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while not (done := {future for future in futures if future.done()}) and futures:
            if deadline is not None and time.monotonic() >= deadline:
                break
            self.turn()
        return done

    def drop(self, future: Future[Any]) -> None:
        """End a task and, if it runs, its process; see `Executor.drop`."""
        for worker, task in list(self._running.items()):
            if task.future is future:
                del self._running[worker]
                self._end(worker)
                task.future.set_exception(CancelledError())
        for task in [task for task in self._queue if task.future is future]:
            self._queue.remove(task)
            task.future.cancel()

    def turn(self) -> None:
        """Wait a moment for results, take them and hand out tasks."""
        for worker in ready(list(self._running)):
            self._receive(worker)
        self._begin()

    def interrupt(self) -> None:
        """Have ``KeyboardInterrupt`` raised in the tasks that run, by SIGTERM.

        A task that catches it returns what it has done; else its process ends.
        """
        for worker in self._running:
            worker.ask_to_end()

    def shutdown(self) -> None:
        """End everything; see `Executor.shutdown`.

        Tasks that run are interrupted, and get a second to tidy up.
        """
        self._closed = True
        self.interrupt()
        deadline = time.monotonic() + _GRACE_SECONDS
        while any(worker.alive() for worker in self._running) and time.monotonic() < deadline:
            time.sleep(0.001)
        for worker in [*self._running, *self._idle]:
            worker.end()
        for task in self._running.values():
            if not task.future.done():  # Ctrl-C may have come just then
                task.future.set_exception(CancelledError())
        for task in self._queue:
            task.future.cancel()
        self._running.clear()
        self._idle.clear()
        self._queue.clear()

    def _begin(self) -> None:
        """Hand out tasks as far as there are processes."""
        while self._queue and len(self._running) < self._processes:
            task = self._queue.popleft()
            if task.tried or task.future.set_running_or_notify_cancel():
                try:
                    worker = self._given(task) or self._forked(task)
                except OSError as error:  # there is no room for a process
                    task.future.set_exception(error)
                    continue
                self._running[worker] = task

    def _forked(self, task: _Task) -> Worker:
        if not any(function is task.function for function in self._functions):
            self._functions.append(task.function)
        worker = Worker(Call(task.function, task.arguments, self._functions), NO_LIMITS)
        self._known[worker] = len(self._functions)
        return worker

    def _given(self, task: _Task) -> Worker | None:
        """Hand a task to an idle process; return None if there is none, or it cannot take it."""
        while self._idle:
            worker = self._idle.pop()
            known = self._functions[: self._known[worker]]
            places = [i for i, function in enumerate(known) if function is task.function]
            call = Call(places[0] if places else task.function, task.arguments)
            with contextlib.suppress(GoneError, *UNSENDABLE):
                worker.submit(pickle.dumps((call, NO_LIMITS), -1), NO_LIMITS, None)
                return worker
            self._end(worker)
        return None

    def _receive(self, worker: Worker) -> None:
        """Take the result of the task of a worker."""
        task = self._running[worker]
        more = False
        try:
            (good, value), more = answer(worker)
        except WorkerStoppedError as stop:
            task.tried += 1
            if task.tried < self._tries:
                self._queue.appendleft(task)
            else:
                task.future.set_exception(stop)
        except RuntimeError as error:  # its result cannot be sent
            task.future.set_exception(error)
        else:
            if good:
                task.future.set_result(value)
            else:
                task.future.set_exception(value)
        del self._running[worker]
        if more:
            self._idle.append(worker)
        else:
            self._end(worker)

    def _end(self, worker: Worker) -> None:
        worker.end()
        del self._known[worker]


class _Future(Future[T]):
    """A future for whose result the pool works."""

    def __init__(self, pool: Pool) -> None:
        super().__init__()
        self._pool = pool

    def result(self, timeout: float | None = None) -> T:
        self._await(timeout)
        return super().result(0)

    def exception(self, timeout: float | None = None) -> BaseException | None:
        self._await(timeout)
        return super().exception(0)

    def _await(self, timeout: float | None) -> None:
        deadline = None if timeout is None else time.monotonic() + timeout
        while not self.done() and (deadline is None or time.monotonic() < deadline):
            self._pool.turn()


class _Task(Struct, eq=False):
    """A task; `tried` processes have died of it."""

    future: _Future[Any]
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    tried: int = 0


UNSENDABLE = (pickle.PicklingError, AttributeError, TypeError)
"""What `pickle` raises for what holds a closure, or the like."""

_inherited: list[Callable[..., Any]] = []
"""In a worker: the functions that were known when it was forked."""


class Call(Struct, frozen=True, eq=False):
    """The job of a worker that calls a function once.

    Attributes:
        function: the function, or its place among those that the worker has inherited.
        arguments: what it is called with.
        functions: those that the worker inherits, if this is its first job.
    """

    function: Callable[..., Any] | int
    arguments: tuple[Any, ...]
    functions: list[Callable[..., Any]] | None = None

    def __call__(self) -> Iterator[tuple[bool, Any]]:
        """Yield whether the call succeeded, and what it returned or raised."""
        if self.functions is not None:
            _inherited[:] = self.functions
        function = _inherited[self.function] if isinstance(self.function, int) else self.function
        signal.signal(signal.SIGTERM, _interrupt)
        try:
            yield True, function(*self.arguments)
        except Exception as error:
            error.add_note(f"in a worker process:\n{traceback.format_exc().rstrip()}")
            yield False, _sendable(error)
        finally:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)


def answer(worker: Worker) -> tuple[tuple[bool, Any], bool]:
    """Wait for the result of a `Call`; return it, and whether the worker can do another job.

    Raises:
        WorkerStoppedError: the worker died.
        RuntimeError: what it returned cannot be sent.
    """
    results: Generator[Any, None, bool] = worker.results(None)
    found = next(results)
    try:
        next(results)
    except StopIteration as end:
        return found, bool(end.value)
    raise AssertionError("a call has one result")


def _interrupt(number: int, frame: FrameType | None) -> None:
    signal.signal(number, signal.SIG_IGN)  # once is enough
    raise KeyboardInterrupt


def _sendable(error: Exception) -> Exception:
    """Return an exception, or one with its traceback where it cannot be sent and made again."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(traceback.format_exc())
    return error
