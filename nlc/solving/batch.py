"""Solves many puzzles of one shape by one solver, which keeps what it has learnt of all of them.

The programs are merged (`nlc.ir.passes.merge`), lowered and loaded once, and each is chosen by
assumptions. Loading a formula takes a SAT solver longer than solving a common puzzle, so that this
is several times as fast as one by one, and what is learnt of one puzzle holds for the next.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from nlc.drivers.base import FAILURES, NO_LIMITS, Limits
from nlc.drivers.pysat.incremental import Deadline, IncrementalSolver
from nlc.drivers.pysat.strategies import Attempt, attempts
from nlc.encode.policy import ASSUMING
from nlc.encode.spec import Encoding
from nlc.encode.statement import Readings, state
from nlc.solving.answer import Answer
from nlc.solving.order import activities
from nlc.solving.policy import DEFAULT, Policy
from nlc.solving.relax import judge
from nlc.solving.solution import RootFacts


def solve_alike(
    puzzles: Sequence[Readings],
    solver: str,
    encoding: Encoding,
    policy: Policy = DEFAULT,
    limits: Limits = NO_LIMITS,
    numbers: Sequence[int] = (),
    rounds: int | None = None,
) -> Iterator[Answer]:
    """Yield one solution, or that there is none, for each of some puzzles.

    Args:
        puzzles: to be solved in this order; all programs are of one `shape`, and none is folded.
        solver: PySAT's name of an incremental solver.
        encoding: an exact one that is not of the whole puzzle.
        policy: says how many conflicts each reading may have in the first round.
        limits: of the time that each puzzle is searched for; there is none of memory.
        numbers: of the puzzles in what the user named, from 1.
        rounds: of questions about each puzzle; one that is open after them has an answer that
            `is_open`. None to go on.

    Yields:
        The answer of each. The time to make and load the formula is shared out evenly, as
        ``compile`` of its `seconds`.

    Raises:
        UserError: the encoding refuses a part of a program, or a reading is not stricter.
    """
    started = time.perf_counter()
    stated = state(puzzles, encoding, ASSUMING, numbers=numbers)
    lowered = stated.lowered
    known = RootFacts.of(lowered.cnf)
    first = activities(puzzles[0].programs[-1], lowered)
    with IncrementalSolver(solver, lowered.cnf, lowered.separators) as session:
        load = (time.perf_counter() - started) / len(puzzles)
        for puzzle, questions in zip(puzzles, stated.questions, strict=True):
            until = Deadline.of(limits)
            if first:
                session.begin_anew(first)
            told = attempts(
                session, questions, policy.first_round(puzzle.programs[-1]), until, rounds
            )
            tried = [each for each in told if isinstance(each, Attempt)]
            answer = judge(puzzle, lowered, session.name, tried, known)
            if tried[-1].outcome.reason not in FAILURES:
                for assumptions in filter(None, questions):
                    session.add([[-assumptions[0]]])  # its own rows are of no more use
            steps = tuple(replace(step, shared=len(puzzles)) for step in answer.steps)
            yield replace(answer, seconds={"compile": load, **answer.seconds}, steps=steps)
