"""Runs every pair of encoding and solver, and engines, on every puzzle, under equal limits."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import product

from nlc.compare.engine_job import EngineJob
from nlc.compare.measure import PLAIN, Job, Style
from nlc.compare.row import Row, Subject
from nlc.drivers.base import NO_LIMITS, Driver, Limits
from nlc.engines.base import Engine
from nlc.ir.nodes import Program
from nlc.language.resolve import Puzzle
from nlc.process.executor import Executor
from nlc.process.worker import WorkerStoppedError


@dataclass(frozen=True)
class Plan:
    """What is run, and how.

    Attributes:
        encodings: specs, as the user wrote them.
        drivers: each under its own name; perhaps none.
        limits: of each run of a solver.
        repeat: how often each pair is measured.
        style: how wrong boards are drawn.
        engines: what solves puzzles without an encoding.
        cases: the puzzles as engines read them, by the numbers of the subjects.
    """

    encodings: Sequence[str]
    drivers: Sequence[Driver]
    limits: Limits = NO_LIMITS
    repeat: int = 1
    style: Style = PLAIN
    engines: Sequence[Engine] = ()
    cases: Sequence[Puzzle] = ()

    @property
    def pairs(self) -> int:
        """The number of rows that each puzzle gives."""
        return len(self.encodings) * len(self.drivers) + len(self.engines)


def compare(
    puzzles: Iterable[tuple[Subject, Program]],
    plan: Plan,
    executor: Executor,
    started: Callable[[str], None] = lambda title: None,
) -> Iterator[tuple[int, Row]]:
    """Yield the rows as they come, each with its place in the order of puzzles and pairs.

    Closing the iterator ends what still runs.

    Args:
        puzzles: taken only when it is their turn.
        plan: what to do with each.
        executor: runs the pairs; several at a time disturb each other's times.
        started: is told what begins.
    """

    def queue() -> Iterator[Job | EngineJob]:
        how = plan.limits, plan.repeat, plan.style
        for subject, program in puzzles:
            for encoding, driver in product(plan.encodings, plan.drivers):
                yield Job(subject, program, encoding, driver, *how)
            for engine in plan.engines:
                yield EngineJob(subject, program, plan.cases[subject.number], engine, *how)

    def begin(job: Job | EngineJob) -> None:
        started(f"{job.subject.title}: {job.row.pair}")

    with closing(executor.as_completed(operator.call, queue(), started=begin)) as all_ended:
        for done in all_ended:
            job = done.item
            try:
                row = done.future.result()
            except WorkerStoppedError as stop:
                row = replace(job.row, reason="crashed", message=f"{job.row.solver}: {stop}")
            yield done.number, row
