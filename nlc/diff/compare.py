"""Runs every pair of encoding and solver on every puzzle, under equal limits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from nlc.diff.forks import JobDiedError, run_forked
from nlc.diff.measure import PLAIN, Job, Style
from nlc.diff.row import Row, Subject
from nlc.drivers.base import NO_LIMITS, Driver, Limits
from nlc.ir.nodes import Program


@dataclass(frozen=True)
class Plan:
    """What is run, and how.

    Attributes:
        encodings: specs, as the user wrote them.
        drivers: each under its own name.
        limits: of each run of a solver.
        repeat: how often each pair is measured.
        jobs: how many pairs run at a time; more than one disturbs the times.
        style: how wrong boards are drawn.
    """

    encodings: Sequence[str]
    drivers: Sequence[Driver]
    limits: Limits = NO_LIMITS
    repeat: int = 1
    jobs: int = 1
    style: Style = PLAIN

    @property
    def pairs(self) -> int:
        """The number of rows that each puzzle gives."""
        return len(self.encodings) * len(self.drivers)


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
    waiting: dict[int, Job] = {}

    def queue() -> Iterator[Job]:
        number = 0
        for subject, program in puzzles:
            for encoding in plan.encodings:
                for driver in plan.drivers:
                    job = Job(
                        subject, program, encoding, driver, plan.limits, plan.repeat, plan.style
                    )
                    waiting[number] = job
                    yield job
                    number += 1

    def begin(number: int) -> None:
        job = waiting[number]
        started(f"{job.subject.title}: {job.encoding} with {job.driver.name}")

    for done in run_forked(queue(), plan.jobs, begin):
        job = waiting.pop(done.number)
        row = done.result
        if isinstance(row, JobDiedError):
            message = f"{job.driver.name}: {row}"
            row = Row(job.subject, job.encoding, job.driver.name, "UNKNOWN", "crashed", message)
        yield done.number, row
