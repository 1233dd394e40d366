"""Assume, then relax: a solution is looked for by a stricter reading of the rules first.

Most Numberlink boards have a solution in which no path touches itself, and with that rule a solver
finds it at once. A genre names such readings (``prefer touch = false;``). The programs of both
readings are merged (`nlc.ir.passes.merge`), the stricter is asked first, and where it has no
solution the puzzle is asked as it stands, with all that has been learnt. A board counts if it
obeys the puzzle's own rules, and only the puzzle as it stands can be UNSATISFIABLE.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from functools import partial
from typing import TypedDict

from msgspec.structs import replace

from nlc.drivers.base import Limits, Outcome, summed
from nlc.drivers.pysat.driver import PysatDriver
from nlc.drivers.pysat.strategies import Attempt, attempts
from nlc.encode.lower import LoweredProgram
from nlc.encode.policy import ASSUMING
from nlc.encode.spec import Encoding
from nlc.encode.statement import Readings, state
from nlc.errors import fail
from nlc.ir.evaluate import violations
from nlc.solving.answer import Answer
from nlc.solving.policy import DEFAULT, Policy
from nlc.solving.questions import told
from nlc.solving.solution import RootFacts, Step


def solve_relaxing(
    puzzle: Readings,
    driver: PysatDriver,
    encoding: Encoding,
    limits: Limits,
    policy: Policy = DEFAULT,
    rounds: int | None = None,
    more: int | None = None,
    last: int | None = None,
    brief: int | None = None,
) -> Answer:
    """Look for one solution of a puzzle, by its readings in turn.

    Args:
        puzzle: its readings.
        driver: a solver that is incremental.
        encoding: an exact one that is not of the whole puzzle.
        limits: for the whole search.
        policy: says how many conflicts each reading may have in the first round.
        rounds: after so many the answer is UNKNOWN, for ``no-answer``; None to go on.
        more: for a search for two solutions (`nlc.solving.unique`).
        last: conflicts that the puzzle as it stands may have in the first round; None for as many
            as each reading.
        brief: likewise.

    Returns:
        The answer. Of its `seconds`, ``compile`` is the time to make the formula.

    Raises:
        UserError: the encoding refuses a part of a program, or a reading is not stricter.
    """
    started = time.perf_counter()
    stated = state([puzzle], encoding, ASSUMING)
    lowered, (questions,) = stated.lowered, stated.questions
    made = time.perf_counter()
    first = policy.first_round(puzzle.programs[-1])
    strategy = partial(attempts, questions=questions, conflicts=first, rounds=rounds, last=last)
    events = driver.attempt(strategy, lowered.cnf, limits, lowered.separators)
    heard = told(events, puzzle.assumed, driver.name)
    tried = [each for each in heard if isinstance(each, Attempt)]
    answer = judge(puzzle, lowered, driver.name, tried)
    return replace(answer, seconds={"compile": made - started, **answer.seconds})


def judge(
    puzzle: Readings,
    lowered: LoweredProgram,
    solver: str,
    tried: Sequence[Attempt],
    known: RootFacts | None = None,
) -> Answer:
    """Return what comes of the questions that were asked, the board checked.

    Args:
        puzzle: its readings, by the numbers of the questions.
        lowered: the formula.
        solver: its name.
        tried: at least one attempt.
        known: what the formula states beforehand, where that has been looked up.

    Raises:
        UserError: a board of a stricter reading breaks a rule of the puzzle.
    """
    started = time.perf_counter()
    known = RootFacts.of(lowered.cnf) if known is None else known
    number, outcome = tried[-1].question.number, tried[-1].outcome
    outcomes = [each.outcome for each in tried]
    program = puzzle.programs[-1]
    answer = Answer(
        outcome.status,
        outcome.reason,
        outcome.message,
        statistics=summed(each.statistics for each in outcomes),
        program=program,
        solver=solver,
        steps=tuple(_step(puzzle, each, known, solver) for each in tried),
        **used(outcomes),
    ).stated_by(lowered)
    if outcome.model is not None:
        board = lowered.assignment(outcome.model)
        if broken := violations(puzzle.programs[number], board, limit=1):
            told = f"{solver} with {lowered.encoding} gave a board that breaks a rule"
            message = f"{told}: {broken[0].message}"
            answer = replace(
                answer, status="UNKNOWN", reason="bad-model", message=message, rejected=board
            )
        elif puzzle.assumed[number] and (broken := violations(program, board, limit=1)):
            strict = puzzle.assumed[number]
            message = f"'{strict}' is preferred as a stricter reading, but is not stricter"
            raise fail(message, None, f"a board of it: {broken[0].message}")
        else:
            answer = replace(answer, solutions=(board,), model=outcome.model)
    solving = sum(each.seconds for each in outcomes)
    seconds = {"solve": solving, "decode": time.perf_counter() - started}
    return replace(answer, seconds=seconds)


class Usage(TypedDict):
    """What a solver tells of its time and its memory, by the attributes of `Answer`."""

    solver_seconds: float
    cpu_seconds: float | None
    megabytes: float | None


def used(outcomes: Iterable[Outcome]) -> Usage:
    """Return what some questions took together: times are sums, and memory is the most of any."""
    each = list(outcomes)
    cpu = [one.cpu_seconds for one in each if one.cpu_seconds is not None]
    return {
        "solver_seconds": sum(one.seconds for one in each),
        "cpu_seconds": sum(cpu) if len(cpu) == len(each) else None,
        "megabytes": max((one.megabytes for one in each if one.megabytes), default=None),
    }


def _step(puzzle: Readings, attempt: Attempt, known: RootFacts, solver: str) -> Step:
    question, outcome = attempt.question, attempt.outcome
    return Step(
        puzzle.assumed[question.number],
        outcome.status,
        outcome.statistics.get("conflicts"),
        outcome.seconds,
        outcome.statistics.get("lazy_clauses"),
        another=question.another,
        near=question.near,
        root_facts=known,
        solver=solver,
    )
