"""Runs functions on a Dask cluster, by `distributed`."""

from __future__ import annotations

import contextlib
import pickle
import signal
import time
from collections.abc import Callable, Collection
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from importlib import import_module
from typing import Any, TypeVar

from nlc.errors import UserError, fail
from nlc.process.executor import Executor
from nlc.process.limits import NO_LIMITS, ProcessEnd
from nlc.process.pool import Call, answer
from nlc.process.worker import GoneError, Worker, WorkerStoppedError, ready

T = TypeVar("T")

_CONNECT_SECONDS = 10

_WORKERLESS_SECONDS = 10.0
"""How long a cluster may have no worker: one that died is started again sooner."""

_FETCH_SECONDS = 10
"""After what time it is looked whether the client that should fetch a result is still there."""

_POLL_SECONDS = 0.5

_TRIES = 2
"""How many processes a task may take with it."""

_CLOSED = ("closing", "closed")

_idle: list[Worker] = []
"""Processes of a worker of the cluster that have no task now; they end with it."""


def there(function: Callable[..., T], arguments: tuple[Any, ...]) -> T:
    """Call a function; this runs in a thread of a worker of the cluster.

    A cluster ends no thread: a task that is cancelled, or whose client is gone, goes on, and the
    worker only notes that nobody waits for it. So this looks at the note, and ends the process.

    Raises:
        CancelledError: nobody waits for the result any more.
        WorkerStoppedError: as many processes as may be have died of it.
    """
    distributed: Any = import_module("distributed")
    worker = distributed.get_worker()
    key = worker.get_current_task()
    request = pickle.dumps((Call(function, arguments), NO_LIMITS), -1)
    for left in reversed(range(_TRIES)):
        process = _given(request)
        while not ready([process]):
            task = worker.state.tasks.get(key)
            if task is None or task.state == "cancelled":
                process.end()
                raise CancelledError
        try:
            (good, value), more = answer(process)
        except WorkerStoppedError:
            process.end()
            if not left:
                raise
            continue
        if more:
            _idle.append(process)
        else:
            process.end()
        break
    if not good:
        raise value
    result: T = value
    return result


def _given(request: bytes) -> Worker:
    """Return a process that has been given a task."""
    while True:
        try:
            process = _idle.pop()
        except IndexError:
            process = Worker(None, NO_LIMITS)
        with contextlib.suppress(GoneError):
            process.submit(request, NO_LIMITS, None)
            return process
        process.end()


class Cluster(Executor):
    """The workers of a cluster; see `Executor`.

    A worker of the cluster has threads, which do not go with the forks of nlc's drivers; so each
    task runs in a process that the worker starts, and ends when its result is not wanted. The
    scheduler gives the tasks of a worker that died to another one, up to as often as it is
    configured to (``distributed.scheduler.allowed-failures``). Workers need the same nlc, and the
    solvers that are asked for.
    """

    def __init__(self, scheduler: str | None) -> None:
        """Connect to a scheduler.

        Args:
            scheduler: its address, such as ``tcp://10.0.0.1:8786``.

        Raises:
            UserError: none is named, it cannot be reached or has no workers, or ``distributed`` is
                missing.
        """
        try:
            distributed: Any = import_module("distributed")
        except ImportError:
            raise fail(
                "the executor dask needs distributed", hint="pip install 'nlc[dask]'"
            ) from None
        if scheduler is None:
            raise fail(
                "the executor dask needs the address of a scheduler",
                hint="start one by 'dask scheduler', and give --scheduler tcp://HOST:8786",
            )
        try:
            self._client: Any = distributed.Client(scheduler, timeout=_CONNECT_SECONDS)
        except (OSError, ValueError) as error:
            told = str(error).strip().partition("\n")[0]
            raise fail(f"the scheduler {scheduler} cannot be reached: {told}") from None
        self._scheduler = scheduler
        self._sent: dict[Future[Any], Any] = {}
        try:
            self._client.wait_for_workers(1, timeout=_WORKERLESS_SECONDS)
        except TimeoutError:
            self._client.close()
            raise self._workerless() from None

    @property
    def slots(self) -> int:
        """The threads of all workers that are there now, at least 1."""
        threads: int = sum(self._client.nthreads().values())
        return max(1, threads)

    def submit(self, function: Callable[..., T], /, *arguments: Any) -> Future[T]:
        """Have a function called by a worker; see `Executor.submit`."""
        future: Future[T] = Future()
        sent = self._client.submit(there, function, arguments, pure=False)
        self._sent[future] = sent
        future.set_running_or_notify_cancel()
        sent.add_done_callback(lambda done: self._settle(future, done))
        return future

    def wait(self, futures: Collection[Future[T]], timeout: float | None = None) -> set[Future[T]]:
        """Wait until at least one of some futures is done; see `Executor.wait`.

        Raises:
            UserError: the cluster has had no worker for some time.
        """
        deadline = time.monotonic() + _WORKERLESS_SECONDS
        over = None if timeout is None else time.monotonic() + timeout
        while not (done := wait(futures, _POLL_SECONDS, FIRST_COMPLETED).done) and futures:
            if over is not None and time.monotonic() >= over:
                break
            if self._client.nthreads():
                deadline = time.monotonic() + _WORKERLESS_SECONDS
            elif time.monotonic() > deadline:
                raise self._workerless()
        return done

    def drop(self, future: Future[Any]) -> None:
        """End a task; the worker that has begun it ends its process a moment later."""
        if (sent := self._sent.get(future)) is not None:
            self._client.cancel([sent], force=True)

    def shutdown(self) -> None:
        """Cancel everything, and disconnect; futures without a result are cancelled.

        The process of a task that a worker has begun is ended there, a moment later.
        """
        left = {future: sent for future, sent in list(self._sent.items()) if not future.done()}
        if left:
            self._client.cancel(list(left.values()), force=True)
        self._client.close()

    def _workerless(self) -> UserError:
        return fail(
            f"the scheduler {self._scheduler} has no workers",
            hint=f"start some by 'dask worker {self._scheduler}'",
        )

    def _settle(self, future: Future[Any], sent: Any) -> None:
        """Pass on the result of a task; called in a thread of the client."""
        self._sent.pop(future, None)
        try:
            future.set_result(self._result(sent))
        except import_module("distributed").KilledWorker:
            ended = ProcessEnd(-signal.SIGKILL, 0.0, 0.0)
            future.set_exception(WorkerStoppedError("killed", ended, b""))
        except BaseException as error:
            future.set_exception(error)

    def _result(self, sent: Any) -> Any:
        """Return what a task returned, or raise what it raised.

        A client that is closed answers nobody: to wait for it without end would hold up the one
        thread in which `distributed` tells all clients of this process of their tasks.

        Raises:
            CancelledError: nobody will ever tell.
        """
        while sent.status not in ("cancelled", "lost") and self._client.status not in _CLOSED:
            try:
                return sent.result(timeout=_FETCH_SECONDS)
            except TimeoutError:
                if sent.status == "error":  # it is the task's own
                    raise
        raise CancelledError
