"""What this system has: forks and signals, or only threads and a clock.

On systems other than Linux, and there with ``NLC_PORTABLE=1``, nlc starts no process, but for a
program that the user names, and sets no signal but that of Ctrl-C: each job is a thread
(`nlc.process.portable`), the solvers of PySAT run in it, and wall-clock time is the only limit.

The modules of this folder use what is here, so that each can be imported on any system.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

PORTABLE = os.environ.get("NLC_PORTABLE", "0") not in ("", "0") or sys.platform != "linux"
"""Whether jobs are threads."""

resource: Any = None if PORTABLE else import_module("resource")
fcntl: Any = None if PORTABLE else import_module("fcntl")


def signals(names: str) -> tuple[signal.Signals, ...]:
    """Return those of some signals that the system has."""
    return tuple(signal.Signals[name] for name in names.split() if hasattr(signal, name))


ENDING_SIGNALS = signals("SIGINT SIGTERM SIGHUP")
"""Signals that ask nlc to end."""


def lock(descriptor: int) -> None:
    """Lock a file or folder until it is closed; Windows has no such lock.

    Raises:
        OSError: another process has locked it.
    """
    if fcntl is not None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def in_forks(function: Callable[[], object]) -> None:
    """Have each fork call a function as it begins."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=function)
