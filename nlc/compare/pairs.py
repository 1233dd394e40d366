"""Runs every pair of encoding and solver, and engines, on every puzzle, under equal limits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from nlc.compare.engine_job import EngineJob
from nlc.compare.measure import PLAIN, Job, Style
from nlc.compare.row import Row, Subject
from nlc.diff.forks import JobDiedError, run_forked
from nlc.drivers.base import NO_LIMITS, Driver, Limits
from nlc.engines.base import Engine
from nlc.execute.base import Executor, WorkerDiedError, finished
from nlc.ir.nodes import Program
from nlc.language.resolve import Puzzle


@dataclass(frozen=True)
class Plan:
    """What is run, and how.

    Attributes:
        encodings: specs, as the user wrote them.
        drivers: each under its own name; perhaps none.
        limits: of each run of a solver.
        repeat: how often each pair is measured.
        jobs: how many pairs run at a time; more than one disturbs the times.
        style: how wrong boards are drawn.
        engines: what solves puzzles without an encoding.
        cases: the puzzles as engines read them, by the numbers of the subjects.
        executor: runs the pairs in place of children of this process.
    """

    encodings: Sequence[str]
    drivers: Sequence[Driver]
    limits: Limits = NO_LIMITS
    repeat: int = 1
    jobs: int = 1
    style: Style = PLAIN
    engines: Sequence[Engine] = ()
    cases: Sequence[Puzzle] = ()
    executor: Executor | None = None

    @property
    def pairs(self) -> int:
        """The number of rows that each puzzle gives."""
        return len(self.encodings) * len(self.drivers) + len(self.engines)


def compare(
    puzzles: Iterable[tuple[Subject, Program]],
    plan: Plan,
    started: Callable[[str], None] = lambda title: None,
) -> Iterator[tuple[int, Row]]:
    """Yield the rows as they come, each with its place in the order of puzzles and pairs.

    Closing the iterator ends what still runs.

    Args:
        puzzles: taken only when it is their turn.
        plan: what to do with each.
        started: is told what begins.
    """
    waiting: dict[int, Job | EngineJob] = {}

    def queue() -> Iterator[Job | EngineJob]:
        how = plan.limits, plan.repeat, plan.style
        number = 0
        for subject, program in puzzles:
            for encoding, driver in product(plan.encodings, plan.drivers):
                waiting[number] = Job(subject, program, encoding, driver, *how)
                yield waiting[number]
                number += 1
            for engine in plan.engines:
                case = plan.cases[subject.number]
                waiting[number] = EngineJob(subject, program, case, engine, *how)
                yield waiting[number]
                number += 1

    def begin(number: int) -> None:
        job = waiting[number]
        started(f"{job.subject.title}: {job.row.pair}")

    for number, row in _run(queue(), plan, begin):
        job = waiting.pop(number)
        if isinstance(row, Exception):
            row = replace(job.row, reason="crashed", message=f"{job.row.solver}: {row}")
        yield number, row


def _run(
    jobs: Iterator[Job | EngineJob], plan: Plan, begin: Callable[[int], None]
) -> Iterator[tuple[int, Row | JobDiedError | WorkerDiedError]]:
    """Yield the number of each job, and its row or how its process died."""
    if plan.executor is None:
        for forked in run_forked(jobs, plan.jobs, begin):
            yield forked.number, forked.result
        return
    for done in finished(plan.executor, measured, jobs):
        begin(done.number)
        died = done.future.exception()
        yield done.number, died if isinstance(died, WorkerDiedError) else done.future.result()


def measured(job: Job | EngineJob) -> Row:
    """Do a job, wherever it was sent."""
    return job()
