"""A cluster of some workers: it prints the address of its scheduler, and ends with its input.

It is a process of its own, so that the threads of a scheduler are not in that of the tests, which
forks: a lock that such a thread holds at that moment would stay locked in the child for ever.
"""

import sys


def main() -> None:
    import dask
    from distributed import LocalCluster

    workers = int(sys.argv[1])
    settings = {"distributed.scheduler.allowed-failures": 1}
    with (
        dask.config.set(settings),
        LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster,
    ):
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
