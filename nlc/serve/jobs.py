"""Jobs of the server: who may run when, what is sent of them, and what is kept."""

from __future__ import annotations

import asyncio
import sys
import time
from collections import OrderedDict, deque
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from hashlib import sha256
from typing import Any

import msgspec

from nlc.process.limits import Limits
from nlc.process.worker import WorkerStoppedError
from nlc.serve.answers import Progress, Queued, Stopped
from nlc.serve.requests import CompareRequest, SolveRequest
from nlc.serve.settings import Settings
from nlc.serve.task import Blob, Function, Line, Task
from nlc.serve.workers import Workers

HEARTBEAT_SECONDS = 1.0
"""A line of a stream comes at least so often."""

LONG_SECONDS = 2.0
"""A job that takes longer makes room for short ones as far as it can; its priority stays."""

GRACE_SECONDS = 2.0
"""A process has so much longer than its job, to tell how far it came."""

COMPARED = 10
"""A comparison has so many times the limit of a job."""

MOST_BYTES, LARGEST = 32_000_000, 1_000_000
"""Of all answers that are kept, and of one of them."""

_ENDS = frozenset({"Done", "Stopped", "Failed"})

_REASONS = {
    "wall-time": "the limit of time was reached",
    "memory": "the limit of memory was reached",
    "cpu-time": "the limit of processor time was reached",
    "killed": "the process of the job was killed",
    "crashed": "the process of the job crashed",
}


class Jobs:
    """Runs tasks in processes: short ones at once, long ones as many as the server may."""

    def __init__(self, settings: Settings) -> None:
        """Begin with no process."""
        self._settings = settings
        self._workers = Workers(idle=2 * settings.jobs)
        self._fillers = Workers(idle=0)
        self._kept = Kept()
        self._quick = Slots(max(2, settings.jobs), settings.queue)
        self._short = Slots(settings.jobs, settings.queue)
        self._long = Slots(settings.jobs, 0)

    @property
    def running(self) -> int:
        """How many jobs run."""
        return self._quick.running + self._short.running + self._long.running

    @property
    def waiting(self) -> int:
        """How many requests wait."""
        return self._quick.waiting + self._short.waiting

    def require_room(self) -> None:
        """See whether one more job may come.

        Raises:
            FullError: the queue is full.
        """
        self._short.require_room()

    def close(self) -> None:
        """End the idle processes."""
        self._workers.close()
        self._fillers.close()

    async def quick(self, function: Function, request: Any) -> Line | Blob:
        """Return the last answer of a task.

        Raises:
            FullError: too many wait.
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
            found: Line | Blob | None = None
            async with aclosing(self._workers.run(task, limits)) as results:
                async for value in results:
                    found = value if isinstance(value, Line | Blob) else found
            assert found is not None
            return found
        finally:
            self._quick.leave()

    async def stream(self, function: Function, request: Any) -> AsyncGenerator[bytes, None]:
        """Yield the lines of a job; when it is closed half way, its processes are killed.

        An answer that is known comes at once, also where it was found for another meanwhile.
        """
        started, key = time.monotonic(), self._kept.key(request)
        known, waited = self._kept.get(key), 0.0

        def told(answer: Any) -> bytes:
            answer.seconds = round(time.monotonic() - started, 3)
            return msgspec.json.encode(answer) + b"\n"

        if not known:
            try:
                async with aclosing(self._short.turn(HEARTBEAT_SECONDS)) as turns:
                    async for ahead in turns:
                        yield told(Queued(ahead=ahead, seconds=0.0))
            except FullError:
                yield told(_stopped("full", f"{self._short.waiting} others wait already"))
                return
            if known := self._kept.get(key):
                self._short.leave()
                waited = time.monotonic() - started
        if known:
            for line in known:
                yield _timed(line, waited)
            return
        lines = Lines()
        async with aclosing(self._run(function, request, lines)) as answers:
            async for answer in answers:
                yield told(answer) if isinstance(answer, msgspec.Struct) else answer
        self._kept.put(key, lines)

    async def background(self, function: Function, request: Any) -> AsyncGenerator[Line, None]:
        """Yield the lines of a job for which nobody waits, with the least priority."""
        bounds = self._settings.bounds
        task = Task(function, request, bounds, stream=True, nice=True)
        limits = Limits(bounds.seconds + GRACE_SECONDS, bounds.megabytes)
        with suppress(WorkerStoppedError, RuntimeError, OSError):
            async with aclosing(self._fillers.run(task, limits, nice=True)) as results:
                async for value in results:
                    if isinstance(value, Line):
                        yield value

    async def _run(
        self, function: Function, request: Any, lines: Lines
    ) -> AsyncGenerator[Any, None]:
        """Run a job whose slot was taken; yield its lines, and structures that lack the time.

        The lines of the answer are added to `lines`.
        """
        settings, slots = self._settings, self._short
        bounds = settings.bounds
        seconds = min(getattr(request, "seconds", None) or bounds.seconds, bounds.seconds)
        if isinstance(request, CompareRequest):  # the limit is of each run
            runs = len(request.encodings) * len(request.solvers) * request.repeat
            seconds = min(seconds * runs, bounds.seconds * COMPARED)
        task = Task(function, request, bounds, stream=True)
        limits = Limits(seconds + GRACE_SECONDS, bounds.megabytes)
        last = Progress(seconds=0.0, stage="start", text="", conflicts=None, solutions=0, done=None)
        ended = False
        started = beat = time.monotonic()
        try:
            async with aclosing(self._workers.run(task, limits)) as results:
                async for value in results:
                    now = time.monotonic()
                    if slots is self._short and now - started > LONG_SECONDS and self._long.take():
                        self._short.leave()
                        slots = self._long
                    if isinstance(value, Line):
                        if value.tag == "SolutionFound":
                            last.solutions += 1
                        ended = value.tag in _ENDS
                        lines.add(value)
                        yield _timed(value, now - started)
                    elif isinstance(value, Progress):
                        value.solutions = max(value.solutions, last.solutions)
                        value.conflicts = (
                            last.conflicts if value.conflicts is None else value.conflicts
                        )
                        last = value
                        yield last
                    elif now - beat < HEARTBEAT_SECONDS:
                        continue
                    else:
                        yield last
                    beat = now
            if not ended:
                yield _stopped("crashed", "the job ended without an answer")
        except WorkerStoppedError as stop:
            reason = stop.reason if stop.reason in _REASONS else "crashed"
            yield _stopped(reason, _REASONS[reason], _hint(reason, seconds, bounds.megabytes))
        except (RuntimeError, OSError) as error:
            print(f"nlc: {error}", file=sys.stderr)
            yield _stopped("crashed", f"nlc is at fault: {str(error).strip().splitlines()[-1]}")
        finally:
            slots.leave()


def _timed(line: Line, seconds: float) -> bytes:
    """Return a line, with the seconds in the last one."""
    if line.tag in _ENDS:
        return line.data.replace(b'"seconds":0.0', b'"seconds":%.3f' % seconds, 1) + b"\n"
    return line.data + b"\n"


def _stopped(reason: Any, message: str, hint: str | None = None) -> Stopped:
    return Stopped(reason=reason, message=message, hint=hint, seconds=0.0)


def _hint(reason: str, seconds: float, megabytes: int) -> str | None:
    if reason == "memory":
        return f"this server gives a job {megabytes} MB; nlc serve can be started with more"
    if reason == "wall-time":
        return f"a job has {seconds:g} seconds; nlc serve can be started with more"
    return None


class FullError(Exception):
    """The queue is as long as it may be."""


class Slots:
    """Limits how many run at a time, and how many wait: first come, first served."""

    def __init__(self, slots: int, queue: int) -> None:
        self._slots = slots
        self._most = queue
        self._waiting: deque[asyncio.Event] = deque()
        self.running = 0

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._waiting)

    def require_room(self) -> None:
        """See whether one more may come.

        Raises:
            FullError: the queue is full.
        """
        if len(self._waiting) >= self._most:
            raise FullError

    def take(self) -> bool:
        """Take a slot if one is free and nobody waits; return whether it is so."""
        free = self.running < self._slots and not self._waiting
        self.running += free
        return free

    async def turn(self, seconds: float) -> AsyncGenerator[int, None]:
        """Wait for a slot; yield how many come first, at once and then each `seconds`.

        The iterator ends with the slot taken; closing it before gives up the place.

        Raises:
            FullError: the queue is full.
        """
        if self.take():
            return
        self.require_room()
        mine = asyncio.Event()
        self._waiting.append(mine)
        try:
            while True:
                ahead = self._waiting.index(mine)
                if ahead == 0 and self.running < self._slots:
                    self._waiting.popleft()
                    self.running += 1
                    return
                yield ahead
                mine.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(mine.wait(), seconds)
        finally:
            if mine in self._waiting:
                self._waiting.remove(mine)
            self._wake()

    def leave(self) -> None:
        """Give a slot back."""
        self.running -= 1
        self._wake()

    def _wake(self) -> None:
        if self._waiting:
            self._waiting[0].set()


class Lines:
    """The lines of an answer as they come; of one that is too large to be kept, none."""

    def __init__(self) -> None:
        self.found: list[Line] = []
        self.size = 0

    def add(self, line: Line) -> None:
        """Add a line."""
        self.size += len(line.data)
        if self.size > LARGEST:
            self.found.clear()
        else:
            self.found.append(line)


class Kept:
    """Answers by what was asked; those that were not asked for longest go first."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        """Begin with none, and keep at most `most` bytes."""
        self._most, self._size = most, 0
        self._found: OrderedDict[bytes, tuple[Line, ...]] = OrderedDict()

    @staticmethod
    def key(request: Any) -> bytes | None:
        """Return what stands for a request; None where the answer depends on more."""
        if not isinstance(request, SolveRequest):
            return None
        return sha256(msgspec.json.encode(request)).digest()

    def get(self, key: bytes | None) -> tuple[Line, ...]:
        """Return the lines of an answer, or nothing."""
        if key is None or key not in self._found:
            return ()
        self._found.move_to_end(key)
        return self._found[key]

    def put(self, key: bytes | None, lines: Lines) -> None:
        """Keep the lines of an answer if it is decided, and not too large."""
        if key is None or key in self._found or lines.size > min(LARGEST, self._most):
            return
        if not lines.found or not _decided(lines.found[-1]):
            return
        self._found[key] = tuple(lines.found)
        self._size += lines.size
        while self._size > self._most:
            _, gone = self._found.popitem(last=False)
            self._size -= sum(len(line.data) for line in gone)


def _decided(last: Line) -> bool:
    """Return whether the last line of an answer says that nothing is open."""
    if last.tag != "Done":
        return False
    done = msgspec.json.decode(last.data)
    return bool(done["reason"] == "answered" and done["status"] != "UNKNOWN")
