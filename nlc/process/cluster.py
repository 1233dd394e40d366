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
from nlc.process.limits import NO_LIMITS, POLL_SECONDS, Limits, ProcessEnd
from nlc.process.pool import Executor, Pool
from nlc.process.worker import WorkerStoppedError

T = TypeVar("T")

_CONNECT_SECONDS = 10

_WORKERLESS_SECONDS = 10.0
"""The longest time without a worker: one that died is restarted sooner."""

_TRIES = 2
"""The most processes that may die of a task."""

_CLOSED = ("closing", "closed")


class _ThreadState(threading.local):
    """The process pool of a thread of a cluster's worker, which ends with the thread."""

    def __init__(self) -> None:
        self.pool = Pool(tries=_TRIES, fresh=True)


_thread_state = _ThreadState()


def run_on_worker(function: Callable[..., T], arguments: tuple[Any, ...], limits: Limits) -> T:
    """Call a function in a process; this runs in a thread of a worker of the cluster.

    A cluster does not end threads: for a task that is cancelled, or whose client is gone, it just
    changes the task's state. So this polls the state, and ends the process.

    Raises:
        CancelledError: the task is cancelled or its client is gone.
        WorkerStoppedError: a limit was reached, or `_TRIES` processes have died of it.
    """
    distributed: Any = import_module("distributed")
    worker = distributed.get_worker()
    key = worker.get_current_task()
    task = _thread_state.pool.submit(function, *arguments, limits=limits)
    while not _thread_state.pool.wait([task], POLL_SECONDS):
        known = worker.state.tasks.get(key)
        if known is None or known.state == "cancelled":
            task.cancel()
            raise CancelledError
    return task.result()


class _ClusterFuture(Future[T]):
    """A task of a cluster; when it is cancelled, the worker ends its process."""

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

    A worker of the cluster has threads, and nlc's drivers fork, which is unsafe together. So each
    task runs in a process that the worker starts, and ends when the result is not needed. The
    scheduler gives the tasks of a dead worker to another one, up to its configured number of times
    (``distributed.scheduler.allowed-failures``). Workers need the same version of nlc and the
    solvers of the tasks.
    """

    def __init__(self, scheduler: str | None) -> None:
        """Connect to a scheduler.

        Args:
            scheduler: its address, such as ``tcp://10.0.0.1:8786``.

        Raises:
            UserError: there is no address, it cannot be reached or has no workers, or
                ``distributed`` is missing.
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
            cause = str(error).strip().partition("\n")[0]
            raise fail(f"the scheduler {scheduler} cannot be reached: {cause}") from None
        self._scheduler = scheduler
        self._sent: set[_ClusterFuture[Any]] = set()
        try:
            self._client.wait_for_workers(1, timeout=_WORKERLESS_SECONDS)
        except TimeoutError:
            self._client.close()
            raise self._workerless() from None

    @property
    def slots(self) -> int:
        """The present number of threads of all workers, at least 1."""
        threads: int = sum(self._client.nthreads().values())
        return max(1, threads)

    def submit(
        self, function: Callable[..., T], /, *arguments: Any, limits: Limits = NO_LIMITS
    ) -> Future[T]:
        """Submit a function to the workers; see `Executor.submit`."""
        sent = self._client.submit(run_on_worker, function, arguments, limits, pure=False)
        future: _ClusterFuture[T] = _ClusterFuture(self._client, sent)
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
        while not (done := wait(futures, 0.5, FIRST_COMPLETED).done) and futures:
            if over is not None and time.monotonic() >= over:
                break
            if self._client.nthreads():
                deadline = time.monotonic() + _WORKERLESS_SECONDS
            elif time.monotonic() > deadline:
                raise self._workerless()
        return done

    def shutdown(self) -> None:
        """Cancel everything, and disconnect; futures without a result are cancelled.

        The processes of running tasks end a moment later.
        """
        for future in list(self._sent):
            future.cancel()
        self._client.close()

    def _workerless(self) -> UserError:
        return fail(
            f"the scheduler {self._scheduler} has no workers",
            hint=f"start some by 'dask worker {self._scheduler}'",
        )

    def _settle(self, future: _ClusterFuture[Any]) -> None:
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

        A closed client never returns: waiting for it without end would block the one thread in
        which `distributed` runs the callbacks of all clients of this process.
        """
        while sent.status not in ("cancelled", "lost") and self._client.status not in _CLOSED:
            try:
                return sent.result(timeout=10)
            except TimeoutError:
                if sent.status == "error":  # it is the task's own
                    raise
        raise CancelledError


def check_scheduler(name: str | None, scheduler: str | None) -> None:
    """Require that the address of a scheduler comes with a cluster.

    Raises:
        UserError: there is an address, and the executor is not a cluster.
    """
    if scheduler is not None and name != "dask":
        raise fail("--scheduler is for a Dask cluster", hint="add --executor dask")


def make_executor(
    name: str | None, jobs: int | None = None, scheduler: str | None = None
) -> Executor:
    """Return an executor, which the caller has to close.

    Args:
        name: of the executor; None for local processes without a second try of a task.
        jobs: the number of local processes; None for one.
        scheduler: the address of a cluster.

    Raises:
        UserError: an argument is missing or superfluous, or the scheduler cannot be reached.
    """
    check_scheduler(name, scheduler)
    if name == "dask":
        return Cluster(scheduler)
    return Pool(jobs or 1, tries=1 if name is None else 2)
