"""Tasks, the jobs of worker processes, and these processes.

`nlc.serve.routes` has the table of their functions, which use no sockets and open no file that a
request names. An idle process is used again; that of a running job can be killed. The server is one
thread, so that it may fork: a new worker begins with all that the server has imported.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator
from contextvars import ContextVar
from math import inf
from typing import Any

from msgspec import Struct, json

from nlc.errors import UserError
from nlc.process import emit
from nlc.process.limits import Limits
from nlc.process.own_limits import give_way, remaining_after
from nlc.process.platform import PORTABLE
from nlc.process.pool import Pool, emit_each
from nlc.serve.answers import Diagnostic, Failed, Progress, Refusal
from nlc.serve.settings import Bounds

Function = Callable[[Any], Iterable[Any]]
"""Yields answers (`nlc.serve.answers`) to a request (`nlc.serve.requests`); the last is whole."""


class EncodedLine(Struct, frozen=True):
    """An answer on its way to the client, as JSON; `tag` is the name of its type."""

    tag: str
    data: bytes


class Blob(Struct, frozen=True):
    """An answer that is a file: its bytes, its media type, and the name to save it under."""

    data: bytes
    kind: str
    name: str


class Task(Struct, frozen=True):
    """The job of a worker: a function of the table of routes, and its request.

    Attributes:
        stream: whether the answers are the lines of a stream.
    """

    function: Function
    request: Struct | None
    bounds: Bounds
    stream: bool

    def __call__(self) -> Iterator[Progress | EncodedLine | Blob]:
        """Yield progress, and the answers."""
        global bounds
        bounds = self.bounds
        started.set(time.perf_counter())
        try:
            for answer in self.function(self.request):
                yield answer if isinstance(answer, Progress | Blob) else line(answer)
        except UserError as error:
            found = diagnostics(error.diagnostics)
            if self.stream:
                yield line(Failed(diagnostics=found, seconds=0.0))
            else:
                first = found[0]
                yield line(Refusal(error=first.message, hint=first.hint, diagnostics=found))


bounds = Bounds()
"""The limits of the tasks of this process."""

started: ContextVar[float] = ContextVar("started", default=0.0)
"""When the task began that runs here, by `time.perf_counter`."""


def limits(seconds: float | None) -> Limits:
    """Return the limits of a task: those of the server, or less time if `seconds` are fewer."""
    return Limits(min(seconds or bounds.seconds, bounds.seconds), bounds.megabytes)


def limits_left(seconds: float | None) -> Limits:
    """Return the limits of a task less the time it has used."""
    return remaining_after(limits(seconds), time.perf_counter() - started.get())


def line(answer: Any) -> EncodedLine:
    """Return an answer as JSON."""
    return EncodedLine(type(answer).__name__, json.encode(answer))


def diagnostics(items: Iterable[Any]) -> list[Diagnostic]:
    """Return messages as answers; paths of this machine are left out."""
    out = [Diagnostic(**item.to_json()) for item in items][:200]
    for each in out:
        each.message = without_options(each.message) or each.message
        each.hint = without_options(each.hint or "") or None
    return out


def without_options(text: str) -> str:
    """Return a message for users without a command line: options are called by their names.

    >>> without_options("name it: --genre hashi; a format is named with --from: nl")
    'name it: hashi'
    >>> without_options("--set touch=false or --pairs 5")
    'touch=false or pairs 5'
    """
    parts = [part for part in text.removeprefix("<puzzle>: ").split("; ") if "--from" not in part]
    text = re.sub(r" (?:of|with) --genre\b|--(?:genre|set) (?=\w)", "", "; ".join(parts))
    text = text.replace("--genre", "its kind").replace("nlc list genres ", "")
    return re.sub(r"--([a-z][a-z-]*)", r"\1", text)


def report(stage: str, text: str = "", **more: Any) -> None:
    """Send the progress of a task to the server, which adds the seconds."""
    known = {"conflicts": None, "solutions": 0} | more
    emit(Progress(seconds=0.0, stage=stage, text=text, **known))


TICK_SECONDS = 0.25
"""How often the limits of a job are checked."""

_PAUSE_SECONDS = 0.005
"""How often messages of a job are looked for."""


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
        reusable, due = False, time.monotonic() if nice and not PORTABLE else inf
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
                ends = time.monotonic() + TICK_SECONDS
                while not (ready := worker.has_output()) and time.monotonic() < ends:
                    await asyncio.sleep(_PAUSE_SECONDS)
                if not ready:
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
