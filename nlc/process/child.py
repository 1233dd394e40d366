"""A child process that is reaped exactly once, even if an ending signal interrupts nlc."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import sys

from nlc.process.limits import ProcessEnd, hold_signals


class Child:
    """A child of this process that nothing else waits for.

    The kernel may give the number of a reaped child to another process or group. So the result of
    reaping is stored before a handler of SIGINT, SIGTERM or SIGHUP can raise, and no signal is sent
    after that.

    Attributes:
        pid: its process number.
    """

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._ended: ProcessEnd | None = None

    def reap(self) -> ProcessEnd | None:
        """Return how it ended, or None while it runs; call it until the child has ended.

        Before reaping, it kills the rest of the child's process group, whose number is still valid.
        """
        with hold_signals():
            if self._ended is None and self._is_over():
                self._kill()
            return self._ended

    def end(self) -> ProcessEnd:
        """Kill it with its process group, unless it was reaped; return how it ended."""
        with hold_signals():
            return self._kill() if self._ended is None else self._ended

    def _is_over(self) -> bool:
        if hasattr(os, "waitid"):
            options = os.WEXITED | os.WNOHANG | os.WNOWAIT
            return os.waitid(os.P_PID, self.pid, options) is not None
        # macOS: after this the group's number may be another group's, so the rest is not killed
        reaped, status, usage = os.wait4(self.pid, os.WNOHANG)
        if reaped:
            self._ended = _process_end(status, usage)
        return False

    def _kill(self) -> ProcessEnd:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        with contextlib.suppress(PermissionError):  # it may not have made its group yet
            os.kill(self.pid, signal.SIGKILL)
        _, status, usage = os.wait4(self.pid, 0)
        self._ended = _process_end(status, usage)
        return self._ended


def _process_end(status: int, usage: resource.struct_rusage) -> ProcessEnd:
    kilobytes = usage.ru_maxrss / (1024 if sys.platform == "darwin" else 1)
    return ProcessEnd(
        os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, kilobytes / 1024
    )
