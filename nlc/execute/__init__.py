"""Runs jobs elsewhere: in processes of this machine, or on a cluster."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

from nlc.errors import fail
from nlc.execute.base import Executor

NAMES = ("local", "dask")
"""The executors."""


def if_wanted(
    name: str | None, jobs: int | None, scheduler: str | None
) -> AbstractContextManager[Executor | None]:
    """Return a context of an executor, or of None if none is named; see `opened`."""
    if name is None:
        check(name, scheduler)
        return nullcontext()
    return opened(name, jobs or 1, scheduler)


def check(name: str | None, scheduler: str | None) -> None:
    """Tell of the address of a scheduler that nobody would use.

    Raises:
        UserError: there is one, and the executor is another than a cluster.
    """
    if scheduler is not None and name != "dask":
        raise fail("--scheduler is for a Dask cluster", hint="add --executor dask")


def opened(name: str, jobs: int = 1, scheduler: str | None = None) -> Executor:
    """Return an executor, to be closed by the caller.

    Args:
        name: of the executor.
        jobs: of the local one, how many processes it has.
        scheduler: of a cluster, its address.

    Raises:
        UserError: something is missing or too much, or the scheduler cannot be reached.
    """
    check(name, scheduler)
    if name == "dask":
        from nlc.execute.dask import DaskExecutor

        return DaskExecutor(scheduler)
    from nlc.execute.local import LocalExecutor

    return LocalExecutor(jobs)
