"""An engine as a solver: each board that it finds is judged by the rules."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from nlc.drivers.base import Limits
from nlc.engines.answers import answers
from nlc.engines.base import Engine
from nlc.engines.base import Puzzle as Problem
from nlc.engines.frontier import FrontierEngine
from nlc.engines.problem import Method, read_problem
from nlc.errors import fail
from nlc.ir.complete import board_of
from nlc.solving.answer import Answer
from nlc.solving.boards import CheckedBoards, Outcomes
from nlc.solving.policy import PLAIN, Policy
from nlc.solving.search import ONE, Question, Search, Watch

if TYPE_CHECKING:
    from nlc.ir.nodes import Program
    from nlc.language.resolve import Puzzle


class EngineSolver(Struct, frozen=True, eq=False):
    """An engine.

    Where its search rests on an assumption, the end of the search decides nothing: the answer is
    UNKNOWN, for the reason ``no-answer``.
    """

    engine: Engine

    @property
    def name(self) -> str:
        """The name of the engine."""
        return self.engine.name

    def version(self) -> str | None:
        """Return the version of the engine."""
        return self.engine.version()

    def missing(self) -> str | None:
        """Return what the engine lacks."""
        return self.engine.missing()

    def read(
        self,
        puzzle: Puzzle,
        program: Program,
        question: Question = ONE,
        policy: Policy = PLAIN,
        watch: Watch | None = None,
    ) -> Search:
        """Hand a puzzle to the engine, which does not see its rules but for the genre's name."""
        started = time.perf_counter()
        engine = self.engine
        if isinstance(engine, FrontierEngine):
            from nlc.solving.frontier import counter

            ask = counter(puzzle, program, question, watch)
            return Search(time.perf_counter() - started, ask)
        if question.backbone:
            hint = "take a SAT solver, or the engine 'frontier'"
            raise fail(f"{self.name} looks for boards, and knows no backbone", None, hint)
        hint = "take a solver, such as --solver minisat: an encoding takes every rule"
        method = Method(f"the engine '{engine.name}'", hint)
        problem = Problem(program.board, read_problem(puzzle, method))
        engine.refuse(problem)
        begin = partial(_begin, engine, program, problem)
        return Search(time.perf_counter() - started, partial(_ask, begin, question), begin=begin)


def _ask(
    begin: Callable[[Limits], tuple[CheckedBoards, Outcomes]], question: Question, limits: Limits
) -> Answer:
    checked, found = begin(limits)
    return checked.collect(found, question.most, question.keep)


def _begin(
    engine: Engine, program: Program, problem: Problem, limits: Limits
) -> tuple[CheckedBoards, Outcomes]:
    named = partial(replace, solver=engine.name)
    checked = CheckedBoards(program, f"the engine '{engine.name}'", engine.exact, finish=named)
    return checked, _read(engine, program, problem, limits)


def _read(engine: Engine, program: Program, problem: Problem, limits: Limits) -> Outcomes:
    """Yield what an engine finds, with what reads the boards."""
    with closing(answers(engine, problem, limits)) as found:
        for outcome, drawn in found:
            yield outcome, None if drawn is None else partial(board_of, program, drawn)
            if outcome.status == "UNKNOWN":
                return
