"""Limits of time and memory for what this process does itself, such as compiling."""

from __future__ import annotations

import resource
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

from nlc.dataclasses import replace
from nlc.process.limits import Limits, Reason, address_space


class OwnLimitError(Exception):
    """What this process did reached a limit; `reason` says which."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


class _Alarm(BaseException):
    """The time is over: no handler of exceptions on the way is meant."""


@contextmanager
def within(limits: Limits) -> Iterator[None]:
    """Bound the work of a block in the main thread by the least of the limits of time, and memory.

    Raises:
        OwnLimitError: a limit was reached.
    """
    known = [each for each in (limits.seconds, limits.cpu_seconds) if each is not None]
    timed = bool(known) and threading.current_thread() is threading.main_thread()
    before = resource.getrlimit(resource.RLIMIT_AS)
    handler = signal.signal(signal.SIGALRM, _ring) if timed else None
    timer, started = (0.0, 0.0), time.monotonic()
    try:
        if timed:
            timer = signal.setitimer(signal.ITIMER_REAL, max(min(known), 1e-3))
        if limits.megabytes is not None:
            space = address_space() + limits.megabytes * 2**20
            hard = before[1]
            soft = space if hard == resource.RLIM_INFINITY else min(space, hard)
            resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        yield
    except _Alarm:
        shortest = limits.seconds is not None and limits.seconds == min(known)
        raise OwnLimitError("wall-time" if shortest else "cpu-time") from None
    except MemoryError:
        if limits.megabytes is None:
            raise
        raise OwnLimitError("memory") from None
    finally:
        if timed:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, handler)
            if timer[0]:  # one that ran before goes on
                left = max(timer[0] - (time.monotonic() - started), 1e-3)
                signal.setitimer(signal.ITIMER_REAL, left, timer[1])
        if limits.megabytes is not None:
            resource.setrlimit(resource.RLIMIT_AS, before)


def since(limits: Limits, started: float) -> Limits:
    """Return what is left of limits after work since a time of `time.perf_counter`."""
    used = time.perf_counter() - started
    least = 1e-3
    return replace(
        limits,
        seconds=None if limits.seconds is None else max(limits.seconds - used, least),
        cpu_seconds=None if limits.cpu_seconds is None else max(limits.cpu_seconds - used, least),
    )


def _ring(_number: int, _frame: FrameType | None) -> NoReturn:
    raise _Alarm
