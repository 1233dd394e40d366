"""Solves a puzzle by the frontier method; every board that is shown is checked by the evaluator."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace

from nlc.drivers.base import NO_LIMITS, Limits
from nlc.engines.frontier.build import Diagram, LimitReached, Watch, build
from nlc.engines.problem import Problem, read_problem
from nlc.ir.backbone import Backbone
from nlc.ir.complete import board_of
from nlc.ir.evaluate import violations
from nlc.ir.nodes import Assignment, Program
from nlc.solving.answer import Answer
from nlc.solving.words import COUNTING

if TYPE_CHECKING:
    from nlc.language.resolve import Puzzle
    from nlc.solving.search import Question
    from nlc.solving.search import Watch as Progress


def counter(
    puzzle: Puzzle, program: Program, question: Question, watch: Progress | None
) -> Callable[[Limits], Answer]:
    """Return what answers a question about a puzzle within limits.

    Raises:
        UserError: the puzzle is none that the frontier method can count.
    """
    problem = read_problem(puzzle)

    def tell(done: int, work: int, states: int) -> None:
        if watch is not None:
            watch(f"{program.title}: {states} states", done, work)

    def count(limits: Limits) -> Answer:
        most, keep, backbone = question.most, question.keep, question.backbone
        answer = solve(
            program, problem, limits, most=most, keep=keep, backbone=backbone, watch=tell
        )
        return replace(answer, program=program, solver=COUNTING)

    return count


def solve(
    program: Program,
    problem: Problem,
    limits: Limits = NO_LIMITS,
    *,
    most: int | None = 1,
    keep: int | None = None,
    backbone: bool = False,
    watch: Watch | None = None,
) -> Answer:
    """Count all solutions of a puzzle, and return some.

    Args:
        program: the elaborated puzzle, to judge and complete the boards that are returned.
        problem: the same puzzle for the frontier method.
        limits: of the count.
        most: how many solutions are asked for; None for all of them. Where that is more than one,
            the result holds the number of all, even if it is above `most`.
        keep: how many boards to return at most; None for as many as are asked for.
        backbone: whether to tell what all solutions share.
        watch: see `build`.

    Returns:
        The result, with the number of states and the size of the largest layer as statistics.
    """
    started = time.perf_counter()
    several = most != 1
    try:
        diagram = build(problem, limits, watch)
    except LimitReached as stop:
        seconds = {"solve": time.perf_counter() - started, "decode": 0.0}
        return Answer(
            "UNKNOWN",
            stop.reason,
            f"stopped at {stop}",
            count=0 if several else None,
            complete=False if several else None,
            seconds=seconds,
            statistics={"states": stop.states, "widest": stop.widest},
        )
    count = diagram.count()
    wanted = min((n for n in (most, keep) if n is not None), default=None)
    drawn = list(islice(diagram.solutions(), wanted))
    seconds = {"solve": time.perf_counter() - started}
    started = time.perf_counter()
    boards = tuple(board_of(program, line) for line in drawn)
    shared = _backbone(program, diagram, boards[0]) if backbone and boards else None
    broken = [item for board in boards for item in violations(program, board, limit=1)]
    seconds["decode"] = time.perf_counter() - started
    statistics = {"states": diagram.states, "widest": diagram.widest}
    if broken:
        message = f"the frontier method gave a board that breaks a rule: {broken[0].message}"
        return Answer("UNKNOWN", "bad-model", message, seconds=seconds, statistics=statistics)
    return Answer(
        "SATISFIABLE" if count else "UNSATISFIABLE",
        solutions=boards,
        count=count if several else None,
        complete=True if several else None,
        seconds=seconds,
        statistics=statistics,
        backbone=shared,
    )


def _backbone(program: Program, diagram: Diagram, board: Assignment) -> Backbone:
    """Return what all solutions share."""
    (line,) = [var for var in program.bools if var.shown]
    some, every = diagram.facts()
    is_open = np.zeros(len(board.bools), np.bool_)
    is_open[line.base : line.base + line.size] = some & ~every
    return Backbone(board, is_open, {}, complete=True)
