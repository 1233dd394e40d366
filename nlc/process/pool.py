"""A pool of worker processes with the surface of `concurrent.futures`, and no thread.

The pool works while its tasks are waited for: then it takes what they send and hands out others. So
processes are forked by the one thread that uses the pool, which may be interrupted at any moment,
and with which they end.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import select
import signal
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from concurrent.futures import Future
from math import inf
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from nlc.process import emit
from nlc.process.executor import Executor
from nlc.process.limits import LIMITS_REACHED, NO_LIMITS, POLL_SECONDS, Limits
from nlc.process.worker import GoneError, Worker, WorkerStoppedError

T = TypeVar("T")

_GRACE_SECONDS = 1.0
"""What workers get to tidy up when the pool is shut down."""


class Task(Future[T]):
    """A call of a function in another process; the pool works while it is waited for.

    Attributes:
        messages: what the function has emitted (`nlc.process.emit`) and nobody has taken.
        call: of the function.
        limits: of the call.
        tries: processes that have died of it.
        interrupted: whether it was interrupted.
    """

    def __init__(self, pool: Pool, call: Call, limits: Limits) -> None:
        super().__init__()
        self.messages: deque[Any] = deque()
        self._pool = pool
        self.call = call
        self.limits = limits
        self.tries = 0
        self.interrupted = False

    def __iter__(self) -> Generator[Any, None, T]:
        """Yield the messages as they come, and return the result.

        Raises:
            Exception: what the function raised, or a `WorkerStoppedError`; messages come before.
        """
        while self.messages or not self.done():
            if self.messages:
                yield self.messages.popleft()
            else:
                self._pool.turn()
        return self.result()

    def result(self, timeout: float | None = None) -> T:
        """Wait for the result, and return it or raise the exception."""
        self._pool.wait([self], timeout)
        return super().result(0)

    def exception(self, timeout: float | None = None) -> BaseException | None:
        """Wait for the end, and return the exception, if there is one."""
        self._pool.wait([self], timeout)
        return super().exception(0)

    @property
    def worker(self) -> Worker | None:
        """The process that works at it."""
        return self._pool.worker(self)

    def running(self) -> bool:
        """Return whether a process works at it."""
        return self.worker is not None

    def interrupt(self) -> None:
        """Have ``KeyboardInterrupt`` raised in the function, by SIGTERM.

        A function that catches it returns what it has done; else its process ends, and the task is
        cancelled. So is one that has not begun.
        """
        if (worker := self.worker) is None:
            self.cancel()
        else:
            self.interrupted = True
            worker.ask_to_end()

    def cancel(self) -> bool:
        """Cancel it, at once also if it runs: its process is killed. Return False if it is done."""
        if self.done():
            return self.cancelled()
        self._pool.forget(self)
        super().cancel()
        return not self.set_running_or_notify_cancel()

    def settle(self, kind: str, pickled: bytes) -> None:
        """Set the result, or the exception, that a process has sent."""
        try:
            value = pickle.loads(pickled)
        except Exception as error:
            kind, value = "raised", error
        if kind == "result":
            self.set_result(value)
        else:
            self.set_exception(value)


class Pool(Executor):
    """Forked processes, which start when there is something to do; see `Executor`.

    Functions may be closures and are not sent to processes that were forked after their first use,
    so that what they keep stays there from task to task. Arguments are pickled, but for the first
    task of a process; where they cannot be, the task has a new process.
    """

    def __init__(self, processes: int = 1, *, tries: int = 1, fresh: bool = False) -> None:
        """Begin with no process.

        Args:
            processes: how many tasks run at a time.
            tries: how many processes a task may take with it.
            fresh: start a new Python for each process, which shares nothing with this one: where
                threads may hold locks.
        """
        self._processes = processes
        self._tries = tries
        self._fresh = fresh
        self._queue: deque[Task[Any]] = deque()
        self._running: dict[Worker, Task[Any]] = {}
        self._idle: list[Worker] = []
        self._functions: list[Any] = []
        self._known: dict[Worker, int] = {}
        self._closed = False

    @property
    def slots(self) -> int:
        """The number of processes."""
        return self._processes

    def submit(
        self, function: Callable[..., T], /, *arguments: Any, limits: Limits = NO_LIMITS
    ) -> Task[T]:
        """Have a function called; see `Executor.submit`.

        Raises:
            RuntimeError: the pool is shut down.
        """
        if self._closed:
            raise RuntimeError("the pool is shut down")
        task: Task[T] = Task(self, Call(function, arguments), limits)
        self._queue.append(task)
        self._begin()
        return task

    def wait(self, futures: Collection[Future[T]], timeout: float | None = None) -> set[Future[T]]:
        """Wait until at least one of some futures is done; see `Executor.wait`."""
        ends = inf if timeout is None else time.monotonic() + timeout
        over = False
        while not (done := {each for each in futures if each.done()}) and futures and not over:
            left = ends - time.monotonic()
            self.turn(max(0.0, min(left, POLL_SECONDS)))
            over = left <= 0
        return done

    def turn(self, seconds: float = POLL_SECONDS) -> None:
        """Wait a moment for news of the tasks that run, take them, and hand out tasks."""
        news = select.poll()
        for worker in self._running:
            news.register(worker.fileno(), select.POLLIN)
            seconds = min(seconds, worker.seconds)
        news.poll(1000 * seconds)
        for worker in list(self._running):
            self._receive(worker)
        self._begin()

    def interrupt(self) -> None:
        """Interrupt all tasks; see `Task.interrupt`."""
        for task in [*self._queue, *self._running.values()]:
            task.interrupt()

    def __enter__(self) -> Pool:
        return self

    def shutdown(self) -> None:
        """End everything; see `Executor.shutdown`.

        Tasks that run are interrupted, and get a second to tidy up.
        """
        self._closed = True
        self.interrupt()
        deadline = time.monotonic() + _GRACE_SECONDS
        while self._running and time.monotonic() < deadline:
            self.turn(0.01)
        for task in [*self._running.values(), *self._queue]:
            task.cancel()
        for worker in list(self._known):
            self._end(worker)

    def worker(self, task: Task[Any]) -> Worker | None:
        """Return the process of a task, if it runs."""
        return next((worker for worker, each in self._running.items() if each is task), None)

    def forget(self, task: Task[Any]) -> None:
        """Let nobody work at a task any more; see `Task.cancel`."""
        if (worker := self.worker(task)) is not None:
            self._end(worker)
        with contextlib.suppress(ValueError):
            self._queue.remove(task)

    def _begin(self) -> None:
        """Hand out tasks as far as there are processes."""
        while self._queue and len(self._running) < self._processes and not self._closed:
            task = self._queue.popleft()
            try:
                self._running[self._worker_for(task)] = task
            except Exception as error:  # there is no room for a process, or the like
                task.set_exception(error)
            except BaseException:
                self._queue.appendleft(task)
                raise

    def _worker_for(self, task: Task[Any]) -> Worker:
        """Return a process that has begun with a task: an idle one if it can take it."""
        while self._idle:
            worker = self._idle.pop()
            with contextlib.suppress(GoneError, *UNSENDABLE):
                return self._handed(worker, task)
            self._end(worker)
        if self._fresh:
            worker = Worker(None, NO_LIMITS)
            self._known[worker] = 0
            return self._handed(worker, task)
        function = task.call.function
        if not any(known is function for known in self._functions):
            self._functions.append(function)
        worker = Worker(replace(task.call, inherited=self._functions), task.limits)
        self._known[worker] = len(self._functions)
        return worker

    def _handed(self, worker: Worker, task: Task[Any]) -> Worker:
        known = self._functions[: self._known[worker]]
        places = [i for i, function in enumerate(known) if function is task.call.function]
        call = Call(places[0] if places else task.call.function, task.call.arguments)
        worker.submit(pickle.dumps((call, task.limits), -1), task.limits)
        return worker

    def _receive(self, worker: Worker) -> None:
        """Take what a process has said of its task."""
        task = self._running[worker]
        try:
            for kind, value in worker.news():
                if kind == "message":
                    task.messages.append(value)
                else:
                    pickled, more = value
                    task.settle(kind, pickled)
                    del self._running[worker]
                    self._idle.append(worker)
                    if not more:
                        self._end(worker)
                    return
        except WorkerStoppedError as stop:
            self._end(worker)
            task.tries += 1
            if task.interrupted and stop.ended.status == -signal.SIGTERM:
                task.cancel()
            elif task.tries < self._tries and stop.reason not in LIMITS_REACHED:
                self._queue.appendleft(task)
            else:
                task.set_exception(stop)

    def _end(self, worker: Worker) -> None:
        worker.end()
        self._running.pop(worker, None)
        self._known.pop(worker, None)
        with contextlib.suppress(ValueError):
            self._idle.remove(worker)


UNSENDABLE = (pickle.PicklingError, AttributeError, TypeError, ValueError, RecursionError)
"""What `pickle` raises for what holds a closure, or the like."""

_inherited: list[Any] = []
"""In a worker: the functions that were known when it was forked."""


class Call(Struct, frozen=True, eq=False):
    """The job of a worker that calls a function once.

    Attributes:
        function: the function, or its place among those that the worker has inherited.
        arguments: what it is called with.
        inherited: functions that the worker has from its parent, if this is its first job.
    """

    function: Callable[..., Any] | int
    arguments: tuple[Any, ...]
    inherited: list[Any] | None = None

    def __call__(self) -> Any:
        """Return what the function returns."""
        if self.inherited is not None:
            _inherited[:] = self.inherited
        function = _inherited[self.function] if isinstance(self.function, int) else self.function
        return function(*self.arguments)


Job = Callable[[], Iterable[object]]
"""What sends several results."""


def send_each(job: Job) -> None:
    """Emit what `job` yields; to be called in a worker, which SIGTERM then ends at once.

    Raises:
        RuntimeError: `job` raised; the message holds its traceback.
    """
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        for value in job():
            emit(value)
    except MemoryError:
        raise
    except Exception:
        raise RuntimeError(
            f"a job failed in its worker process:\n{traceback.format_exc()}"
        ) from None


class _Place(threading.local):
    idle: Pool | None = None


_place = _Place()


def stream(job: Job, limits: Limits, *, small: bool = False) -> Iterator[Any]:
    """Yield what `job` yields in a worker; closing the iterator half way kills the worker.

    The worker runs ahead of the reader until the pipe is full. What `job` changes in memory is
    lost. `limits.megabytes` counts address space beyond what a new worker starts with. On Linux a
    worker dies with the thread that made it; so each thread keeps at most one idle worker.

    Args:
        job: a callable; of two of them that are picklable and small, one worker does both.
        limits: of the job.
        small: whether it takes less time to pickle the job than to fork.

    Raises:
        WorkerStoppedError: a limit was reached, or the worker died.
        RuntimeError: `job` raised; the message holds its traceback.
        OSError: there is no room for a process, a pipe or a log.
    """
    thread = threading.current_thread()
    pool = (_place.idle if small else None) or Pool()
    if pool is _place.idle:
        _place.idle = None
    task = pool.submit(send_each, job, limits=limits)
    good = False
    try:
        yield from task
        good = True
    finally:
        task.cancel()
        if small and good and _place.idle is None and thread is threading.current_thread():
            _place.idle = pool
        else:
            pool.shutdown()


def dismiss() -> None:
    """End the idle worker of this thread."""
    pool, _place.idle = _place.idle, None
    if pool is not None:
        pool.shutdown()


def _forget_idle() -> None:
    """In a forked child: leave the idle worker of the parent alone."""
    _place.idle = None


os.register_at_fork(after_in_child=_forget_idle)
