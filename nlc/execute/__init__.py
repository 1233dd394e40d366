"""Runs jobs elsewhere: in processes of this machine, or on a cluster."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

from nlc.execute.base import Executor

NAMES = ("local", "dask")
"""The executors."""


def if_wanted(
    name: str | None, jobs: int | None, scheduler: str | None
) -> AbstractContextManager[Executor | None]:
    """Return a context of an executor, or of None if none is named; see `opened`."""
    return nullcontext() if name is None else opened(name, jobs or 1, scheduler)


def opened(name: str, jobs: int = 1, scheduler: str | None = None) -> Executor:
    """Return an executor, to be closed by the caller.

    Args:
        name: of the executor.
        jobs: of the local one, how many processes it has.
        scheduler: of a cluster, its address.

    Raises:
        UserError: something is missing, or the scheduler cannot be reached.
    """
    if name == "dask":
        from nlc.execute.dask import DaskExecutor

        return DaskExecutor(scheduler)
    from nlc.execute.local import LocalExecutor

    return LocalExecutor(jobs)
