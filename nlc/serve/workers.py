"""Worker processes of the server: warm ones are used again, and one job's can be killed.

The server is one thread, so that it may fork: a new worker begins with all that the server has
imported.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from math import inf
from typing import Any

from nlc.process.limits import Limits
from nlc.process.pool import Pool, send_each
from nlc.process.priority import give_way
from nlc.serve.task import Task

TICK_SECONDS = 0.25
"""How often limits of a job are looked at."""

AGAIN_SECONDS = 1.0
"""How often the priority of what a long job has begun is looked at."""


class Workers:
    """The idle workers of a server, each a pool of one, and those that run."""

    def __init__(self, idle: int) -> None:
        """Keep so many idle workers."""
        self._most = idle
        self._idle: list[Pool] = []

    async def run(
        self, task: Task, limits: Limits, nice: bool = False
    ) -> AsyncGenerator[Any, None]:
        """Yield what a task yields, and None at least each `TICK_SECONDS`.

        If it is `nice`, its processes come after all others, for good. When the iterator is
        closed half way, the process is killed with all its children.

        Raises:
            WorkerStoppedError: a limit was reached, or the process died.
            RuntimeError: the task raised; the message holds its traceback.
            OSError: there is no room for a process.
        """
        pool = self._idle.pop() if self._idle else Pool()
        job = pool.submit(send_each, task, limits=limits)
        good, due = False, time.monotonic() if nice else inf
        try:
            while True:
                while job.messages:
                    yield job.messages.popleft()
                if (worker := job.worker) is None:
                    job.result()
                    good = not nice
                    return
                if time.monotonic() > due:
                    give_way(worker.pid)
                    due = time.monotonic() + AGAIN_SECONDS
                if not await _readable(worker.fileno(), TICK_SECONDS):
                    yield None
                pool.turn(0)
        finally:
            job.cancel()
            if good and len(self._idle) < self._most:
                self._idle.append(pool)
            else:
                pool.shutdown()

    def close(self) -> None:
        """End the idle workers."""
        for pool in self._idle:
            pool.shutdown()
        self._idle.clear()


async def _readable(descriptor: int, seconds: float) -> bool:
    """Wait until there is something to read, or for some seconds; return whether there is."""
    loop = asyncio.get_running_loop()
    news = asyncio.Event()
    loop.add_reader(descriptor, news.set)
    try:
        await asyncio.wait_for(news.wait(), seconds)
    except TimeoutError:
        return False
    finally:
        loop.remove_reader(descriptor)
    return True
