"""What the processes of a session use together, sampled from Linux's ``/proc``."""

from __future__ import annotations

import os
import resource
import time
from pathlib import Path

from nlc.drivers.base import Limits, Reason
from nlc.process.cleanup_daemon import processes
from nlc.process.limits import POLL_SECONDS

_SHARE = 0.05
"""Of the time, so much may go into looking: a machine can have thousands of processes."""

_LEAST_SECONDS = 0.01

_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = resource.getpagesize()


def used(session: int) -> tuple[float, float]:
    """Return the processor time in seconds and the resident memory in megabytes of a session.

    The time is that of its processes and of the children that these have waited for. A page that
    several processes share counts for each of them.
    """
    ticks = pages = 0
    for _, fields in processes():
        if int(fields[3]) == session:
            ticks += sum(map(int, fields[11:15]))
            pages += int(fields[21])
    return ticks / _TICKS, pages * _PAGE / 2**20


class Meter:
    """Compares what a session uses with its limits, now and then.

    Where there is no ``/proc``, only the limits of each process hold.

    Attributes:
        megabytes: the most resident memory that was seen.
    """

    def __init__(self, session: int, limits: Limits) -> None:
        self._session = session
        self._limits = limits
        self._due = 0.0
        self.megabytes = 0.0
        limited = limits.cpu_seconds is not None or limits.megabytes is not None
        self._on = limited and Path("/proc/self/stat").exists()

    def pause(self) -> float:
        """Return how many seconds there are until the next look, at most `POLL_SECONDS`."""
        return (
            max(0.0, min(POLL_SECONDS, self._due - time.monotonic())) if self._on else POLL_SECONDS
        )

    def exceeded(self) -> Reason | None:
        """Return which limit has been reached, as far as it is known."""
        start = time.monotonic()
        if not self._on or start < self._due:
            return None
        seconds, megabytes = used(self._session)
        self.megabytes = max(self.megabytes, megabytes)
        pause = POLL_SECONDS
        if self._limits.cpu_seconds is not None:
            if seconds >= self._limits.cpu_seconds:
                return "cpu-time"
            pause = min(pause, max(self._limits.cpu_seconds - seconds, _LEAST_SECONDS))
        if self._limits.megabytes is not None and megabytes >= self._limits.megabytes:
            return "memory"
        now = time.monotonic()
        self._due = now + max(pause, (now - start) / _SHARE)
        return None
