"""How long a whole Python process takes, with all processes that it starts."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from statistics import median

_REPEAT = 3


def times(arguments: Sequence[str]) -> tuple[float, float]:
    """Return the medians of wall-clock and processor time of a Python process, run a few times."""
    wall, cpu = zip(*(timed(arguments) for _ in range(_REPEAT)), strict=True)
    return median(wall), median(cpu)


def timed(arguments: Sequence[str]) -> tuple[float, float]:
    """Return the wall-clock time of a Python process, and the processor time with its children.

    Raises:
        subprocess.CalledProcessError: it did not end with 0.
    """
    start = time.perf_counter()
    child = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise subprocess.CalledProcessError(child.returncode, child.args)
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime
