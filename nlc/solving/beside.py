"""When a solver begins beside another one: where a core is free, and after a while in any case.

One of the two may be more than ten times as fast, so that the second is worth half of a core too.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import partial
from math import inf
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from nlc.drivers.base import Limits
from nlc.process.own import since
from nlc.solving.answer import Answer

PATIENCE = 2.0
"""Seconds for which the solver beside waits for a free core."""

Chosen = tuple[str, Callable[[Limits], Answer]]
"""A solver's name, and what solves by it within limits."""


class Beside(Struct, eq=False):
    """A solver that enters a race late (`nlc.solving.race`).

    Attributes:
        choose: chooses it; None if there is none.
        limits: of the waiting and the solving together.
        lead: seconds that the other solver has before.
        started: when that began.
    """

    choose: Callable[[], Chosen | None]
    limits: Limits
    lead: float
    started: float = field(default_factory=time.perf_counter)

    def due(self) -> bool:
        """Return whether a core is free, or a while or half of the time limit has gone by."""
        waited = time.perf_counter() - self.started
        most = inf if self.limits.seconds is None else self.limits.seconds / 2
        if waited < min(self.lead, most):
            return False
        return waited >= min(max(self.lead, PATIENCE), most) or has_free_core()

    def enter(self) -> tuple[str, Callable[[], Answer]] | None:
        """Choose the solver; the time that it has waited for counts as its own."""
        chosen = self.choose()
        if chosen is None:
            return None
        name, solve = chosen
        return name, partial(_solve, solve, self.limits, self.started)


def _solve(solve: Callable[[Limits], Answer], limits: Limits, started: float) -> Answer:
    waited = time.perf_counter() - started
    answer = solve(since(limits, started))
    solving = waited + answer.seconds.get("solve", 0.0)
    return replace(answer, seconds={**answer.seconds, "solve": solving})


def has_free_core() -> bool:
    """Return whether a core is free for this process at this moment, as far as the system tells."""
    from nlc.process.cores import cores

    if cores() < 2:
        return False
    try:
        running = int(Path("/proc/loadavg").read_text().split()[3].partition("/")[0])
    except (OSError, ValueError, IndexError):
        return os.getloadavg()[0] < cores() - 0.5
    return running <= max(cores(), os.cpu_count() or 0)
