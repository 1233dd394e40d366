"""A child process that is reaped once, whatever signal that ends nlc comes meanwhile."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import sys

from nlc.process.limits import ProcessEnd, held_back


class Child:
    """A child of this process that nobody else waits for.

    Until it is reaped, its number names nothing else: neither a process nor a group. So how it
    ended is kept before a handler of SIGINT, SIGTERM or SIGHUP can raise, and it is never signalled
    again.

    Attributes:
        pid: its number.
    """

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._ended: ProcessEnd | None = None

    def reap(self) -> ProcessEnd | None:
        """Return how it ended, or None while it runs; to be called until it returns the former.

        What is left of its process group is killed, while the number of that group is still its
        own.
        """
        with held_back():
            if self._ended is None and self._is_over():
                self._kill()
            return self._ended

    def end(self) -> ProcessEnd:
        """Kill it with its process group if it was not reaped; return how it ended."""
        with held_back():
            return self._kill() if self._ended is None else self._ended

    def _is_over(self) -> bool:
        if hasattr(os, "waitid"):
            options = os.WEXITED | os.WNOHANG | os.WNOWAIT
            return os.waitid(os.P_PID, self.pid, options) is not None
        # macOS: what is left of the group cannot be told from strangers
        reaped, status, usage = os.wait4(self.pid, os.WNOHANG)
        if reaped:
            self._ended = _ended(status, usage)
        return False

    def _kill(self) -> ProcessEnd:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        with contextlib.suppress(PermissionError):  # it may not have made its group yet
            os.kill(self.pid, signal.SIGKILL)
        _, status, usage = os.wait4(self.pid, 0)
        self._ended = _ended(status, usage)
        return self._ended


def _ended(status: int, usage: resource.struct_rusage) -> ProcessEnd:
    kilobytes = usage.ru_maxrss / (1024 if sys.platform == "darwin" else 1)
    return ProcessEnd(
        os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, kilobytes / 1024
    )
