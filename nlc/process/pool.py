"""Executors of functions: their interface, that of `concurrent.futures`, and a pool of processes.

The pool has no threads, and works while somebody waits for its tasks: then it receives messages and
hands out tasks. So the thread that uses the pool forks all processes; it may be interrupted at any
moment, and they end with it.
"""

from __future__ import annotations

import contextlib
import pickle
import signal
import threading
import time
import traceback
from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from math import inf
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from nlc.errors import UserError
from nlc.process import emit
from nlc.process.limits import LIMITS_REACHED, NO_LIMITS, POLL_SECONDS, Limits
from nlc.process.platform import PORTABLE, in_forks
from nlc.process.portable import ThreadWorker
from nlc.process.usage import cores
from nlc.process.worker import Worker, WorkerGoneError, WorkerStoppedError

T = TypeVar("T")
J = TypeVar("J")

WORKER = ThreadWorker if PORTABLE else Worker
"""What runs a task."""


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


_GRACE_SECONDS = 1.0
"""Time for workers to clean up when the pool is shut down."""


class PoolTask(Future[T]):
    """A call of a function in another process; waiting for it runs the pool.

    Attributes:
        messages: from the function (`nlc.process.emit`), not yet yielded.
        call: the function and its arguments.
        limits: of the call.
        tries: the number of processes that have died of it.
        interrupted: whether it was interrupted.
    """

    def __init__(self, pool: Pool, call: FunctionCall, limits: Limits) -> None:
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
            Exception: that of the function, or a `WorkerStoppedError`; messages come before.
        """
        while self.messages or not self.done():
            if self.messages:
                yield self.messages.popleft()
            else:
                self._pool.poll()
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
        """The process that runs it."""
        return self._pool.worker(self)

    def running(self) -> bool:
        """Return whether a process runs it."""
        return self.worker is not None

    def interrupt(self) -> None:
        """Raise ``KeyboardInterrupt`` in the function, by SIGTERM.

        A function that catches it can return a partial result; else its process ends, and the task
        is cancelled, as is a task that has not begun.
        """
        if (worker := self.worker) is None:
            self.cancel()
        else:
            self.interrupted = True
            worker.terminate()

    def cancel(self) -> bool:
        """Cancel it at once; if it runs, kill its process. Return False if it is done."""
        if self.done():
            return self.cancelled()
        self._pool.drop(self)
        super().cancel()
        return not self.set_running_or_notify_cancel()

    def set_outcome(self, kind: str, pickled: bytes) -> None:
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

    A function may be a closure: processes that were forked after its first use have inherited it,
    so its data need not be sent, and its caches persist from task to task. Arguments are pickled,
    except for the first task of a process; a task whose arguments cannot be pickled gets a new
    process.
    """

    def __init__(self, processes: int = 1, *, tries: int = 1, fresh: bool = False) -> None:
        """Create a pool without processes.

        Args:
            processes: how many tasks run at a time; one where they are threads.
            tries: how many processes may die of a task.
            fresh: start a new Python for each process instead of forking, as is necessary where
                other threads may hold locks.
        """
        self._processes = 1 if PORTABLE else processes
        self._tries = tries
        self._start_python = fresh and not PORTABLE
        self._queue: deque[PoolTask[Any]] = deque()
        self._running: dict[Worker, PoolTask[Any]] = {}
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
    ) -> PoolTask[T]:
        """Submit a call of a function; see `Executor.submit`.

        Raises:
            RuntimeError: the pool is shut down.
        """
        if self._closed:
            raise RuntimeError("the pool is shut down")
        task: PoolTask[T] = PoolTask(self, FunctionCall(function, arguments), limits)
        self._queue.append(task)
        self._begin()
        return task

    def wait(self, futures: Collection[Future[T]], timeout: float | None = None) -> set[Future[T]]:
        """Wait until at least one of some futures is done; see `Executor.wait`."""
        ends = inf if timeout is None else time.monotonic() + timeout
        over = False
        while not (done := {each for each in futures if each.done()}) and futures and not over:
            left = ends - time.monotonic()
            self.poll(max(0.0, min(left, POLL_SECONDS)))
            over = left <= 0
        return done

    def poll(self, seconds: float = POLL_SECONDS) -> None:
        """Wait a moment for messages of running tasks, receive them, and hand out tasks."""
        WORKER.wait(self._running, min([seconds, *(worker.seconds for worker in self._running)]))
        for worker in list(self._running):
            self._receive(worker)
        self._begin()

    def interrupt(self) -> None:
        """Interrupt all tasks; see `PoolTask.interrupt`."""
        for task in [*self._queue, *self._running.values()]:
            task.interrupt()

    def __enter__(self) -> Pool:
        return self

    def shutdown(self) -> None:
        """End everything; see `Executor.shutdown`.

        Running tasks are interrupted, and get a second to clean up.
        """
        self._closed = True
        self.interrupt()
        deadline = time.monotonic() + _GRACE_SECONDS
        while self._running and time.monotonic() < deadline:
            self.poll(0.01)
        for task in [*self._running.values(), *self._queue]:
            task.cancel()
        for worker in list(self._known):
            self._end(worker)

    def worker(self, task: PoolTask[Any]) -> Worker | None:
        """Return the process that runs a task, or None."""
        return next((worker for worker, each in self._running.items() if each is task), None)

    def drop(self, task: PoolTask[Any]) -> None:
        """End the process of a task, or remove it from the queue; see `PoolTask.cancel`."""
        if (worker := self.worker(task)) is not None:
            self._end(worker)
        with contextlib.suppress(ValueError):
            self._queue.remove(task)

    def _begin(self) -> None:
        """Hand out tasks while there are free processes."""
        while self._queue and len(self._running) < self._processes and not self._closed:
            task = self._queue.popleft()
            try:
                self._running[self._worker_for(task)] = task
            except Exception as error:  # such as no room for a process
                task.set_exception(error)
            except BaseException:
                self._queue.appendleft(task)
                raise

    def _worker_for(self, task: PoolTask[Any]) -> Worker:
        """Start a task in a process and return that, an idle one if possible."""
        while self._idle:
            worker = self._idle.pop()
            with contextlib.suppress(WorkerGoneError, *UNSENDABLE):
                return self._submit_to(worker, task)
            self._end(worker)
        if self._start_python:
            worker = WORKER(None, NO_LIMITS)
            self._known[worker] = 0
            return self._submit_to(worker, task)
        function = task.call.function
        if not any(known is function for known in self._functions):
            self._functions.append(function)
        worker = WORKER(replace(task.call, inherited=self._functions), task.limits)
        self._known[worker] = len(self._functions)
        return worker

    def _submit_to(self, worker: Worker, task: PoolTask[Any]) -> Worker:
        known = self._functions[: self._known[worker]]
        places = [i for i, function in enumerate(known) if function is task.call.function]
        call = FunctionCall(places[0] if places else task.call.function, task.call.arguments)
        worker.submit(pickle.dumps((call, task.limits), -1), task.limits)
        return worker

    def _receive(self, worker: Worker) -> None:
        """Receive the messages and the result of a process."""
        task = self._running[worker]
        try:
            for kind, value in worker.messages():
                if kind == "message":
                    task.messages.append(value)
                else:
                    pickled, more = value
                    task.set_outcome(kind, pickled)
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
"""The errors of `pickle` for closures and the like."""

_inherited: list[Any] = []
"""In a worker: the functions that it has inherited."""


class FunctionCall(Struct, frozen=True, eq=False):
    """The job of a worker that calls a function once.

    Attributes:
        function: the function, or its index among those that the worker has inherited.
        arguments: its arguments.
        inherited: the functions that the worker inherits, if this is its first job.
    """

    function: Callable[..., Any] | int
    arguments: tuple[Any, ...]
    inherited: list[Any] | None = None

    def __call__(self) -> Any:
        """Call the function and return its result."""
        if self.inherited is not None:
            _inherited[:] = self.inherited
        function = _inherited[self.function] if isinstance(self.function, int) else self.function
        return function(*self.arguments)


Job = Callable[[], Iterable[object]]
"""A job with several results."""


def emit_each(job: Job) -> None:
    """In a worker: emit the items of `job`; SIGTERM ends the worker at once.

    Raises:
        UserError: that of `job`.
        RuntimeError: `job` raised; the message holds its traceback.
    """
    if not PORTABLE:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        for value in job():
            emit(value)
    except (MemoryError, UserError):
        raise
    except Exception:
        raise RuntimeError(
            f"a job failed in its worker process:\n{traceback.format_exc()}"
        ) from None


class _ThreadState(threading.local):
    idle: Pool | None = None


_thread_state = _ThreadState()


def stream(job: Job, limits: Limits, *, small: bool = False) -> Iterator[Any]:
    """Run `job` in a worker and yield its items; closing the iterator early kills the worker.

    The worker runs ahead of the reader until the pipe is full. Changes of memory by `job` are lost.
    `limits.megabytes` counts address space beyond that of a new worker. On Linux a worker dies with
    the thread that made it; so each thread keeps its own idle worker, at most one.

    Args:
        job: a callable; small ones that can be pickled share a worker one after the other.
        limits: of the job.
        small: whether pickling the job takes less time than forking.

    Raises:
        WorkerStoppedError: a limit was reached, or the worker died.
        UserError: that of `job`.
        RuntimeError: `job` raised; the message holds its traceback.
        OSError: there is no room for a process, a pipe or a log.
    """
    thread = threading.current_thread()
    pool = (_thread_state.idle if small else None) or Pool()
    if pool is _thread_state.idle:
        _thread_state.idle = None
    task = pool.submit(emit_each, job, limits=limits)
    good = False
    try:
        yield from task
        good = True
    finally:
        task.cancel()
        if small and good and _thread_state.idle is None and thread is threading.current_thread():
            _thread_state.idle = pool
        else:
            pool.shutdown()


def in_order(
    call: Callable[[int], T], titles: Sequence[str], report: Callable[[str], object]
) -> Generator[T, None, None]:
    """Yield what a function returns for each number, in order; a process for each core calls it.

    Args:
        titles: of the tasks, by number.
        report: called with each title before its task is waited for.
    """
    count = min(cores(), len(titles))
    if count < 2:
        for number, title in enumerate(titles):
            report(title)
            yield call(number)
        return
    with (
        Pool(count) as pool,
        contextlib.closing(pool.as_completed(call, range(len(titles)), ordered=True)) as found,
    ):
        for number, title in enumerate(titles):
            report(title)
            done = next(found)
            try:
                yield done.future.result()
            except WorkerStoppedError:
                yield call(number)


def end_idle_worker() -> None:
    """End the idle worker of this thread."""
    pool, _thread_state.idle = _thread_state.idle, None
    if pool is not None:
        pool.shutdown()


def _forget_idle() -> None:
    """In a forked child: leave the idle worker of the parent alone."""
    _thread_state.idle = None


in_forks(_forget_idle)
