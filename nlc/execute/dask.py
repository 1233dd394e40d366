"""Runs jobs on a Dask cluster, by `distributed`."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from concurrent.futures import Future
from importlib import import_module
from types import TracebackType
from typing import Any, TypeVar

from nlc.execute.base import WorkerDiedError
from nlc.execute.local import LocalExecutor
from nlc.lang.diagnostics import fail

T = TypeVar("T")

_CONNECT_SECONDS = 10

_starting = threading.Lock()


@functools.cache
def _processes(slots: int) -> LocalExecutor:
    """Return the processes of a worker of the cluster; they end with it."""
    return LocalExecutor(slots)


def there(function: Callable[..., T], arguments: tuple[Any, ...]) -> T:
    """Call a function; this runs in a thread of a worker of the cluster."""
    distributed: Any = import_module("distributed")
    with _starting:
        processes = _processes(distributed.get_worker().state.nthreads)
    return processes.submit(function, *arguments).result()


class DaskExecutor:
    """The workers of a cluster; see `nlc.execute.base.Executor`.

    A worker of the cluster has threads, which do not go with the forks of nlc's drivers; so each
    job runs in a process that the worker starts. The scheduler gives the jobs of a worker that died
    to another one, up to as often as it is configured to (``distributed.scheduler.
    allowed-failures``). Workers need the same nlc, and the solvers that are asked for.
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
        """Cancel what has not begun, and disconnect; futures without a result are cancelled.

        What a worker has begun goes on there, and nobody gets its result.
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
            future.set_result(sent.result())
        except distributed.KilledWorker as error:
            future.set_exception(WorkerDiedError(str(error).partition("\n")[0]))
        except BaseException as error:
            future.set_exception(error)
