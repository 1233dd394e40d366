"""Solves a puzzle by an engine: each board that it finds is judged by the rules."""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import dataclass, field, replace

from nlc.arrays import Bools
from nlc.drivers.base import FAILURES, NO_LIMITS, Limits, Outcome
from nlc.engines.answers import answers
from nlc.engines.base import Engine, Puzzle
from nlc.engines.problem import Method, read_problem
from nlc.ir.complete import board_of
from nlc.ir.evaluate import violations
from nlc.ir.nodes import Assignment, Program
from nlc.language import resolve
from nlc.solve.result import Result
from nlc.solve.strategy import InterruptedSearchError


def read(engine: Engine, case: resolve.Puzzle, program: Program) -> Puzzle:
    """Return a puzzle as an engine takes it.

    Args:
        engine: what is to solve it.
        case: the puzzle; its rules are not read, but for the name of the genre.
        program: the same puzzle elaborated, whose board is taken.

    Raises:
        UserError: the engine does not know these rules, or refuses the board.
    """
    hint = "take a solver, such as --solver minisat: an encoding takes every rule"
    problem = read_problem(case, Method(f"the engine '{engine.name}'", hint))
    puzzle = Puzzle(program.board, problem)
    engine.refuse(puzzle)
    return puzzle


@dataclass(eq=False)
class _Tally:
    """What a search has brought so far; see `nlc.solve.result.Result`."""

    outcome: Outcome
    solutions: list[Assignment] = field(default_factory=list)
    count: int = 0
    rejected: int = 0
    decoding: float = 0.0
    cpu_seconds: float = 0.0

    def result(self, engine: Engine, several: bool, seconds: float) -> Result:
        """Return the result of a search that took so many seconds in all."""
        outcome, failure = self.outcome, self.outcome.reason in FAILURES - {"no-answer"}
        statistics = dict(outcome.statistics)
        if not engine.exact:
            statistics["rejected"] = self.rejected
        return Result(
            "SATISFIABLE" if self.count and not failure else outcome.status,
            outcome.reason,
            outcome.message,
            tuple(self.solutions[: self.count]),
            self.count if several else None,
            outcome.status == "UNSATISFIABLE" if several else None,
            {"solve": seconds - self.decoding, "decode": self.decoding},
            statistics,
            cpu_seconds=self.cpu_seconds,
            megabytes=outcome.megabytes,
        )


def search(
    engine: Engine,
    program: Program,
    puzzle: Puzzle,
    limits: Limits = NO_LIMITS,
    *,
    most: int | None = 1,
    keep: int | None = None,
) -> Result:
    """Look for solutions of a puzzle.

    Args:
        engine: the engine.
        program: the puzzle, to judge and complete the boards that are found.
        puzzle: the same for the engine, which has not refused it.
        limits: for all of the search together.
        most: stop after so many solutions; None for all of them. More than one also tells whether
            there are others.
        keep: how many boards to return; None for all that were found.

    Returns:
        The result; a board that breaks a rule is never among its solutions. Where the search rests
        on an assumption, its end is UNKNOWN, for the reason ``no-answer``.

    Raises:
        InterruptedSearchError: it was interrupted; one with no solution yet is the
            ``KeyboardInterrupt`` itself.
    """
    tally = _Tally(Outcome("UNKNOWN", "no-answer"))
    interruption: KeyboardInterrupt | None = None
    started = time.perf_counter()
    try:
        with closing(answers(engine, puzzle, limits)) as found:
            for outcome, drawn in found:
                _take(tally, engine, program, outcome, drawn, keep)
                if drawn is None or tally.outcome.status == "UNKNOWN" or tally.count == most:
                    break
    except KeyboardInterrupt as stop:
        if not tally.count:
            raise
        interruption = stop
        tally.outcome = replace(tally.outcome, status="UNKNOWN", reason="interrupted", message=None)
    result = tally.result(engine, most != 1, time.perf_counter() - started)
    if interruption is not None:
        raise InterruptedSearchError(result, interruption)
    return result


def _take(
    tally: _Tally,
    engine: Engine,
    program: Program,
    outcome: Outcome,
    drawn: Bools | None,
    keep: int | None,
) -> None:
    """Judge what an engine has found, and add it to the tally."""
    # What was stopped tells no figures; those of the solution before stand.
    tally.outcome = replace(outcome, statistics=outcome.statistics or tally.outcome.statistics)
    tally.cpu_seconds += outcome.cpu_seconds or 0.0
    if drawn is None:
        return
    started = time.perf_counter()
    board = board_of(program, drawn)
    broken = violations(program, board, limit=1)
    tally.decoding += time.perf_counter() - started
    if broken and engine.exact:
        message = f"the engine '{engine.name}' gave a board that breaks a rule: {broken[0].message}"
        tally.outcome = replace(
            tally.outcome, status="UNKNOWN", reason="bad-model", message=message
        )
    elif broken:
        tally.rejected += 1
    else:
        if keep is None or len(tally.solutions) < keep:
            tally.solutions.append(board)
        tally.count += 1  # last: from here on it counts, also if the search is interrupted


def solve(
    engine: Engine,
    case: resolve.Puzzle,
    program: Program,
    limits: Limits = NO_LIMITS,
    *,
    most: int | None = 1,
    keep: int | None = None,
) -> Result:
    """Look for solutions of a puzzle: `read` and `search`, which see.

    Raises:
        UserError: the engine does not know these rules, or refuses the board.
        InterruptedSearchError: it was interrupted after something had been found.
    """
    return search(engine, program, read(engine, case, program), limits, most=most, keep=keep)
