"""Grades puzzles of any genre by the deduction that explains them.

Conclusions at once are one step: all that follow from known facts by single rules; where there are
none, all that follow from as few rules as possible, by the first kind of `KINDS` that has some. So
nothing depends on the order in which equally easy steps are taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from nlc.drivers.base import NO_LIMITS, Limits
from nlc.grading.grade import KINDS, LEVELS, Grade, Kind
from nlc.ir.elaborate.program import elaborate
from nlc.language.resolve import Puzzle
from nlc.process.own_limits import OwnLimitError, within
from nlc.process.pool import stream
from nlc.process.worker import WorkerStoppedError
from nlc.reasons.steps.candidates import SINGLES, TECHNIQUES
from nlc.reasons.steps.deduction import Deduction, deduce
from nlc.reasons.steps.reason import Reason

NAMED = 2.0
"""The rank of techniques of a genre among those of candidates."""

QUESTIONS = 300_000
"""Assumptions that are followed before a puzzle is undecided, if it is not `expert` so far. It is
a count, not a time, so that grades are the same everywhere."""


def grade(puzzle: Puzzle, limits: Limits = NO_LIMITS) -> Grade:
    """Return how hard a puzzle is, worked out in a worker process.

    Args:
        puzzle: the puzzle.
        limits: of the whole; where one is reached, the grade is undecided.

    Raises:
        UserError: the puzzle is wrong.
    """

    try:
        with within(limits) as own:
            elaborate(puzzle)  # or it is refused here
            (found,) = stream(lambda: iter([graded(puzzle)]), own.left())
    except (WorkerStoppedError, OwnLimitError) as error:
        return Grade("undecided", stopped=own.limits.words(error.reason))
    assert isinstance(found, Grade)
    return found


def graded(puzzle: Puzzle, questions: int = QUESTIONS, beyond: str | None = None) -> Grade:
    """Return how hard a puzzle is; call it in a process that may end at any moment.

    Args:
        puzzle: the puzzle.
        questions: assumptions after which it is given up.
        beyond: a level; a puzzle that is surely harder is given up, too.
    """
    with deduce(puzzle) as deduction:
        if deduction is None:
            return Grade("no solution")
        if deduction.open:
            return Grade("several solutions")
        return _graded(deduction, questions, beyond)


def _graded(deduction: Deduction, questions: int, beyond: str | None) -> Grade:
    steps, techniques = dict.fromkeys(KINDS, 0), Counter[str]()
    found = Grade("graded", values=deduction.missing)
    for wave in deduction.waves(every=True):
        counted = wave.reasons[: None if wave.reasons and wave.reasons[0].words else 1]
        weight = counted[0].weight if counted else 1.0
        name, kind = counted[0].technique if counted else "", _kind(counted)
        steps[kind] += 1 if kind == "single" else len(counted)
        techniques.update({name: len(counted)} if name else {})
        guessed = found.guessed if kind == "single" else kind == "search"
        effort = found.effort + len(counted) * (weight - 1)
        found = replace(found, effort=effort, guessed=guessed)
        if weight > found.hardest:
            found = replace(found, hardest=weight, hardest_step=name or KINDS[kind])
        level = found.level
        harder = beyond and level and LEVELS.index(level) > list[str](LEVELS).index(beyond)
        if deduction.missing and (harder or deduction.refutation.questions > questions):
            found = replace(found, complete=False)
            if not harder and level != LEVELS[-1]:
                found = replace(found, status="undecided", stopped=f"{questions} assumptions")
            break
    named = dict(sorted(techniques.items(), key=lambda each: TECHNIQUES.get(each[0], NAMED)))
    return replace(found, steps=steps, techniques=named, effort=round(found.effort, 3))


def _kind(reasons: Sequence[Reason]) -> Kind:
    """Return the kind of a wave's reasons; none: single rules."""
    if not reasons or reasons[0].technique in SINGLES:
        return "single"
    if reasons[0].technique:
        return "technique"
    if reasons[0].how == "searched":
        return "search"
    return "ring" if any(group.ring for group in reasons[0].groups) else "several"
