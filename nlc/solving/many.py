"""Solves puzzles, one after the other or, where they are many, by `nlc.solving.sharing`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from nlc.drivers.base import NO_LIMITS, Limits
from nlc.solving.answer import Answer
from nlc.solving.one import Answers, Work
from nlc.solving.policy import DEFAULT, Policy
from nlc.solving.sat import SatSolver
from nlc.solving.search import Question, Solver, Watch

if TYPE_CHECKING:
    from nlc.language.resolve import Puzzle


def solve_each(
    puzzles: Sequence[Puzzle],
    question: Question,
    solver: Solver,
    policy: Policy = DEFAULT,
    limits: Limits = NO_LIMITS,
    watch: Watch | None = None,
) -> Answers:
    """Yield the answer to a question about each puzzle, in their order.

    A puzzle that is wrong, or refused, has an answer that is UNKNOWN and holds the error. Where a
    search is interrupted, the answer with what it had found is yielded, and then the interruption
    raised. Closing the generator ends all processes.

    Args:
        puzzles: to be solved.
        question: about each.
        solver: for all.
        policy: how to share the work.
        limits: for each puzzle.
        watch: is told how far long parts of a search in this process are.

    Raises:
        KeyboardInterrupt: it was interrupted.
    """
    solver = grouped(solver, puzzles)
    if len(puzzles) > 1:  # what helps with one would keep the others waiting
        policy = replace(policy, explain=False)
    work = Work(puzzles, question, solver, policy, limits)
    if policy.executor is not None:
        from nlc.solving.sharing import elsewhere

        return elsewhere(work)
    if len(puzzles) > 1:
        from nlc.solving.division import divided
        from nlc.solving.sharing import in_processes, shared_solver

        work.sharing = shared_solver(work)
        shares = divided(work)
        if work.sharing is not None or len(shares) > 1:
            return in_processes(work, shares)
    return (answer for puzzle in puzzles for answer in work.alone(puzzle, watch))


def grouped(solver: Solver, puzzles: Sequence[Puzzle]) -> Solver:
    """Return a solver that knows the puzzles which its encoding names by their numbers.

    Raises:
        UserError: there are fewer.
    """
    if isinstance(solver, SatSolver):
        return solver.grouped(puzzles)
    from nlc.solving.portfolio import Portfolio

    if isinstance(solver, Portfolio):
        return Portfolio([grouped(each, puzzles) for each in solver.solvers])
    return solver


def unreached(puzzle: Puzzle, solver: Solver) -> Answer:
    """Return the answer of a puzzle that was not come to, because of an interruption."""
    return Answer("UNKNOWN", "interrupted", solver=solver.name, puzzle=puzzle)
