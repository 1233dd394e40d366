"""Limits of time and memory for work of this process itself, such as compiling; its priority."""

from __future__ import annotations

import os
import resource
import signal
import threading
import time
from contextlib import suppress
from pathlib import Path
from types import FrameType, TracebackType

from msgspec.structs import replace

from nlc.process.limits import Limits, Reason, address_space
from nlc.process.usage import descendants

LEAST_SECONDS = 1e-3
"""The least value of a timer, as 0 would turn it off."""

RING_SECONDS = 0.2
"""Time between two alarms until the block has ended."""


class OwnLimitError(Exception):
    """Work of this process reached a limit; `reason` says which."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


class _AlarmError(BaseException):
    """Raised when the time is over; a BaseException, so that handlers do not catch it."""


class within:  # noqa: N801
    """A context with limits of memory and, in the main thread, of time.

    Python drops exceptions from finalizers, so the alarm is repeated until the block has ended. It
    does not raise in the frames of this class, where the exception would be outside of the block.

    Raises:
        OwnLimitError: a limit was reached.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        limited = limits.seconds is not None or limits.cpu_seconds is not None
        self._timed = limited and threading.current_thread() is threading.main_thread()

    def __enter__(self) -> None:
        self._memory = resource.getrlimit(resource.RLIMIT_AS)
        self._wall, self._processor = time.monotonic(), time.process_time()
        if self._limits.megabytes is not None:
            space = address_space() + self._limits.megabytes * 2**20
            hard = self._memory[1]
            soft = space if hard == resource.RLIM_INFINITY else min(space, hard)
            resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        if self._timed:
            self._handler = signal.signal(signal.SIGALRM, self._ring)
            seconds, _ = self._left()
            self._timer = signal.setitimer(signal.ITIMER_REAL, seconds, RING_SECONDS)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        if self._timed:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._handler)
            left, interval = self._timer
            if left:  # restart the timer of an outer block
                left = max(left - (time.monotonic() - self._wall), LEAST_SECONDS)
                signal.setitimer(signal.ITIMER_REAL, left, interval)
        if self._limits.megabytes is not None:
            resource.setrlimit(resource.RLIMIT_AS, self._memory)
        if isinstance(error, _AlarmError):
            raise OwnLimitError(self._left()[1]) from None
        if isinstance(error, MemoryError) and self._limits.megabytes is not None:
            raise OwnLimitError("memory") from None

    def _left(self) -> tuple[float, Reason]:
        """Return the seconds until the next limit of time, `LEAST_SECONDS` or more, and which."""
        left: list[tuple[float, Reason]] = []
        if self._limits.seconds is not None:
            used = time.monotonic() - self._wall
            left.append((self._limits.seconds - used, "wall-time"))
        if self._limits.cpu_seconds is not None:
            used = time.process_time() - self._processor
            left.append((self._limits.cpu_seconds - used, "cpu-time"))
        seconds, reason = min(left)
        return max(seconds, LEAST_SECONDS), reason

    def _ring(self, _number: int, frame: FrameType | None) -> None:
        """End the block if a limit of time is reached; else set the timer again."""
        seconds, _ = self._left()
        if seconds > LEAST_SECONDS:
            signal.setitimer(signal.ITIMER_REAL, seconds, RING_SECONDS)
        elif frame is None or frame.f_code not in self._own:
            raise _AlarmError

    _own = (__enter__.__code__, __exit__.__code__)


def remaining_since(limits: Limits, started: float) -> Limits:
    """Return the limits that remain after work since a time of `time.perf_counter`."""
    return remaining_after(limits, time.perf_counter() - started)


def remaining_after(limits: Limits, used: float) -> Limits:
    """Return the limits that remain after so many seconds."""
    return replace(
        limits,
        seconds=_subtract(limits.seconds, used),
        cpu_seconds=_subtract(limits.cpu_seconds, used),
    )


def _subtract(seconds: float | None, used: float) -> float | None:
    return None if seconds is None else max(seconds - used, LEAST_SECONDS)


LEAST = 19


def give_way(root: int) -> None:
    """Give a process and its descendants the lowest priority, for good.

    With ``autogroup`` (see sched(7)) Linux divides processors among sessions first, and priorities
    count within a session only; so the session gets the lowest priority, too. The kernel accepts
    only a few such changes at a time, so call this again, also for later descendants.
    """
    # The caller's own session keeps its priority, unless the call is for the caller itself.
    ours = None if os.getsid(0) == os.getpid() == root else os.getsid(0)
    family = [root]
    with suppress(OSError):  # there is no /proc
        family += descendants(root)
    for pid in family:
        with suppress(OSError):  # it has ended
            os.setpriority(os.PRIO_PROCESS, pid, LEAST)
        with suppress(OSError):
            if os.getsid(pid) == ours:
                continue
            session = Path(f"/proc/{pid}/autogroup")
            if not session.read_text(encoding="ascii").endswith(f" {LEAST}\n"):
                session.write_text(str(LEAST), encoding="ascii")
