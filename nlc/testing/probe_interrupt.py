"""Checks the effect of Ctrl-C in a child process."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

from nlc.process.usage import processes

_WENT_ON, _RETURNED, _LEFT_CHILD, _FAILED = range(10, 14)

_PROBLEMS = {
    _RETURNED: "the search ended before Ctrl-C",
    _LEFT_CHILD: "a process is left after Ctrl-C",
    _FAILED: "it fails after Ctrl-C",
}


def check_interrupt(
    search: Callable[[], object],
    go_on: Callable[[], object],
    *,
    after: float,
    within: float,
) -> str | None:
    """Interrupt a search; return the problem, or None.

    The search has to raise ``KeyboardInterrupt`` and leave no process, and its process must be able
    to go on.

    Args:
        search: a long search.
        go_on: has to succeed afterwards.
        after: seconds of search until Ctrl-C.
        within: seconds after Ctrl-C until everything must have ended.
    """
    begun, begin = os.pipe()
    pid = os.fork()
    if pid == 0:
        status = _FAILED
        try:
            os.close(begun)
            status = _run_search(search, go_on, begin)
        finally:
            os._exit(status)
    os.close(begin)
    os.read(begun, 1)
    os.close(begun)
    time.sleep(after)
    os.kill(pid, signal.SIGINT)
    deadline = time.monotonic() + within
    while True:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            break
        if time.monotonic() > deadline:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            return f"it does not end within {within:.1f} s of Ctrl-C"
        time.sleep(0.005)
    code = os.waitstatus_to_exitcode(status)
    return None if code == _WENT_ON else _PROBLEMS.get(code, f"Ctrl-C ended it with status {code}")


def _run_search(search: Callable[[], object], go_on: Callable[[], object], begin: int) -> int:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        os.close(begin)  # the parent waits for this
        search()
    except KeyboardInterrupt:
        if _has_children():
            return _LEFT_CHILD
        go_on()
        return _WENT_ON
    return _RETURNED


def _has_children() -> bool:
    """Return whether this process has a child, running or not reaped."""
    if not Path("/proc/self/stat").exists():
        return False
    return any(int(fields[1]) == os.getpid() for _, fields in processes())
