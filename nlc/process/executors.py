"""The executors by name: processes of this machine, and a Dask cluster."""

from __future__ import annotations

from nlc.errors import fail
from nlc.process.executor import Executor

NAMES = ("local", "dask")
"""The executors that users can name."""


def check_scheduler(name: str | None, scheduler: str | None) -> None:
    """Refuse the address of a scheduler that nobody would use.

    Raises:
        UserError: there is one, and the executor is another than a cluster.
    """
    if scheduler is not None and name != "dask":
        raise fail("--scheduler is for a Dask cluster", hint="add --executor dask")


def make_executor(
    name: str | None, jobs: int | None = None, scheduler: str | None = None
) -> Executor:
    """Return an executor, to be closed by the caller.

    Args:
        name: of the executor; None for processes of this machine whose tasks are not done again.
        jobs: how many processes of this machine, if not one.
        scheduler: of a cluster, its address.

    Raises:
        UserError: something is missing or too much, or the scheduler cannot be reached.
    """
    check_scheduler(name, scheduler)
    if name == "dask":
        from nlc.process.cluster import Cluster

        return Cluster(scheduler)
    from nlc.process.pool import Pool

    return Pool(jobs or 1, tries=1 if name is None else 2)
