"""Makes the executor that options name."""

from __future__ import annotations

from nlc.errors import fail
from nlc.process.executor import Executor
from nlc.process.pool import Pool


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
        from nlc.process.cluster import Cluster

        return Cluster(scheduler)
    return Pool(jobs or 1, tries=1 if name is None else 2)
