"""A supervisor process between nlc and an external program, which ends all its descendants.

When nlc dies, the kernel can kill a child of nlc, but not the child's own children. So a program is
started by a supervisor, a fork of nlc that just waits. It adopts each descendant whose own parent
has ended (``PR_SET_CHILD_SUBREAPER``), in whatever session or group. When the program ends, or nlc
sends SIGTERM or dies, the supervisor kills them all, and ends itself. The signal of nlc's death is
SIGCONT (``PR_SET_PDEATHSIG``), which also wakes a stopped supervisor.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

from nlc.process import limits
from nlc.process.cleanup import remove_tree
from nlc.process.limits import Child, ProcessEnd, hold_signals, prctl
from nlc.process.platform import signals
from nlc.process.usage import descendants

_WATCHED = signals("SIGCHLD SIGCONT SIGTERM")

_PATIENCE_SECONDS = 5.0
"""Time for killing the rest: a process that waits for a device does not end at once."""


class Supervisor:
    """The supervisor of one program; its methods run in nlc, but `begin` in the fork.

    It is the child of `subprocess.Popen`, in a session of its own, if `begin` is the last call
    before the start of the program.

    Attributes:
        child: the child process in which `begin` was called.
    """

    child: Child

    def __init__(self, folder: Path | None) -> None:
        """Set the folder of the program, which is removed if the program has to be ended."""
        self._folder = folder
        self._nlc = os.getpid()
        self._ended: ProcessEnd | None = None
        self._source, self._sink = os.pipe()
        os.set_blocking(self._source, False)
        prctl()  # load it here: a fork of a process with threads must not load libraries

    def close(self) -> None:
        """Close the pipe with the report on the end of the program."""
        os.close(self._source)
        os.close(self._sink)

    def begin(self, confine: Callable[[int], None], mask: set[signal.Signals | int]) -> None:
        """In a fork of nlc, become the supervisor; return in the fork that becomes the program.

        Args:
            confine: see `nlc.process.limits.confinement`.
            mask: the signals that are blocked at the start of the program.
        """
        prctl()(limits.PR_SET_PDEATHSIG, int(signal.SIGCONT), 0, 0, 0)
        prctl()(limits.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        parent = os.getpid()
        if program := os.fork():
            try:
                self._supervise(program)
            finally:
                os._exit(1)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        confine(parent)

    def reap(self) -> ProcessEnd | None:
        """Return how the program ended, or None while it runs; see `nlc.process.limits.Child`."""
        with hold_signals():
            if self._ended is None and (ended := self.child.reap()) is not None:
                self._ended = self._read_report(ended)
            return self._ended

    def end(self) -> ProcessEnd:
        """End the program, if it runs, with all its descendants; return how it ended."""
        with hold_signals():
            if self.reap() is None:
                deadline = time.monotonic() + 2 * _PATIENCE_SECONDS
                for number in (signal.SIGTERM, signal.SIGCONT):
                    os.kill(self.child.pid, number)
                while self.reap() is None and time.monotonic() < deadline:
                    time.sleep(0.0005)
            if self._ended is None:
                self._ended = self._read_report(self.child.end())
            return self._ended

    def _read_report(self, ended: ProcessEnd) -> ProcessEnd:
        """Return the supervisor's report on the program's end, or its own end if it was killed."""
        with contextlib.suppress(BlockingIOError):
            status, cpu_seconds, megabytes = os.read(self._source, 1 << 10).split()
            return ProcessEnd(int(status), float(cpu_seconds), float(megabytes))
        return ended

    def _supervise(self, program: int) -> None:
        """Wait for the end of the program or of nlc, then end all descendants and report."""
        gc.disable()
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nothing, stream)
        limits.replace_descriptors_except(nothing, self._sink)
        os.chdir("/")
        stopped = os.getppid() != self._nlc  # it may have died before the call of prctl
        while not (stopped or _has_ended(program)):
            terminated = signal.sigwait(_WATCHED) == signal.SIGTERM
            stopped = terminated or os.getppid() != self._nlc
        ended = Child(program).end()
        _kill_descendants()
        if stopped and self._folder is not None:
            remove_tree(self._folder)
        os.write(self._sink, f"{ended.status} {ended.cpu_seconds} {ended.megabytes}".encode())


def _has_ended(program: int) -> bool:
    """Return whether the program has ended, and keep it as a zombie; reap other children."""
    options = os.WEXITED | os.WNOHANG | os.WNOWAIT
    while (zombie := os.waitid(os.P_ALL, 0, options)) is not None:
        if zombie.si_pid == program:
            return True
        os.waitpid(zombie.si_pid, 0)
    return False


def _kill_descendants() -> None:
    """Kill all descendants of this process, which adopts them one after the other."""
    deadline = time.monotonic() + _PATIENCE_SECONDS
    with contextlib.suppress(ChildProcessError):  # there are no more
        while time.monotonic() < deadline:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                for process in descendants(os.getpid()):
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(process, signal.SIGKILL)
                time.sleep(0.001)
