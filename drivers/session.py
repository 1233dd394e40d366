"""Sessions: a formula in a solver, which takes queries and further clauses in turn.

The calls are those of IPASIR, the interface of incremental solvers by Balyo, Biere, Iser and Sinz
(SAT Race 2015, AIJ 2016): add, assume, solve, value. A solver of PySAT keeps its learnt clauses
(`nlc.drivers.pysat.incremental`); any other driver runs once for each query (`CallSession`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import inf
from pathlib import Path
from typing import Protocol, TypeVar

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from nlc.cnf import Block, Cnf, Separator, cuts
from nlc.drivers.base import NO_LIMITS, Driver, Limits, Outcome, Reason

T = TypeVar("T")


class Deadline(Struct, frozen=True):
    """The time at which a query is given up.

    Attributes:
        wall: on the clock of `time.monotonic`, or None.
        cpu: on that of `time.process_time`, or None.
    """

    wall: float | None = None
    cpu: float | None = None

    @staticmethod
    def of(limits: Limits) -> Deadline:
        """Return the deadline of time limits that begin now."""
        wall = None if limits.seconds is None else time.monotonic() + limits.seconds
        cpu = None if limits.cpu_seconds is None else time.process_time() + limits.cpu_seconds
        return Deadline(wall, cpu)

    def reached_limit(self) -> Reason | None:
        """Return the time limit that has been reached, or None."""
        if self.wall is not None and time.monotonic() >= self.wall:
            return "wall-time"
        if self.cpu is not None and time.process_time() >= self.cpu:
            return "cpu-time"
        return None

    def left(self) -> float:
        """Return the seconds that are left."""
        wall = inf if self.wall is None else self.wall - time.monotonic()
        return wall if self.cpu is None else min(wall, self.cpu - time.process_time())

    def within(self, seconds: float) -> Deadline:
        """Return this deadline, or the one in so many seconds if that is earlier."""
        wall = time.monotonic() + seconds
        return replace(self, wall=wall if self.wall is None else min(wall, self.wall))


NEVER = Deadline()


class Session(Protocol):
    """A formula in a solver.

    Attributes:
        name: of the driver.
        cnf: the formula, without the clauses that were added.
    """

    name: str
    cnf: Cnf

    @property
    def peak(self) -> float | None:
        """The peak of the solver's memory in megabytes, or None where it is unknown."""

    def add(self, clauses: list[list[int]]) -> None:
        """Add clauses for all later queries."""

    def query(
        self,
        assumptions: Sequence[int] = (),
        conflicts: int | None = None,
        deadline: Deadline = NEVER,
    ) -> Outcome:
        """Decide the formula under assumptions.

        Args:
            assumptions: literals that hold in this query only.
            conflicts: the budget, at least 1; without an answer within it the outcome is UNKNOWN,
                for ``budget``.
            deadline: then the outcome is UNKNOWN, for the limit that was reached.

        Returns:
            The outcome; its times and statistics are those of this query.
        """


Work = Callable[[Session], Iterable[T]]
"""Runs queries in a session, and yields their results."""


def run(
    driver: Driver,
    work: Work[T],
    cnf: Cnf,
    limits: Limits = NO_LIMITS,
    separators: Sequence[Separator] = (),
    proof: Path | None = None,
) -> Iterator[T | Outcome]:
    """Yield the items of `work` on a session of a driver; last an outcome if it was stopped.

    A driver whose sessions keep their learnt clauses has a method ``run`` for this.

    Args:
        driver: any.
        work: picklable, if the driver runs it in another process.
        cnf: the formula.
        limits: of all queries together.
        separators: their clauses are part of the formula.
        proof: a file for the proof of the last query, if that is refuted; each query is then a run
            of its own, on a formula that has all clauses.
    """
    own_run = getattr(driver, "run", None)
    if proof is None and own_run is not None:
        yield from own_run(work, cnf, limits, separators)
    else:
        yield from work(CallSession(driver, cnf, limits, separators, proof))


class CallSession:
    """A session of a driver that runs once for each query."""

    def __init__(
        self,
        driver: Driver,
        cnf: Cnf,
        limits: Limits = NO_LIMITS,
        separators: Sequence[Separator] = (),
        proof: Path | None = None,
    ) -> None:
        """Start the clock; see `run` for the arguments."""
        self.name, self.cnf = driver.name, cnf
        self._driver, self._limits, self._proof = driver, limits, proof
        self._separators = separators
        self._blocks, self._variables = list(cnf.blocks), cnf.variables
        self._deadline, self._cpu = Deadline.of(Limits(limits.seconds)), 0.0
        self.peak: float | None = None

    def add(self, clauses: list[list[int]]) -> None:
        """Add clauses; see `Session`."""
        rows: dict[int, list[list[int]]] = {}
        for clause in clauses:
            rows.setdefault(len(clause), []).append(clause)
        made = [Block("added", np.array(some, np.int32)) for some in rows.values()]
        highest = [int(np.abs(each.clauses).max(initial=0)) for each in made]
        self._variables = max([self._variables, *highest])
        self._blocks += made

    def query(
        self,
        assumptions: Sequence[int] = (),
        conflicts: int | None = None,
        deadline: Deadline = NEVER,
    ) -> Outcome:
        """Run the driver, again where a model breaks a separator's clause; see `Session`.

        It ignores the budget of conflicts, for which drivers have no option.
        """
        units = [Block("assume", np.array(assumptions, np.int32)[:, None])] if assumptions else []
        inside = self._driver.capabilities.in_process
        while True:
            limits = self._left(deadline)
            if limits.seconds is not None and limits.seconds <= 0:
                return Outcome("UNKNOWN", "wall-time")
            if limits.cpu_seconds is not None and limits.cpu_seconds <= 0:
                return Outcome("UNKNOWN", "cpu-time")
            blocks = [*self._blocks, *units]
            formula = replace(self.cnf, blocks=blocks, variables=self._variables)
            separators = self._separators if inside else ()
            outcome = self._driver.solve(formula, limits, separators, self._proof)
            self._cpu += outcome.cpu_seconds or 0.0
            self.peak = max(self.peak or 0.0, outcome.megabytes or 0.0) or None
            if outcome.model is not None:  # without variables of clauses that were added
                outcome = replace(outcome, model=outcome.model[: self.cnf.variables + 1])
            if inside or outcome.model is None:
                return outcome
            broken = cuts(outcome.model, self._separators)
            if not broken:
                return outcome
            self.add(broken)

    def _left(self, deadline: Deadline) -> Limits:
        """Return the limits that are left; each run may take all the memory."""
        seconds = min(deadline.left(), self._deadline.left())
        cpu = self._limits.cpu_seconds
        return replace(
            self._limits,
            seconds=None if seconds == inf else max(0.0, seconds),
            cpu_seconds=None if cpu is None else max(0.0, cpu - self._cpu),
        )
