"""Runs jobs on a Dask cluster, by `distributed`."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import CancelledError, Future, wait
from importlib import import_module
from types import TracebackType
from typing import Any, TypeVar

from nlc.errors import fail
from nlc.execute.base import WorkerDiedError
from nlc.execute.local import LocalExecutor

T = TypeVar("T")

_CONNECT_SECONDS = 10

_FETCH_SECONDS = 10
"""After what time it is looked whether the client that should fetch a result is still there."""

_CLOSED = ("closing", "closed")

_LOOK_SECONDS = 0.2
"""How often a job looks whether anybody waits for its result."""


_idle: list[LocalExecutor] = []
"""Processes of a worker of the cluster, one each, that have no job now; they end with it."""


def there(function: Callable[..., T], arguments: tuple[Any, ...]) -> T:
    """Call a function; this runs in a thread of a worker of the cluster.

    A cluster ends no thread: a job that is cancelled, or whose client is gone, goes on, and the
    worker only notes that nobody waits for it. So this looks at the note, and ends the process.

    Raises:
        CancelledError: nobody waits for the result any more.
    """
    distributed: Any = import_module("distributed")
    worker = distributed.get_worker()
    key = worker.get_current_task()
    try:
        process = _idle.pop()
    except IndexError:
        process = LocalExecutor()
    future = process.submit(function, *arguments)
    while not wait([future], _LOOK_SECONDS).done:
        task = worker.state.tasks.get(key)
        if task is None or task.state == "cancelled":
            process.close()
            raise CancelledError
    _idle.append(process)
    return future.result()


class DaskExecutor:
    """The workers of a cluster; see `nlc.execute.base.Executor`.

    A worker of the cluster has threads, which do not go with the forks of nlc's drivers; so each
    job runs in a process that the worker starts, and ends when its result is not wanted. The
    scheduler gives the jobs of a worker that died to another one, up to as often as it is
    configured to (``distributed.scheduler.allowed-failures``). Workers need the same nlc, and the
    solvers that are asked for.
    """

    def __init__(self, scheduler: str | None) -> None:
        """Connect to a scheduler.

        Args:
            scheduler: its address, such as ``tcp://10.0.0.1:8786``.

        Raises:
            UserError: none is named, it cannot be reached, or ``distributed`` is missing.
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
        self._sent: dict[Future[Any], Any] = {}

    @property
    def slots(self) -> int:
        """The threads of all workers that are there now, at least 1."""
        threads: int = sum(self._client.nthreads().values())
        return max(1, threads)

    def submit(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        """Have a function called by a worker; see `Executor.submit`."""
        future: Future[T] = Future()
        sent = self._client.submit(there, function, arguments, pure=False)
        self._sent[future] = sent
        future.set_running_or_notify_cancel()
        sent.add_done_callback(lambda done: self._settle(future, done))
        return future

    def close(self) -> None:
        """Cancel everything, and disconnect; futures without a result are cancelled.

        The process of a job that a worker has begun is ended there, a moment later.
        """
        left = {future: sent for future, sent in list(self._sent.items()) if not future.done()}
        if left:
            self._client.cancel(list(left.values()), force=True)
        self._client.close()

    def __enter__(self) -> DaskExecutor:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _settle(self, future: Future[Any], sent: Any) -> None:
        """Pass on what came of a job; called in a thread of the client."""
        distributed: Any = import_module("distributed")
        self._sent.pop(future, None)
        try:
            future.set_result(self._result(sent))
        except distributed.KilledWorker as error:
            future.set_exception(WorkerDiedError(str(error).partition("\n")[0]))
        except BaseException as error:
            future.set_exception(error)

    def _result(self, sent: Any) -> Any:
        """Return what a job returned, or raise what it raised.

        A client that is closed answers nobody: to wait for it without end would hold up the one
        thread in which `distributed` tells all clients of this process of their jobs.

        Raises:
            CancelledError: nobody will ever tell.
        """
        while sent.status not in ("cancelled", "lost") and self._client.status not in _CLOSED:
            try:
                return sent.result(timeout=_FETCH_SECONDS)
            except TimeoutError:
                if sent.status == "error":  # it is the job's own
                    raise
        raise CancelledError
