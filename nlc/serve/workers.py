"""Worker processes of the server. An idle one is used again; that of a running job can be killed.

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
from nlc.process.own_limits import give_way
from nlc.process.pool import Pool, emit_each
from nlc.serve.task import Task

TICK_SECONDS = 0.25
"""How often the limits of a job are checked."""


class Workers:
    """The workers of a server, each a pool of one process."""

    def __init__(self, idle: int) -> None:
        """Keep up to `idle` workers that have nothing to do."""
        self._max_idle = idle
        self._idle: list[Pool] = []

    async def run(
        self, task: Task, limits: Limits, nice: bool = False
    ) -> AsyncGenerator[Any, None]:
        """Yield the messages of a task, and None every `TICK_SECONDS` without one.

        If it is `nice`, its processes run at the lowest priority to their end. When the iterator
        is closed early, the process is killed with all its children.

        Raises:
            WorkerStoppedError: a limit was reached, or the process died.
            RuntimeError: the task raised; the message holds its traceback.
            OSError: no process can be started.
        """
        pool = self._idle.pop() if self._idle else Pool()
        job = pool.submit(emit_each, task, limits=limits)
        reusable, due = False, time.monotonic() if nice else inf
        try:
            while True:
                while job.messages:
                    yield job.messages.popleft()
                if (worker := job.worker) is None:
                    job.result()
                    reusable = not nice
                    return
                if time.monotonic() > due:
                    give_way(worker.pid)
                    # A job may have started more processes.
                    due = time.monotonic() + 1.0
                if not await _readable(worker.fileno(), TICK_SECONDS):
                    yield None
                pool.poll(0)
        finally:
            job.cancel()
            if reusable and len(self._idle) < self._max_idle:
                self._idle.append(pool)
            else:
                pool.shutdown()

    def close(self) -> None:
        """End the idle workers."""
        for pool in self._idle:
            pool.shutdown()
        self._idle.clear()


async def _readable(descriptor: int, seconds: float) -> bool:
    """Wait at most some seconds for data to read; return whether there is any."""
    loop = asyncio.get_running_loop()
    ready = asyncio.Event()
    loop.add_reader(descriptor, ready.set)
    try:
        await asyncio.wait_for(ready.wait(), seconds)
    except TimeoutError:
        return False
    finally:
        loop.remove_reader(descriptor)
    return True
