"""``nlc run --engine frontier``: counts and boards without encoding and solver."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from nlc.cli.progress import Percentage
from nlc.drivers.base import Limits
from nlc.language.resolve import Puzzle

if TYPE_CHECKING:
    from nlc.ir.nodes import Program
    from nlc.solve.question import Question
    from nlc.solve.result import Result


def solve(
    case: Puzzle, program: Program, question: Question, limits: Limits
) -> tuple[Result, float]:
    """Count the solutions of a puzzle, and keep some.

    Returns:
        The result, and the seconds that it took to read the puzzle once more.

    Raises:
        UserError: the puzzle is none that the frontier method can count.
    """
    from nlc.engines.frontier.solve import solve as search
    from nlc.engines.problem import read_problem

    started = time.perf_counter()
    problem = read_problem(case)
    read = time.perf_counter() - started
    percentage = Percentage()

    def watch(done: int, work: int, states: int) -> None:
        percentage.show(f"{program.title}: {states} states", done, work)

    try:
        result = search(
            program,
            problem,
            limits,
            most=question.most,
            keep=question.keep,
            facts=question.facts,
            watch=watch,
        )
    finally:
        percentage.clear()
    return result, read
