"""Worker processes of the server: warm ones are used again, and one job's can be killed.

The server is one thread, so that it may fork: a new worker begins with all that the server has
imported.
"""

from __future__ import annotations

import asyncio
import pickle
import time
from collections.abc import AsyncGenerator
from math import inf
from typing import Any

from nlc.process.limits import Limits
from nlc.process.priority import give_way
from nlc.process.worker import GoneError, Worker, WorkerStoppedError
from nlc.serve.task import Task

TICK_SECONDS = 0.25
"""How often limits of a job are looked at."""

AGAIN_SECONDS = 1.0
"""How often the priority of what a long job has begun is looked at."""

_USES = 500
"""Jobs of one worker; a new one has no garbage."""


class Workers:
    """The idle workers of a server, and those that run."""

    def __init__(self, idle: int) -> None:
        """Keep so many idle workers."""
        self._most = idle
        self._idle: list[Worker] = []
        self._uses: dict[Worker, int] = {}

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
        deadline = None if limits.seconds is None else time.monotonic() + limits.seconds
        worker = self._begun(task, limits, deadline)
        more = lowered = False
        due = time.monotonic() if nice else inf
        try:
            results = worker.results(deadline)
            while True:
                while not worker.has_news():
                    if time.monotonic() > due:
                        give_way(worker.pid)
                        lowered, due = True, time.monotonic() + AGAIN_SECONDS
                    if await _readable(worker.fileno(), TICK_SECONDS):
                        if not worker.receive():
                            break  # `results` tells how it ended
                        continue
                    worker.require_limits(deadline)
                    if not worker.alive():
                        break
                    yield None
                try:
                    value = next(results)
                except StopIteration as end:
                    more = bool(end.value)
                    return
                yield value
        finally:
            self._ended(worker, more and not lowered)

    def close(self) -> None:
        """End the idle workers."""
        for worker in self._idle:
            worker.end()
        self._idle.clear()
        self._uses.clear()

    def _begun(self, task: Task, limits: Limits, deadline: float | None) -> Worker:
        """Return a worker that has begun with a task."""
        while self._idle:
            worker = self._idle.pop()
            try:
                worker.submit(pickle.dumps((task, limits), -1), limits, deadline)
                return worker
            except GoneError:
                self._ended(worker, False)
            except WorkerStoppedError:
                self._ended(worker, False)
                raise
        return Worker(task, limits)

    def _ended(self, worker: Worker, more: bool) -> None:
        uses = self._uses.pop(worker, 0) + 1
        if more and uses < _USES and len(self._idle) < self._most:
            self._uses[worker] = uses
            self._idle.append(worker)
        else:
            worker.end()


def _note(news: asyncio.Future[None]) -> None:
    if not news.done():
        news.set_result(None)


async def _readable(descriptor: int, seconds: float) -> bool:
    """Wait until there is something to read, or for some seconds; return whether there is."""
    loop = asyncio.get_running_loop()
    news: asyncio.Future[None] = loop.create_future()
    loop.add_reader(descriptor, _note, news)
    try:
        await asyncio.wait_for(news, seconds)
    except TimeoutError:
        return False
    finally:
        loop.remove_reader(descriptor)
    return True
