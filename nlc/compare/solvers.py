"""Solvers and engines by one name, and one way to solve a puzzle by either."""

from __future__ import annotations

import resource
import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from nlc.cnf.formula import Cnf, Separator
from nlc.compare.suite import DEFAULT
from nlc.drivers import registry as drivers
from nlc.drivers.base import NO_LIMITS, Driver, Limits, Outcome
from nlc.drivers.decorator import WrappedDriver
from nlc.drivers.pysat.assumption_schedule import Attempt
from nlc.drivers.pysat.driver import PysatDriver
from nlc.drivers.pysat.second_model import Asked, Neighbourhoods
from nlc.encode.lower import Lowered, lower
from nlc.encode.spec import Encoding
from nlc.engines import registry as engines
from nlc.ir.nodes import Program
from nlc.language.resolve import Puzzle
from nlc.solve.relax import is_large, readings, solve_relaxing
from nlc.solve.result import Result
from nlc.solve.strategy import solve as ask
from nlc.solve.unique import solve_twice

if TYPE_CHECKING:
    from nlc.engines.base import Engine

RELAXING = "minisat22"
"""PySAT's name of the solver that ``nlc run`` takes for large boards where none is named."""


class Named(Protocol):
    """What solvers and engines have in common."""

    @property
    def name(self) -> str:
        """Its name."""

    def version(self) -> str | None:
        """Return the version of what it runs on, or None where that is missing."""

    def missing(self) -> str | None:
        """Return None where it can run, else a sentence naming what to install."""


@dataclass(frozen=True, eq=False)
class Solved:
    """What came of a puzzle.

    Attributes:
        result: the answer; its boards were judged by the rules.
        lowered: the formula; None for an engine.
        compile_seconds: wall-clock, to make the formula.
        solver_cpu: processor seconds of other processes than this one; None where nobody tells.
        megabytes: largest resident set of the solver, where that is known.
    """

    result: Result
    lowered: Lowered | None
    compile_seconds: float
    solver_cpu: float | None
    megabytes: float | None


def engine(name: str) -> Engine | None:
    """Return the engine of a name, or None if it is not one."""
    return engines.find(name)


def driver(name: str) -> Driver:
    """Return the SAT driver of a name.

    Raises:
        UserError: there is none.
    """
    return drivers.get(drivers.DEFAULT if name == DEFAULT else name)


def named(name: str) -> Named:
    """Return the engine or the SAT driver of a name.

    Raises:
        UserError: there is none.
    """
    found = engine(name)
    return driver(name) if found is None else found


def solve(
    name: str,
    encoding: str,
    relax: bool,
    case: Puzzle,
    program: Program,
    limits: Limits,
    most: int = 1,
) -> Solved:
    """Look for one solution, or for two.

    Args:
        name: of an engine or a SAT driver.
        encoding: for a driver.
        relax: take a large puzzle as ``nlc run`` does, by stricter rules first.
        case: the puzzle.
        program: the same, elaborated.
        limits: for the search.
        most: 1 or 2; with 2, the result also tells whether there is one solution only.

    Raises:
        UserError: the engine or the encoding refuses the puzzle.
    """
    found = engine(name)
    if found is not None:
        return _by_engine(found, case, program, limits, most)
    spec = Encoding.parse(encoding or "default")
    if relax and is_large(case, program):
        return _relaxing(spec, case, program, limits, most)
    asked = _Metered(driver(name))
    can = asked.capabilities
    started = time.perf_counter()
    lowered = lower(program, spec, in_process=can.in_process, propagators=can.propagators)
    compiled = time.perf_counter() - started
    result = ask(program, lowered, asked, limits, most=most, keep=1)
    return Solved(result, lowered, compiled, asked.meter.cpu_seconds, asked.meter.megabytes)


def _by_engine(found: Engine, case: Puzzle, program: Program, limits: Limits, most: int) -> Solved:
    from nlc.engines.run import solve as search

    before = spent_by_children()
    result = search(found, case, program, limits, most=most, keep=1)
    return Solved(result, None, 0.0, spent_by_children() - before, None)


def spent_by_children() -> float:
    """Return the processor seconds of all child processes that have ended and were waited for."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _relaxing(spec: Encoding, case: Puzzle, program: Program, limits: Limits, most: int) -> Solved:
    started = time.perf_counter()
    puzzle = readings(case, program)
    read = time.perf_counter() - started
    asked = _Attempting(RELAXING)
    if most == 1:
        lowered, result = solve_relaxing(puzzle, asked, spec, limits)
    else:
        lowered, result, interruption = solve_twice(puzzle, asked, spec, limits)
        if interruption is not None:
            raise interruption
    seconds = dict(result.seconds)
    compiled = read + seconds.pop("load")
    result = replace(result, seconds=seconds)
    return Solved(result, lowered, compiled, asked.meter.cpu_seconds, asked.meter.megabytes)


class Meter:
    """Adds up what the processes of a solver use."""

    def __init__(self) -> None:
        self.cpu_seconds: float | None = 0.0
        self.megabytes: float | None = None

    def note(self, outcome: Outcome) -> Outcome:
        """Add an outcome, and return it; where one does not tell its time, the sum is unknown."""
        if self.cpu_seconds is not None and outcome.cpu_seconds is not None:
            self.cpu_seconds += outcome.cpu_seconds
        else:
            self.cpu_seconds = None
        if outcome.megabytes is not None:
            self.megabytes = max(self.megabytes or 0.0, outcome.megabytes)
        return outcome


class _Metered(WrappedDriver):
    """A driver whose outcomes are noted."""

    def __init__(self, driver: Driver) -> None:
        super().__init__(driver)
        self.meter = Meter()

    def solve(
        self,
        cnf: Cnf,
        limits: Limits = NO_LIMITS,
        separators: Sequence[Separator] = (),
        proof: Path | None = None,
    ) -> Outcome:
        return self.meter.note(self.driver.solve(cnf, limits, separators, proof))

    def enumerate(
        self, cnf: Cnf, limits: Limits = NO_LIMITS, separators: Sequence[Separator] = ()
    ) -> Iterator[Outcome]:
        # Not a comprehension: closing this has to close what it reads, which stops the solver.
        outcomes = self.driver.enumerate(cnf, limits, separators)
        try:
            for outcome in outcomes:
                yield self.meter.note(outcome)
        finally:
            if isinstance(outcomes, Generator):
                outcomes.close()


class _Attempting(PysatDriver):
    """A driver whose outcomes are noted where it is asked by stricter rules first, or twice."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.meter = Meter()

    def attempt(
        self,
        cnf: Cnf,
        questions: Sequence[Sequence[int]],
        conflicts: int,
        limits: Limits = NO_LIMITS,
        separators: Sequence[Separator] = (),
    ) -> Iterator[Attempt]:
        for number, outcome in super().attempt(cnf, questions, conflicts, limits, separators):
            yield number, self.meter.note(outcome)

    def ask_twice(
        self,
        cnf: Cnf,
        questions: Sequence[Sequence[int]],
        conflicts: int,
        places: Neighbourhoods,
        limits: Limits = NO_LIMITS,
        separators: Sequence[Separator] = (),
    ) -> Iterator[Asked]:
        for each in super().ask_twice(cnf, questions, conflicts, places, limits, separators):
            self.meter.note(each.outcome)
            yield each
