"""Grades puzzles of any genre by the deduction that explains them.

Conclusions at once are one step: all that follow from known facts by single rules; where there are
none, all that follow from as few rules as possible, by the first kind of `KINDS` that has some. So
nothing depends on the order in which equally easy steps are taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import log2

from nlc.drivers.base import NO_LIMITS, Limits
from nlc.grading.grade import KINDS, LEVELS, Grade, Kind
from nlc.ir.elaborate.program import elaborate
from nlc.language.resolve import Puzzle
from nlc.process.own_limits import OwnLimitError, within
from nlc.process.pool import stream
from nlc.process.worker import WorkerStoppedError
from nlc.reasons.groups import GroupSolver
from nlc.reasons.known import backbone
from nlc.reasons.steps.candidates import TECHNIQUES
from nlc.reasons.steps.deduction import SOLVER, Deduction
from nlc.reasons.steps.hint import CONFIRMER
from nlc.reasons.steps.reason import Reason

NAMED = 2.0
"""The rank of techniques of a genre among those of candidates."""

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

    def work() -> Iterator[Grade]:
        yield graded(puzzle)

    try:
        with within(limits) as own:
            elaborate(puzzle)  # or it is refused here
            (found,) = stream(work, own.left())
    except (WorkerStoppedError, OwnLimitError) as error:
        return Grade("undecided", stopped=own.limits.words(error.reason))
    assert isinstance(found, Grade)
    return found


def graded(puzzle: Puzzle, questions: int = QUESTIONS, beyond: str | None = None) -> Grade:
    """Return how hard a puzzle is; call it in a process that may end at any moment.

    Args:
        puzzle: the puzzle.
        questions: assumptions after which it is given up as one for experts.
        beyond: a level; a puzzle that is surely harder is given up, too.

    PySAT leaves a solver by a ``longjmp`` at Ctrl-C; see `nlc.drivers.pysat.driver`.
    """
    program = elaborate(puzzle, apart=True)
    with (
        GroupSolver(puzzle, program, solver=SOLVER) as solver,
        GroupSolver(puzzle, program, lazy=False, solver=CONFIRMER) as stated,
        GroupSolver(puzzle, program, solver=CONFIRMER, apart=False) as together,
    ):
        if not together.solve(()):
            return Grade("no solution")
        deduction = Deduction(solver, stated, backbone(together, ()))
        return (
            Grade("several solutions") if deduction.open else _graded(deduction, questions, beyond)
        )


def _graded(deduction: Deduction, questions: int, beyond: str | None) -> Grade:
    steps, techniques = dict.fromkeys(KINDS, 0), Counter[str]()
    hardest, hardest_step, effort, values = 0.0, "", 0.0, deduction.missing

    def take(kind: Kind, name: str, weight: float) -> None:
        nonlocal hardest, hardest_step, effort
        steps[kind] += 1
        effort += weight - 1
        if weight > hardest:
            hardest, hardest_step = weight, name or KINDS[kind]

    while deduction.missing:
        so_far = Grade(hardest=hardest, effort=effort, values=values).level
        harder = beyond and so_far and LEVELS.index(so_far) > list[str](LEVELS).index(beyond)
        if deduction.questions > questions or harder:
            complete = False
            break
        name, found = deduction.take_candidate_singles()
        if found:
            techniques[name] += found
            take("single", name, 1.0)
            weight = TECHNIQUES[name]
            effort += found * (weight - 1)
            if weight > hardest:
                hardest, hardest_step = weight, name
            continue
        if deduction.take_singles():
            take("single", "", 1.0)
            continue
        reasons = deduction.techniques() or deduction.combined()
        least = min(map(weight_of, reasons))
        chosen = [reason for reason in reasons if weight_of(reason) == least]
        concluded = set[int]()
        for reason in chosen if chosen[0].words else chosen[:1]:
            if not concluded.issuperset(reason.follows):
                techniques.update([reason.technique] * bool(reason.technique))
                take(_kind(reason), reason.technique, least)
            concluded.update(reason.follows)
        for reason in chosen:
            deduction.take(reason)
    else:
        complete = True
    order = sorted(techniques, key=lambda name: TECHNIQUES.get(name, NAMED))
    return Grade(
        "graded",
        steps,
        {name: techniques[name] for name in order},
        hardest,
        hardest_step,
        round(effort, 3),
        values,
        complete,
    )


def weight_of(reason: Reason) -> float:
    """Return the weight of a step.

    A technique of candidates has a weight of its own. Else it is 1 more each time that the number
    of rules doubles, half of that for a technique with a name. Where something is assumed, there
    are two or more rules; rings count as two, and rules about the whole board as ten.
    """
    if reason.words:
        return TECHNIQUES[reason.technique]
    doubled = log2(max(2, reason.cost[0]))
    return round(1 + (doubled / 2 if reason.technique else doubled), 2)


def _kind(reason: Reason) -> Kind:
    if reason.technique:
        return "technique"
    if reason.searched:
        return "search"
    if reason.lemmas:
        return "nested"
    return "ring" if any(group.ring for group in reason.groups) else "several"
