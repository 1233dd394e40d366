"""What this process has used of time and memory."""

from __future__ import annotations

import resource
import time
from pathlib import Path

_RESET_PEAK = "5"
"""What ``/proc/self/clear_refs`` takes to forget the peak of the resident set; see proc(5)."""


def resident() -> float | None:
    """Return the megabytes of this process in memory, or None where it cannot be told."""
    return _status("VmRSS")


def private(pid: int) -> float | None:
    """Return the megabytes in memory that are of no file, of a process, or None.

    Pages that it shares with the process that it was forked from count, and go on to do so once it
    has written to them.
    """
    return _status("RssAnon", pid)


def writable() -> float | None:
    """Return the megabytes of private memory that this process could write, or None."""
    return _status("VmData")


class Stopwatch:
    """Wall-clock time, processor time and memory since it was made."""

    def __init__(self) -> None:
        self._resident = resident() if _forget_peak() else None
        self.lap()

    def lap(self) -> None:
        """Count the times from now on."""
        self._wall, self._cpu = time.monotonic(), _processor()

    @property
    def seconds(self) -> float:
        """Wall-clock time of this lap."""
        return time.monotonic() - self._wall

    @property
    def cpu_seconds(self) -> float:
        """Processor time of this lap, user and system, also of children that were waited for."""
        return _processor() - self._cpu

    @property
    def megabytes(self) -> float | None:
        """How far the resident set has grown at most, of all laps, or None."""
        peak = _status("VmHWM")
        if peak is None or self._resident is None:
            return None
        return max(0.0, peak - self._resident)


def _processor() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def _forget_peak() -> bool:
    try:
        Path("/proc/self/clear_refs").write_text(_RESET_PEAK, encoding="ascii")
    except OSError:  # not Linux, or a sandbox that forbids it
        return False
    return True


def _status(key: str, pid: int | str = "self") -> float | None:
    """Return a line of ``/proc/PID/status`` in megabytes; its kB are of 1024 bytes."""
    try:
        text = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        return None
    found = text.partition(f"\n{key}:")[2].split(maxsplit=1)
    return int(found[0]) / 1024 if found else None
