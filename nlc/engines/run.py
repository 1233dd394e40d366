"""Solves a puzzle by an engine: each board that it finds is judged by the rules."""

from __future__ import annotations

from contextlib import closing
from functools import partial

from nlc.dataclasses import replace
from nlc.drivers.base import NO_LIMITS, Limits
from nlc.engines.answers import answers
from nlc.engines.base import Engine, Puzzle
from nlc.engines.problem import Method, read_problem
from nlc.ir.complete import board_of
from nlc.ir.nodes import Program
from nlc.language import resolve
from nlc.solve.answer import Answer, InterruptedSearchError
from nlc.solve.judged import Found, Judged


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


def search(
    engine: Engine,
    program: Program,
    puzzle: Puzzle,
    limits: Limits = NO_LIMITS,
    *,
    most: int | None = 1,
    keep: int | None = None,
) -> Answer:
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
        The answer. Where the search rests on an assumption, its end is UNKNOWN, for the reason
        ``no-answer``.

    Raises:
        InterruptedSearchError: it was interrupted; one with no solution yet is the
            ``KeyboardInterrupt`` itself.
    """
    judged, found = begin(engine, program, puzzle, limits)
    try:
        answer = judged.collect(found, most, keep)
    except InterruptedSearchError as stop:
        answer = replace(stop.answer, solver=engine.name)
        raise InterruptedSearchError(answer, stop.cause) from None
    return replace(answer, solver=engine.name)


def begin(engine: Engine, program: Program, puzzle: Puzzle, limits: Limits) -> tuple[Judged, Found]:
    """Return a search for solutions, and what judges them as they are found; see `search`."""
    judged = Judged(program, f"the engine '{engine.name}'", engine.exact)
    return judged, _read(engine, program, puzzle, limits)


def _read(engine: Engine, program: Program, puzzle: Puzzle, limits: Limits) -> Found:
    """Yield what an engine finds, with what reads the boards."""
    with closing(answers(engine, puzzle, limits)) as found:
        for outcome, drawn in found:
            yield outcome, None if drawn is None else partial(board_of, program, drawn)
            if outcome.status == "UNKNOWN":
                return


def solve(
    engine: Engine,
    case: resolve.Puzzle,
    program: Program,
    limits: Limits = NO_LIMITS,
    *,
    most: int | None = 1,
    keep: int | None = None,
) -> Answer:
    """Look for solutions of a puzzle: `read` and `search`, which see.

    Raises:
        UserError: the engine does not know these rules, or refuses the board.
        InterruptedSearchError: it was interrupted after something had been found.
    """
    return search(engine, program, read(engine, case, program), limits, most=most, keep=keep)
