"""When a solver runs beside another one: where a core is free, and after a while in any case.

One of the two may be more than ten times as fast, so that the second is worth half of a core too.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from math import inf
from pathlib import Path

from nlc.dataclasses import replace
from nlc.drivers.base import Limits
from nlc.process.own import since
from nlc.solve.answer import Answer

PATIENCE = 2.0
"""Seconds for which the solver beside waits for a free core."""

_LOOKING = 0.05
"""Seconds between two looks at the cores."""


def in_time(solve: Callable[[Limits], Answer], limits: Limits, lead: float = 0.0) -> Answer:
    """Solve as soon as a core is free, and in any case after a while or half of the time limit.

    Args:
        solve: does it within what the limits have left.
        limits: of the waiting and the solving together.
        lead: seconds that the other solver has before.
    """
    started = time.perf_counter()
    most = inf if limits.seconds is None else limits.seconds / 2
    time.sleep(min(lead, most))
    while not has_free_core() and time.perf_counter() - started < min(max(lead, PATIENCE), most):
        time.sleep(_LOOKING)
    waited = time.perf_counter() - started
    answer = solve(since(limits, started))
    solving = waited + answer.seconds.get("solve", 0.0)
    return replace(answer, seconds={**answer.seconds, "solve": solving})


def has_free_core() -> bool:
    """Return whether a core is free for this process at this moment, as far as the system tells."""
    from nlc.process.pool import cores

    if cores() < 2:
        return False
    try:
        running = int(Path("/proc/loadavg").read_text().split()[3].partition("/")[0])
    except (OSError, ValueError, IndexError):
        return os.getloadavg()[0] < cores() - 0.5
    return running <= max(cores(), os.cpu_count() or 0)
