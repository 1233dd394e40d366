"""Is it the only solution? A first board by stricter rules, and another near it, before all else.

A large board that may touch itself is hard to prove unique, and a second solution is hard to come
upon. Three steps are quick, and decide nearly all boards that have several:

1. The first board is looked for by the strictest reading of the rules (`nlc.solving.relax`).
2. The second is looked for in small parts of the board, one after the other, while the rest stays
   as it is in the first (`nlc.drivers.pysat.strategies`).
3. Only then is it looked for everywhere, by the stricter reading first, in the same solver with all
   that has been learnt.

That there is no other board is claimed only by the last step, of the puzzle as it stands.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial

import numpy as np
from msgspec.structs import replace

from nlc.arrays import Bools, Floats, distinct
from nlc.board import Sort
from nlc.drivers.base import Limits, Outcome, summed
from nlc.drivers.pysat.driver import PysatDriver
from nlc.drivers.pysat.strategies import Attempt, Neighbourhoods, Question, ask_twice
from nlc.encode.lower import LoweredProgram
from nlc.encode.policy import ASSUMING
from nlc.encode.spec import Encoding
from nlc.encode.statement import Readings, state
from nlc.ir.nodes import Program
from nlc.solving.answer import DISCREDITING, Answer, InterruptedSearchError
from nlc.solving.policy import DEFAULT, Policy
from nlc.solving.questions import told
from nlc.solving.relax import judge, used

STEP = 0.6
"""How far the middles are from each other, as a part of the reach."""

MOST = 400
"""Of a board with more neighbourhoods of one kind, the middles are farther from each other."""


def solve_twice(
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
    """Look for two solutions of a puzzle; arguments, answer and errors as of `solve_relaxing`.

    The policy also says in which neighbourhoods a second board is looked for; the rounds are those
    of the first board, and `more` the conflicts of another one everywhere. Beside a board of a
    stricter reading it is looked for in these neighbourhoods alone if `brief` says for how many
    conflicts.

    Raises:
        InterruptedSearchError: it was interrupted after the first solution; before, it is the
            ``KeyboardInterrupt`` itself.
    """
    started = time.perf_counter()
    stated = state([puzzle], encoding, ASSUMING)
    lowered, (questions,) = stated.lowered, stated.questions
    places = neighbourhoods(puzzle.program, lowered, policy, len(puzzle.programs))
    first = policy.first_round(puzzle.programs[-1])
    asking = partial(ask_twice, conflicts=first, places=places, rounds=rounds, more=more)
    strategy = partial(asking, questions=questions, last=last, brief=brief)
    load = time.perf_counter() - started
    asked: list[Attempt] = []
    question = Question(0)
    interruption: KeyboardInterrupt | None = None
    try:
        events = driver.attempt(strategy, lowered.cnf, limits, lowered.separators)
        for each in told(events, puzzle.assumed, driver.name):
            if isinstance(each, Question):
                question = each
            else:
                asked.append(each)
    except KeyboardInterrupt as stop:
        if not any(each.outcome.model is not None for each in asked):
            raise
        interruption = stop
        asked.append(Attempt(question, Outcome("UNKNOWN", "interrupted")))
    answer = judge_both(puzzle, lowered, driver.name, asked)
    answer = replace(answer, seconds={"compile": load, **answer.seconds})
    if interruption is not None:
        raise InterruptedSearchError(answer, interruption)
    return answer


def judge_both(
    puzzle: Readings, lowered: LoweredProgram, solver: str, asked: Sequence[Attempt]
) -> Answer:
    """Return the answer to the questions that were asked, both boards checked; see `judge`."""
    first = [each for each in asked if not each.question.another]
    more = [each for each in asked if each.question.another]
    one = judge(puzzle, lowered, solver, first)
    if not one.solutions or not more:
        return replace(one, count=0, complete=one.status == "UNSATISFIABLE")
    two = judge(puzzle, lowered, solver, more)
    spent = (one.seconds, two.seconds)
    return replace(
        two,
        status="UNKNOWN" if two.reason in DISCREDITING else "SATISFIABLE",
        solutions=one.solutions + two.solutions,
        count=None if two.reason in DISCREDITING else 1 + len(two.solutions),
        complete=two.status == "UNSATISFIABLE" and more[-1].question.near is None,
        seconds={key: sum(seconds[key] for seconds in spent) for key in one.seconds},
        statistics=summed((one.statistics, two.statistics)),
        model=one.model,
        steps=one.steps + two.steps,
        **used(each.outcome for each in asked),
    )


def neighbourhoods(
    program: Program, lowered: LoweredProgram, policy: Policy, readings: int
) -> Neighbourhoods:
    """Return where a second board is looked for first: nowhere, if the puzzle has one reading.

    By the strictest reading there is seldom a second board, and that is soon seen.
    """
    shown = [v for v in program.bools if v.shown and v.size and v.sort is not Sort.PUZZLE]
    if readings == 1 or not (shown and policy.reaches) or lowered.literals is None:
        return Neighbourhoods(np.zeros(0, np.int32), np.zeros((0, 0), np.bool_))
    numbers = [np.arange(var.base, var.base + var.size, dtype=np.int32) for var in shown]
    literals = lowered.literals(np.concatenate(numbers))
    free = np.concatenate([parts(program, reach) for reach in policy.reaches])
    return Neighbourhoods(literals, free, policy.near_conflicts)


def parts(program: Program, reach: float) -> Bools:
    """Return small parts of a board that overlap, squares with sides of twice a reach.

    Returns:
        Shape (parts, n): which of the n values of shown booleans are in a part. None is empty, or
        all of the board, and each value is in one at least, if there are any.
    """
    board = program.board
    sorts = [v.sort for v in program.bools if v.shown and v.size and v.sort is not Sort.PUZZLE]
    points = np.concatenate([board.middles(sort) for sort in sorts])
    ends = board.centers[board.link_cells]
    lengths = np.linalg.norm(ends[:, 0] - ends[:, 1], axis=1)
    unit = float(np.sort(lengths)[len(lengths) // 2]) if len(lengths) else 1.0
    width, height = np.maximum(np.ptp(points, axis=0), unit).tolist()
    step = max(STEP * reach * unit, float(np.sqrt(width * height / MOST)))
    columns, rows = (_near(points[:, axis], reach * unit, step) for axis in range(2))
    near = (rows[:, None] & columns[None]).reshape(-1, len(points))
    packed = np.packbits(near[near.any(axis=1) & ~near.all(axis=1)], axis=1)
    return np.unpackbits(distinct(packed), axis=1, count=len(points)).astype(np.bool_)


def _near(places: Floats, reach: float, step: float) -> Bools:
    """Return, for middles at regular distances, which coordinates are in reach: (middles, n)."""
    low, high = float(places.min()), float(places.max())
    spare = max(0.0, high - low - 2 * reach)
    number = int(np.ceil(spare / min(step, 2 * reach))) + 1
    start = low + reach if number > 1 else (low + high) / 2
    middles = start + np.linspace(0.0, spare, number)
    inside: Bools = np.abs(places[None] - middles[:, None]) <= reach + 1e-9
    return inside
