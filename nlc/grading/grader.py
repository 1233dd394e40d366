"""Grades puzzles of any genre by the deduction that explains them.

What follows at once is one step: all that single rules tell from what is known; where they tell
nothing, all that follows from as few rules as possible, by the first kind of `KINDS` that tells
something. So nothing depends on the order in which equally easy steps are taken.
"""

from __future__ import annotations

from collections.abc import Iterator

from nlc.drivers.base import NO_LIMITS, Limits
from nlc.explaining.deduction import SOLVER, Deduction
from nlc.explaining.groups import GroupSolver
from nlc.explaining.hint import STATED
from nlc.explaining.known import backbone
from nlc.explaining.reason import Reason
from nlc.grading.grade import KINDS, MOST, Grade, Kind
from nlc.ir.elaborate.program import elaborate
from nlc.language.resolve import Puzzle
from nlc.process.pool import stream
from nlc.process.worker import WorkerStoppedError

QUESTIONS = 300_000
"""Assumptions that are followed before a puzzle is given up as one for experts. It is a count, not
a time, so that grades are the same everywhere."""


def grade(puzzle: Puzzle, limits: Limits = NO_LIMITS) -> Grade:
    """Return how hard a puzzle is, worked out in a worker process.

    Args:
        puzzle: the puzzle.
        limits: of the whole; where one is reached, the grade is undecided.

    Raises:
        UserError: the puzzle is wrong.
    """
    elaborate(puzzle)  # or it is refused here

    def work() -> Iterator[Grade]:
        yield graded(puzzle)

    try:
        (found,) = stream(work, limits)
    except WorkerStoppedError as error:
        return Grade("undecided", stopped=limits.words(error.reason))
    assert isinstance(found, Grade)
    return found


def graded(puzzle: Puzzle) -> Grade:
    """Return how hard a puzzle is; to be called in a process that may end at any moment.

    PySAT leaves a solver by a ``longjmp`` at Ctrl-C; see `nlc.drivers.pysat.driver`.
    """
    program = elaborate(puzzle, apart=True)
    with (
        GroupSolver(puzzle, program, solver=SOLVER) as solver,
        GroupSolver(puzzle, program, lazy=False, solver=STATED) as stated,
        GroupSolver(puzzle, program, solver=STATED, apart=False) as together,
    ):
        if not together.solve(()):
            return Grade("no solution")
        deduction = Deduction(solver, stated, backbone(together, ()))
        return Grade("several solutions") if deduction.open else _graded(deduction)


def _graded(deduction: Deduction) -> Grade:
    steps, hardest, effort = dict.fromkeys(KINDS, 0), 0, 0
    while deduction.missing:
        if deduction.questions > QUESTIONS:
            return Grade("graded", steps, hardest, effort, complete=False)
        if deduction.take_singles():
            steps["single"] += 1
            hardest = max(hardest, 1)
            continue
        reasons = deduction.several()
        least = min(_cost(reason) for reason in reasons)
        chosen = [reason for reason in reasons if _cost(reason) == least]
        for reason in chosen:
            deduction.take(reason)
        steps[_kind(chosen[0])] += 1
        hardest = max(hardest, least)
        effort += min(least, MOST)
    return Grade("graded", steps, hardest, effort)


def _cost(reason: Reason) -> int:
    """Return how many rules a reason takes; what a rule tells by contradiction counts as two."""
    return max(2, reason.cost[0])


def _kind(reason: Reason) -> Kind:
    if reason.searched:
        return "search"
    if reason.lemmas:
        return "nested"
    return "ring" if any(group.ring for group in reason.groups) else "several"
