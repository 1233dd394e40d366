"""Solves a puzzle, alone or among others, with the readings that tell whether it is unique."""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from nlc.drivers.base import NO_LIMITS, Limits, Reason
from nlc.errors import UserError
from nlc.ir.elaborate.program import elaborate
from nlc.process.own import OwnLimitError, since, within
from nlc.solving.answer import Answer, InterruptedSearchError
from nlc.solving.joined import left
from nlc.solving.policy import DEFAULT, Policy
from nlc.solving.sat import SatSolver
from nlc.solving.search import UNIQUE, Question, Search, Solver, Watch

if TYPE_CHECKING:
    from nlc.ir.nodes import Program
    from nlc.language.resolve import Puzzle
    from nlc.solving.answer import Reading

AT_A_GLANCE = "nlc check"
"""Stands for a solver where nlc itself sees that there is no solution."""

Answers = Generator[Answer, None, None]


def solve_one(
    puzzle: Puzzle,
    question: Question,
    solver: Solver,
    policy: Policy = DEFAULT,
    limits: Limits = NO_LIMITS,
    watch: Watch | None = None,
    program: Program | None = None,
) -> Answer:
    """Return the answer to a question about a puzzle; see `nlc.solve`.

    A program is the puzzle's, where it has been elaborated before.

    Raises:
        UserError: the puzzle is wrong, or the encoding or the engine refuses it.
        InterruptedSearchError: it was interrupted after a part of the answer had been found.
    """
    started = time.perf_counter()
    interruption: KeyboardInterrupt | None = None
    try:
        with within(limits):
            program = program or elaborate(puzzle)
            elaborated = time.perf_counter() - started
            search = _at_a_glance(puzzle, program, question, policy)
            if search is None:
                search = solver.read(puzzle, program, question, policy, watch)
    except OwnLimitError as stop:
        seconds = time.perf_counter() - started
        return uncompiled(puzzle, question, solver, stop.reason, seconds)
    limits = since(limits, started)
    try:
        answer = search.ask(limits)
    except InterruptedSearchError as stop:
        answer, interruption = stop.answer, stop.cause
    if interruption is None and answer.is_refutation and answer.solver != AT_A_GLANCE:
        from nlc.solving.confirm import confirmed

        rest = left(limits, answer)
        answer = confirmed(answer, program, question, policy, rest, search.lowered)
    compiled = elaborated + answer.seconds["compile"]
    answer = replace(answer, puzzle=puzzle, seconds={**answer.seconds, "compile": compiled})
    if question.unique and policy.readings and policy.proof is None:
        answer = replace(answer, readings=())  # a proof is about the puzzle's own rules
        if not answer.unique and answer.solutions and interruption is None:
            answer, interruption = _read_strictly(puzzle, program, answer, solver, policy, limits)
    if interruption is not None:
        raise InterruptedSearchError(answer, interruption)
    if policy.explain and answer.status == "UNSATISFIABLE":
        from nlc.solving.readings import explained

        quietly = replace(policy, proof=None)
        answer = explained(puzzle, program, answer, solver, quietly, left(limits, answer))
    return answer


def _at_a_glance(
    puzzle: Puzzle, program: Program, question: Question, policy: Policy
) -> Search | None:
    """Return a search that has found that there is no solution, where a look shows that.

    Nothing is looked at where a solver is to say it, or to prove it.
    """
    from nlc.ir.lint import contradictions

    if not policy.glance or policy.confirm or policy.proof is not None:
        return None
    started = time.perf_counter()
    reasons = contradictions(program, puzzle)
    if not reasons:
        return None
    counts = question.most != 1 and not question.backbone
    answer = Answer(
        "UNSATISFIABLE",
        count=0 if counts else None,
        complete=True if counts else None,
        seconds={"solve": time.perf_counter() - started, "decode": 0.0},
        program=program,
        solver=AT_A_GLANCE,
        reasons=reasons,
    )
    return Search(0.0, lambda limits: answer)


def uncompiled(
    puzzle: Puzzle, question: Question, solver: Solver, reason: Reason, seconds: float
) -> Answer:
    """Return the answer of a puzzle that could not be compiled within the limits."""
    limit = "memory" if reason == "memory" else "time"
    message = f"the limit of {limit} was reached while compiling, before a solver started"
    counts = question.most != 1 and not question.backbone
    return Answer(
        "UNKNOWN",
        reason,
        message,
        count=0 if counts else None,
        complete=False if counts else None,
        seconds={"compile": seconds},
        solver=solver.name,
        puzzle=puzzle,
    )


def _read_strictly(
    puzzle: Puzzle,
    program: Program,
    answer: Answer,
    solver: Solver,
    policy: Policy,
    limits: Limits,
) -> tuple[Answer, KeyboardInterrupt | None]:
    """Ask for two solutions by stricter readings.

    Returns:
        The answer with the readings that were tried and the only board of a reading first, if there
        is such a one; and what interrupted it.
    """
    from nlc.solving.confirm import answered
    from nlc.solving.readings import meant_first, stricter

    tried: list[Reading] = []
    interruption: KeyboardInterrupt | None = None

    def ask(strict: Puzzle, read: Program, rest: Limits) -> Answer:
        try:
            return answered(solver, strict, read, UNIQUE, policy, rest)
        except InterruptedSearchError as stop:
            raise stop.cause from None

    try:
        for reading in stricter(puzzle, program, ask, left(limits, answer)):
            tried.append(reading)
    except KeyboardInterrupt as stop:
        interruption = stop
    if tried and tried[-1].answer.unique and len(answer.solutions) == 2:
        (meant,) = tried[-1].answer.solutions
        boards = meant_first(program, answer.solutions, meant)
        answer = replace(answer, solutions=boards)
    return replace(answer, readings=tuple(tried)), interruption


class Work(Struct, eq=False):
    """Puzzles to be solved, and how.

    Attributes:
        sharing: PySAT's name of the solver that puzzles of one shape are given to together; None to
            solve each by itself.
    """

    puzzles: Sequence[Puzzle]
    question: Question
    solver: Solver
    policy: Policy
    limits: Limits
    sharing: str | None = None

    @property
    def group(self) -> tuple[Puzzle, ...]:
        """The puzzles that the encoding names, which share a formula."""
        return self.solver.group if isinstance(self.solver, SatSolver) else ()

    def alone(
        self, puzzle: Puzzle, watch: Watch | None = None, program: Program | None = None
    ) -> Answers:
        """Yield the answer of one puzzle; see `solve_one`."""
        interruption: KeyboardInterrupt | None = None
        how = self.question, self.solver, self.policy, self.limits
        try:
            answer = solve_one(puzzle, *how, watch, program)
        except UserError as error:
            answer = self.refused(puzzle, error)
        except InterruptedSearchError as stop:
            answer, interruption = stop.answer, stop.cause
        yield answer
        if interruption is not None:
            raise interruption

    def refused(self, puzzle: Puzzle, error: UserError) -> Answer:
        """Return the answer of a puzzle that is wrong, or refused."""
        return Answer("UNKNOWN", "no-answer", solver=self.solver.name, puzzle=puzzle, error=error)
