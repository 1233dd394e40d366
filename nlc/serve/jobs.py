"""Jobs of the server: their queue, and the lines of their answers."""

from __future__ import annotations

import asyncio
import sys
import time
from collections import deque
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from typing import Any

import msgspec

from nlc.process.limits import Limits
from nlc.process.worker import WorkerStoppedError
from nlc.serve.answers import Progress, Queued, Stopped
from nlc.serve.requests import CompareRequest
from nlc.serve.settings import Settings
from nlc.serve.task import Blob, EncodedLine, Function, Task, Workers

HEARTBEAT_SECONDS = 1.0
"""The longest time between two lines of a stream."""

LONG_SECONDS = 2.0
"""A job that takes longer moves to a slot for long jobs if one is free, and leaves its own."""

GRACE_SECONDS = 2.0
"""A process may run so much longer than its job, to report its results."""

_ENDS = frozenset({"Done", "Stopped", "Failed"})

_REASONS = {
    "wall-time": "the limit of time was reached",
    "memory": "the limit of memory was reached",
    "cpu-time": "the limit of processor time was reached",
    "killed": "the process of the job was killed",
    "crashed": "the process of the job crashed",
}


class Jobs:
    """Runs tasks in worker processes, a limited number at a time."""

    def __init__(self, settings: Settings) -> None:
        """Start without a worker."""
        self._settings = settings
        self._workers = Workers(idle=2 * settings.jobs)
        self._fillers = Workers(idle=0)
        self._quick = Slots(max(2, settings.jobs), settings.queue)
        self._short = Slots(settings.jobs, settings.queue)
        self._long = Slots(settings.jobs, 0)

    @property
    def running(self) -> int:
        """The number of jobs that run."""
        return self._quick.running + self._short.running + self._long.running

    @property
    def waiting(self) -> int:
        """The number of requests that wait."""
        return self._quick.waiting + self._short.waiting

    def require_room(self) -> None:
        """Check that the queue has room for one more job.

        Raises:
            FullError: the queue is full.
        """
        self._short.require_room()

    def close(self) -> None:
        """End the idle processes."""
        self._workers.close()
        self._fillers.close()

    async def quick(self, function: Function, request: Any) -> EncodedLine | Blob:
        """Return the last answer of a task.

        Raises:
            FullError: the queue is full.
            WorkerStoppedError: a limit was reached, or its process died.
        """
        settings = self._settings
        async with aclosing(self._quick.turn(HEARTBEAT_SECONDS)) as turns:
            async for _ in turns:
                pass
        try:
            bounds = settings.bounds
            task = Task(function, request, bounds, stream=False)
            limits = Limits(min(settings.quick_seconds, bounds.seconds), bounds.megabytes)
            found: EncodedLine | Blob | None = None
            async with aclosing(self._workers.run(task, limits)) as results:
                async for value in results:
                    found = value if isinstance(value, EncodedLine | Blob) else found
            assert found is not None
            return found
        finally:
            self._quick.leave()

    async def stream(self, function: Function, request: Any) -> AsyncGenerator[bytes, None]:
        """Yield the lines of a job; if the iterator is closed early, its processes are killed."""
        started = time.monotonic()

        def encode(answer: Any) -> bytes:
            answer.seconds = round(time.monotonic() - started, 3)
            return msgspec.json.encode(answer) + b"\n"

        try:
            async with aclosing(self._short.turn(HEARTBEAT_SECONDS)) as turns:
                async for ahead in turns:
                    yield encode(Queued(ahead=ahead, seconds=0.0))
        except FullError:
            yield encode(stop_line("full", f"{self._short.waiting} others wait already"))
            return
        async with aclosing(self._run(function, request)) as answers:
            async for answer in answers:
                yield encode(answer) if isinstance(answer, msgspec.Struct) else answer

    async def background(
        self, function: Function, request: Any
    ) -> AsyncGenerator[EncodedLine, None]:
        """Yield the lines of a job for which no client waits, at the lowest priority."""
        bounds = self._settings.bounds
        task = Task(function, request, bounds, stream=True)
        limits = Limits(bounds.seconds + GRACE_SECONDS, bounds.megabytes)
        with suppress(WorkerStoppedError, RuntimeError, OSError):
            async with aclosing(self._fillers.run(task, limits, nice=True)) as results:
                async for value in results:
                    if isinstance(value, EncodedLine):
                        yield value

    async def _run(self, function: Function, request: Any) -> AsyncGenerator[Any, None]:
        """Run a job in its slot; yield its lines, and structures without their seconds."""
        settings, slots = self._settings, self._short
        bounds = settings.bounds
        seconds = min(getattr(request, "seconds", None) or bounds.seconds, bounds.seconds)
        if isinstance(request, CompareRequest):  # the limit is of each run
            runs = len(request.encodings) * len(request.solvers) * request.repeat
            seconds = min(seconds * runs, bounds.seconds * 10)
        task = Task(function, request, bounds, stream=True)
        limits = Limits(seconds + GRACE_SECONDS, bounds.megabytes)
        last = Progress(seconds=0.0, stage="start", text="", conflicts=None, solutions=0, done=None)
        ended = False
        started = last_sent = time.monotonic()
        try:
            async with aclosing(self._workers.run(task, limits)) as results:
                async for value in results:
                    now = time.monotonic()
                    if slots is self._short and now - started > LONG_SECONDS and self._long.take():
                        self._short.leave()
                        slots = self._long
                    if isinstance(value, EncodedLine):
                        if value.tag == "SolutionFound":
                            last.solutions += 1
                        ended = value.tag in _ENDS
                        yield _with_seconds(value, now - started)
                    elif isinstance(value, Progress):
                        value.solutions = max(value.solutions, last.solutions)
                        if value.conflicts is None:
                            value.conflicts = last.conflicts
                        last = value
                        yield last
                    elif now - last_sent < HEARTBEAT_SECONDS:
                        continue
                    else:
                        yield last
                    last_sent = now
            if not ended:
                yield stop_line("crashed", "the job ended without an answer")
        except WorkerStoppedError as stop:
            reason = stop.reason if stop.reason in _REASONS else "crashed"
            yield stop_line(reason, _REASONS[reason], _hint(reason, seconds, bounds.megabytes))
        except (RuntimeError, OSError) as error:
            print(f"nlc: {error}", file=sys.stderr)
            yield stop_line("crashed", f"nlc is at fault: {str(error).strip().splitlines()[-1]}")
        finally:
            slots.leave()


def _with_seconds(line: EncodedLine, seconds: float) -> bytes:
    """Return a line; the last one of an answer gets its seconds."""
    if line.tag in _ENDS:
        return line.data.replace(b'"seconds":0.0', b'"seconds":%.3f' % seconds, 1) + b"\n"
    return line.data + b"\n"


def stop_line(reason: Any, message: str, hint: str | None = None) -> Stopped:
    """Return the last line of a job that was ended."""
    return Stopped(reason=reason, message=message, hint=hint, seconds=0.0)


def _hint(reason: str, seconds: float, megabytes: int | None) -> str | None:
    if reason == "memory":
        return f"this server gives a job {megabytes} MB; nlc serve can be started with more"
    if reason == "wall-time":
        return f"a job has {seconds:g} seconds; nlc serve can be started with more"
    return None


class FullError(Exception):
    """The queue is full."""


class Slots:
    """A limited number of slots, and a queue for them: first come, first served."""

    def __init__(self, slots: int, queue: int) -> None:
        self._slots = slots
        self._most = queue
        self._waiting: deque[asyncio.Event] = deque()
        self.running = 0

    @property
    def waiting(self) -> int:
        """The length of the queue."""
        return len(self._waiting)

    def require_room(self) -> None:
        """Check that the queue has room for one more.

        Raises:
            FullError: the queue is full.
        """
        if len(self._waiting) >= self._most:
            raise FullError

    def take(self) -> bool:
        """Take a slot if one is free and none waits for it; return whether it was taken."""
        free = self.running < self._slots and not self._waiting
        self.running += free
        return free

    async def turn(self, seconds: float) -> AsyncGenerator[int, None]:
        """Wait for a slot; yield the place in the queue, at once and then each `seconds`.

        The iterator ends when the slot is taken; closing it earlier leaves the queue.

        Raises:
            FullError: the queue is full.
        """
        if self.take():
            return
        self.require_room()
        event = asyncio.Event()
        self._waiting.append(event)
        try:
            while True:
                ahead = self._waiting.index(event)
                if ahead == 0 and self.running < self._slots:
                    self._waiting.popleft()
                    self.running += 1
                    return
                yield ahead
                event.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(event.wait(), seconds)
        finally:
            if event in self._waiting:
                self._waiting.remove(event)
            self._wake()

    def leave(self) -> None:
        """Release a slot."""
        self.running -= 1
        self._wake()

    def _wake(self) -> None:
        if self._waiting:
            self._waiting[0].set()
