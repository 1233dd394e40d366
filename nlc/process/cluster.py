"""Runs functions on a Dask cluster, by `distributed`."""

from __future__ import annotations

import contextlib
import signal
import threading
import time
from collections.abc import Callable, Collection
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, InvalidStateError, wait
from importlib import import_module
from typing import Any, TypeVar

from nlc.errors import UserError, fail
from nlc.process.executor import Executor
from nlc.process.limits import NO_LIMITS, POLL_SECONDS, Limits, ProcessEnd
from nlc.process.pool import Pool
from nlc.process.worker import WorkerStoppedError

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


class _Place(threading.local):
    """Of a thread of a worker of the cluster: its process, which ends with it."""

    def __init__(self) -> None:
        self.pool = Pool(tries=_TRIES, fresh=True)


_place = _Place()


def there(function: Callable[..., T], arguments: tuple[Any, ...], limits: Limits) -> T:
    """Call a function; this runs in a thread of a worker of the cluster.

    A cluster ends no thread: a task that is cancelled, or whose client is gone, goes on, and the
    worker only notes that nobody waits for it. So this looks at the note, and ends the process.

    Raises:
        CancelledError: nobody waits for the result any more.
        WorkerStoppedError: a limit was reached, or as many processes as may be have died of it.
    """
    distributed: Any = import_module("distributed")
    worker = distributed.get_worker()
    key = worker.get_current_task()
    task = _place.pool.submit(function, *arguments, limits=limits)
    while not _place.pool.wait([task], POLL_SECONDS):
        noted = worker.state.tasks.get(key)
        if noted is None or noted.state == "cancelled":
            task.cancel()
            raise CancelledError
    return task.result()


class _Sent(Future[T]):
    """A task of a cluster; a worker that has begun it ends its process when it is cancelled."""

    def __init__(self, client: Any, sent: Any) -> None:
        super().__init__()
        self.client = client
        self.sent = sent

    def running(self) -> bool:
        """Return whether a worker may have begun it."""
        return not self.done()

    def cancel(self) -> bool:
        """Cancel it; return False if it is done."""
        if not self.done():
            self.client.cancel([self.sent], force=True)
            if super().cancel():
                self.set_running_or_notify_cancel()
        return self.cancelled()


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
        self._sent: set[_Sent[Any]] = set()
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

    def submit(
        self, function: Callable[..., T], /, *arguments: Any, limits: Limits = NO_LIMITS
    ) -> Future[T]:
        """Have a function called by a worker; see `Executor.submit`."""
        sent = self._client.submit(there, function, arguments, limits, pure=False)
        future: _Sent[T] = _Sent(self._client, sent)
        self._sent.add(future)
        sent.add_done_callback(lambda done: self._settle(future))
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

    def shutdown(self) -> None:
        """Cancel everything, and disconnect; futures without a result are cancelled.

        The process of a task that a worker has begun is ended there, a moment later.
        """
        for future in list(self._sent):
            future.cancel()
        self._client.close()

    def _workerless(self) -> UserError:
        return fail(
            f"the scheduler {self._scheduler} has no workers",
            hint=f"start some by 'dask worker {self._scheduler}'",
        )

    def _settle(self, future: _Sent[Any]) -> None:
        """Pass on the result of a task; called in a thread of the client."""
        self._sent.discard(future)
        result: Any = None
        error: BaseException | None = None
        try:
            result = self._result(future.sent)
        except import_module("distributed").KilledWorker:
            error = WorkerStoppedError("killed", ProcessEnd(-signal.SIGKILL, 0.0, 0.0), b"")
        except BaseException as raised:
            error = raised
        with contextlib.suppress(InvalidStateError):  # it was cancelled
            if error is None:
                future.set_result(result)
            else:
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
