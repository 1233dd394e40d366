"""Is it the only solution? A first board by stricter rules, and another near it, before all else.

A large board that may touch itself is hard to prove unique, and a second solution is hard to come
upon. Three steps are quick, and decide nearly all boards that have several:

1. The first board is looked for by the strictest reading of the rules (`nlc.solve.relax`).
2. The second is looked for in small parts of the board, one after the other, while the rest stays
   as it is in the first (`nlc.drivers.pysat.second_model`).
3. Only then is it looked for everywhere, by the stricter reading first, in the same solver with all
   that has been learnt.

That there is no other board is claimed only by the last step, of the puzzle as it stands.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from nlc.arrays import Bools, Floats
from nlc.board.board import Board, Sort
from nlc.drivers.base import FAILURES, Limits, Outcome, summed
from nlc.drivers.pysat.asking import Asking
from nlc.drivers.pysat.second_model import Asked, Neighbourhoods
from nlc.encode.lower import Lowered
from nlc.encode.spec import Encoding
from nlc.ir.nodes import Program
from nlc.solve.relax import Readings, judge, state
from nlc.solve.result import Result

REACHES = (3.0, 4.5, 6.0)
"""Neighbourhoods reach so far to each side of their middles, in distances of linked cells: on
squares they are 7x7 cells, then 10x10, then 13x13. Of woven boards with a second solution, nearly
all have one in the first, and most others in the second kind."""

STEP = 0.6
"""How far the middles are from each other, as a part of the reach."""

MOST = 400
"""Of a board with more neighbourhoods of one kind, the middles are farther from each other."""


def solve_twice(
    puzzle: Readings,
    driver: Asking,
    encoding: Encoding,
    limits: Limits,
    reaches: Sequence[float] = REACHES,
) -> tuple[Lowered, Result, KeyboardInterrupt | None]:
    """Look for two solutions of a puzzle.

    Args:
        puzzle: its readings.
        driver: a solver that is incremental.
        encoding: an exact one that is not of the whole puzzle.
        limits: for the whole search.
        reaches: of the neighbourhoods in which a second board is looked for, in this order.

    Returns:
        The formula of all readings, the result, and what interrupted the search after the first
        solution, if something did. Of the result's `seconds`, ``load`` is the time to make the
        formula.

    Raises:
        UserError: the encoding refuses a part of a program, or a reading is not stricter.
        KeyboardInterrupt: it was interrupted before the first solution.
    """
    started = time.perf_counter()
    lowered, questions = state(puzzle, encoding)
    places = _neighbourhoods(puzzle, lowered, reaches)
    load = time.perf_counter() - started
    asked: list[Asked] = []
    interruption: KeyboardInterrupt | None = None
    try:
        for each in driver.ask_twice(
            lowered.cnf, questions, puzzle.conflicts, places, limits, lowered.separators
        ):
            asked.append(each)
    except KeyboardInterrupt as stop:
        if not any(each.outcome.model is not None for each in asked):
            raise
        interruption = stop
        outcome = Outcome("UNKNOWN", "interrupted")
        asked.append(Asked(len(questions) - 1, outcome, another=True))
    result = judge_both(puzzle, lowered, driver.name, asked)
    return lowered, replace(result, seconds={**result.seconds, "load": load}), interruption


def judge_both(puzzle: Readings, lowered: Lowered, solver: str, asked: Sequence[Asked]) -> Result:
    """Return what comes of the questions that were asked, both boards checked.

    Args:
        puzzle: its readings, by the numbers of the questions.
        lowered: the formula.
        solver: its name.
        asked: at least one question.

    Raises:
        UserError: a board of a stricter reading breaks a rule of the puzzle.
    """
    first = [(each.number, each.outcome) for each in asked if not each.another]
    more = [each for each in asked if each.another]
    one = judge(puzzle, lowered, solver, first)
    if not one.solutions or not more:
        return replace(one, count=0, complete=one.status == "UNSATISFIABLE")
    two = judge(puzzle, lowered, solver, [(each.number, each.outcome) for each in more])
    steps = (
        replace(step, another=True, near=each.near)
        for step, each in zip(two.steps, more, strict=True)
    )
    spent = (one.seconds, two.seconds)
    return Result(
        "UNKNOWN" if two.reason in FAILURES else "SATISFIABLE",
        two.reason,
        two.message,
        one.solutions + two.solutions,
        1 + len(two.solutions),
        two.status == "UNSATISFIABLE" and more[-1].near is None,
        {key: sum(seconds[key] for seconds in spent) for key in one.seconds},
        summed((one.statistics, two.statistics)),
        first[-1][1].model,
        steps=(*one.steps, *steps),
    )


def _neighbourhoods(puzzle: Readings, lowered: Lowered, reaches: Sequence[float]) -> Neighbourhoods:
    """Return where a second board is looked for first: nowhere, if the puzzle has one reading.

    By the strictest reading there is seldom a second board, and that is soon seen.
    """
    program = puzzle.programs[-1]
    shown = [var for var in program.bools if var.shown and var.size]
    if len(puzzle.programs) == 1 or not (shown and reaches) or lowered.literals is None:
        return Neighbourhoods(np.zeros(0, np.int32), np.zeros((0, 0), np.bool_))
    numbers = [np.arange(var.base, var.base + var.size, dtype=np.int32) for var in shown]
    literals = lowered.literals(np.concatenate(numbers))
    return Neighbourhoods(literals, np.concatenate([parts(program, reach) for reach in reaches]))


def parts(program: Program, reach: float) -> Bools:
    """Return small parts of a board that overlap, squares with sides of twice a reach.

    Returns:
        Shape (parts, n): which of the n values of shown booleans are in a part. None is empty, or
        all of the board, and each value is in one at least, if there are any.
    """
    board = program.board
    points = np.concatenate([_points(board, var.sort) for var in program.bools if var.shown])
    ends = board.centers[board.link_cells]
    lengths = np.linalg.norm(ends[:, 0] - ends[:, 1], axis=1)
    unit = float(np.median(lengths)) if len(lengths) else 1.0
    width, height = np.maximum(np.ptp(points, axis=0), unit).tolist()
    step = max(STEP * reach * unit, float(np.sqrt(width * height / MOST)))
    columns, rows = (_near(points[:, axis], reach * unit, step) for axis in range(2))
    near = (rows[:, None] & columns[None]).reshape(-1, len(points))
    distinct: Bools = np.unique(near[near.any(axis=1) & ~near.all(axis=1)], axis=0)
    return distinct


def _near(places: Floats, reach: float, step: float) -> Bools:
    """Return, for middles at regular distances, which coordinates are in reach: (middles, n)."""
    low, high = float(places.min()), float(places.max())
    spare = max(0.0, high - low - 2 * reach)
    number = int(np.ceil(spare / min(step, 2 * reach))) + 1
    start = low + reach if number > 1 else (low + high) / 2
    middles = start + np.linspace(0.0, spare, number)
    inside: Bools = np.abs(places[None] - middles[:, None]) <= reach + 1e-9
    return inside


def _points(board: Board, sort: Sort) -> Floats:
    """Return where the elements of a sort lie, shape (n, 2)."""
    corners = {
        Sort.CELL: board.centers[:, None],
        Sort.LINK: board.centers[board.link_cells],
        Sort.BORDER: board.points[board.border_vertices],
        Sort.VERTEX: board.points[:, None],
    }
    middles: Floats = corners[sort].mean(axis=1)
    return middles
