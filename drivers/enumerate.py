"""Models one after the other, each from a run of its own, and limits of several runs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import numpy as np
from msgspec.structs import replace

from nlc.cnf import Block, Cnf, blocking_clause, projected
from nlc.drivers.base import Limits, Outcome, Reason


class Remaining:
    """What the runs so far have left of limits on time; each run may take all the memory."""

    def __init__(self, limits: Limits) -> None:
        """Start the clock."""
        self.limits = limits
        self._deadline = None if limits.seconds is None else time.monotonic() + limits.seconds

    def spend(self, outcome: Outcome) -> Reason | None:
        """Count what a run has taken, and the time until now.

        Returns:
            The limit of which nothing is left, or None.
        """
        if self._deadline is not None:
            self.limits = replace(self.limits, seconds=self._deadline - time.monotonic())
        if self.limits.cpu_seconds is not None and outcome.cpu_seconds is not None:
            left = self.limits.cpu_seconds - outcome.cpu_seconds
            self.limits = replace(self.limits, cpu_seconds=left)
        if self.limits.seconds is not None and self.limits.seconds <= 0:
            return "wall-time"
        none_left = self.limits.cpu_seconds is not None and self.limits.cpu_seconds <= 0
        return "cpu-time" if none_left else None


def rounds(solve: Callable[[Cnf, Limits], Outcome], cnf: Cnf, limits: Limits) -> Iterator[Outcome]:
    """Yield the models of a CNF, each from a run of its own; see `nlc.drivers.base.Driver`.

    The limits on time are for all runs together. The last run is about the CNF with a clause for
    each model, in their order, at its end.
    """
    remaining = Remaining(limits)
    variables = projected(cnf)
    clauses = []
    rest = cnf
    while True:
        outcome = solve(rest, remaining.limits)
        yield outcome
        if outcome.model is None:
            return
        if (reached := remaining.spend(outcome)) is not None:
            yield Outcome("UNKNOWN", reached)
            return
        clauses.append(blocking_clause(variables, outcome.model))
        rest = replace(cnf, blocks=[*cnf.blocks, Block("blocked", np.stack(clauses))])
