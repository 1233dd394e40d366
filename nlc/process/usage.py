"""The time and memory that processes use, from Linux's ``/proc``."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from math import inf
from mmap import PAGESIZE
from pathlib import Path

from nlc.process.limits import POLL_SECONDS, Limits, Reason
from nlc.process.platform import PORTABLE, resource

_RESET_PEAK = b"5"
"""Written to ``/proc/self/clear_refs``, resets the peak of the resident set; see proc(5)."""

_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 1


def processes() -> Iterator[tuple[int, list[bytes]]]:
    """Yield each process of the machine: its number and its fields in ``/proc/PID/stat``.

    The fields begin with the state: field n of proc(5) has the index n - 3.
    """
    with os.scandir("/proc") as entries:
        numbers = [int(entry.name) for entry in entries if entry.name.isdigit()]
    for pid in numbers:
        with contextlib.suppress(OSError):  # it may end in the meantime
            file = os.open(f"/proc/{pid}/stat", os.O_RDONLY)
            try:
                yield pid, os.read(file, 4096).rpartition(b")")[2].split()
            finally:
                os.close(file)


def descendants(root: int) -> dict[int, list[bytes]]:
    """Return all descendants of a process, with their fields; see `processes`."""
    families: dict[int, list[tuple[int, list[bytes]]]] = {}
    for pid, fields in processes():
        families.setdefault(int(fields[1]), []).append((pid, fields))
    found: dict[int, list[bytes]] = {}
    parents = [root]
    while parents:
        family = families.get(parents.pop(), [])
        found.update(family)
        parents += [pid for pid, _ in family]
    return found


def usage_of_family(*, memory: bool) -> tuple[float, float]:
    """Return the processor time in seconds and the megabytes of this process and its descendants.

    A page that several processes share counts once. Without ``/proc``, only this process counts.

    Args:
        memory: whether the megabytes are wanted, which take longer; else they are 0.
    """
    family: dict[int, list[bytes]] = {}
    with contextlib.suppress(OSError):
        family = descendants(os.getpid())
    ticks = sum(sum(map(int, fields[11:15])) for fields in family.values())
    megabytes = 0.0
    if memory:
        whole = (os.getpid(), *family)
        megabytes = sum(megabytes_of(b"Pss", pid, "smaps_rollup") or 0.0 for pid in whole)
    return processor_seconds() + ticks / _TICKS, megabytes


class Meter:
    """Samples the usage of a process's descendants, and compares it with limits.

    Without ``/proc``, only the limits of each process hold.

    Attributes:
        megabytes: the largest resident memory that was sampled.
    """

    def __init__(self, root: int, limits: Limits) -> None:
        self._root = root
        self._limits = limits
        self.megabytes = 0.0
        limited = limits.cpu_seconds is not None or limits.megabytes is not None
        self._due = 0.0 if limited and Path("/proc/self/stat").exists() else inf

    def pause(self) -> float:
        """Return the seconds until the next sample, at most `POLL_SECONDS`."""
        return max(0.0, min(POLL_SECONDS, self._due - time.monotonic()))

    def exceeded_limit(self) -> Reason | None:
        """Sample the usage if it is time, and return the limit that has been reached, if any."""
        start = time.monotonic()
        if start < self._due:
            return None
        # The time is that of the processes and of the children that these have waited for; a page
        # that several of them share counts for each.
        family = descendants(self._root).values()
        seconds = sum(sum(map(int, fields[11:15])) for fields in family) / _TICKS
        megabytes = sum(int(fields[21]) for fields in family) * PAGESIZE / 2**20
        self.megabytes = max(self.megabytes, megabytes)
        pause = POLL_SECONDS
        if self._limits.cpu_seconds is not None:
            if seconds >= self._limits.cpu_seconds:
                return "cpu-time"
            pause = min(pause, max(self._limits.cpu_seconds - seconds, 0.01))
        if self._limits.megabytes is not None and megabytes >= self._limits.megabytes:
            return "memory"
        now = time.monotonic()
        # A machine can have thousands of processes: sampling takes a twentieth of the time.
        self._due = now + max(pause, (now - start) / 0.05)
        return None


def megabytes_of(key: bytes, pid: int | str = "self", file: str = "status") -> float | None:
    """Return the megabytes that a file of ``/proc/PID`` has under a key, or None if unknown.

    ``VmRSS`` are resident; ``RssAnon`` anonymous and resident: pages that a process shares with its
    parent after a fork count, and still do once it has written to them; ``VmData`` are private and
    writable. Its kB have 1024 bytes.
    """
    try:
        text = Path(f"/proc/{pid}/{file}").read_bytes()
    except OSError:
        return None
    found = text.partition(b"\n%s:" % key)[2].split(maxsplit=1)
    return int(found[0]) / 1024 if found else None


class Stopwatch:
    """Measures wall-clock time, processor time and memory since its creation."""

    def __init__(self) -> None:
        self._resident: float | None = None
        with contextlib.suppress(OSError):  # not Linux, or a sandbox that forbids it
            Path("/proc/self/clear_refs").write_bytes(_RESET_PEAK)
            self._resident = megabytes_of(b"VmRSS")
        self.lap()

    def lap(self) -> None:
        """Restart the times from 0."""
        self._wall, self._cpu = time.monotonic(), processor_seconds()

    @property
    def seconds(self) -> float:
        """Wall-clock time of this lap."""
        return time.monotonic() - self._wall

    @property
    def cpu_seconds(self) -> float:
        """Processor time of this lap, user and system, also of children that were waited for."""
        return processor_seconds() - self._cpu

    @property
    def megabytes(self) -> float | None:
        """The largest growth of the resident set in all laps, or None if unknown."""
        peak = megabytes_of(b"VmHWM")
        if peak is None or self._resident is None:
            return None
        return max(0.0, peak - self._resident)


def processor_seconds(*, own: bool = True) -> float:
    """Return the processor time of the children that were waited for, and that of this process.

    `time.process_time` has only the resolution of kernel ticks where a timer of it is set.

    Args:
        own: whether that of this process counts.
    """
    if PORTABLE:
        return own * time.process_time()
    both = (resource.getrusage(who) for who in (resource.RUSAGE_CHILDREN, resource.RUSAGE_SELF))
    return float(sum(each.ru_utime + each.ru_stime for each in list(both)[: 1 + own]))


def cores() -> int:
    """Return the number of cores that this process may use; 1 where jobs are threads."""
    return 1 if PORTABLE else len(os.sched_getaffinity(0))
