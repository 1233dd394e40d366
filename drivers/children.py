"""What holds for every child process: it is confined, it can be ended, it outlives nobody."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import os
import resource
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

_PR_SET_PDEATHSIG = 1

POLL_SECONDS = 0.1
"""How often a child that says nothing is looked at: a grandchild can hold its pipe open."""


@dataclass(frozen=True)
class Ended:
    """How a child ended.

    Attributes:
        status: exit status, or minus the number of the signal that killed it.
        cpu_seconds: user and system time of the child and of those children that it waited for.
        megabytes: largest resident set; a forked child inherits pages that count here.
    """

    status: int
    cpu_seconds: float
    megabytes: float

    def __str__(self) -> str:
        if self.status >= 0:
            return f"exit status {self.status}"
        try:
            return f"killed by {signal.Signals(-self.status).name}"
        except ValueError:
            return f"killed by signal {-self.status}"


def confinement(megabytes: int | None, inherited: int = 0) -> Callable[[], None]:
    """Return what a new child calls first, to be bound by limits and by the life of this process.

    On Linux the kernel kills the child (not its own children) when the thread that started it ends.
    It may write no core file, and its address space is limited (``RLIMIT_AS``).

    Args:
        megabytes: address space beyond the inherited one, or None.
        inherited: bytes of address space that the child starts with.
    """
    parent = os.getpid()
    die_with_parent = _die_with_parent()
    space = None if megabytes is None else inherited + megabytes * 2**20

    def confine() -> None:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if space is not None:
            _, hard = resource.getrlimit(resource.RLIMIT_AS)
            limit = space if hard == resource.RLIM_INFINITY else min(space, hard)
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        die_with_parent()
        if os.getppid() != parent:  # it died before the kernel knew what to do then
            os.kill(os.getpid(), signal.SIGKILL)

    return confine


@functools.cache
def _die_with_parent() -> Callable[[], object]:
    if not sys.platform.startswith("linux"):
        return lambda: None
    # Looked up here, in the parent: a fresh child of a process with threads must not load code.
    prctl = ctypes.CDLL(None).prctl
    return functools.partial(prctl, _PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)


def address_space() -> int:
    """Return the bytes of address space of this process, or 0 where it cannot be told."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except OSError:
        return 0
    return pages * resource.getpagesize()


def reap(pid: int) -> Ended | None:
    """Return how a child ended, or None while it runs; to be called until it returns the former."""
    reaped, status, usage = os.wait4(pid, os.WNOHANG)
    return _ended(status, usage) if reaped else None


def end(pid: int) -> Ended:
    """Kill a child that was not reaped, with its process group, and reap it."""
    kill_group(pid)
    with contextlib.suppress(ProcessLookupError):  # a child that has not made its group yet
        os.kill(pid, signal.SIGKILL)
    _, status, usage = os.wait4(pid, 0)
    return _ended(status, usage)


def kill_group(pid: int) -> None:
    """Kill what is left of the process group that the child `pid` leads or led.

    A process number is not given out again while it names a group that still has members.
    """
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


def _ended(status: int, usage: resource.struct_rusage) -> Ended:
    kilobytes = usage.ru_maxrss / (1024 if sys.platform == "darwin" else 1)
    return Ended(
        os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, kilobytes / 1024
    )
