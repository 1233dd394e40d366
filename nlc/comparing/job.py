"""One run of one competitor on one puzzle."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from nlc.comparing import puzzles
from nlc.comparing.results import Measurement, PuzzleRecord, digest
from nlc.comparing.shuffle import ShuffledChoice
from nlc.comparing.suite import DEFAULT, Competitor, Work
from nlc.drivers.base import Driver, Limits
from nlc.encode.lower import LoweredProgram
from nlc.ir.nodes import Assignment, Program
from nlc.language.resolve import Puzzle
from nlc.render.text import render
from nlc.solving.choice import Solver, SolverChoice, choose_solvers
from nlc.solving.formulas import Formulas
from nlc.solving.plan import Plan
from nlc.solving.question import ONE, Question
from nlc.solving.question import PLAIN as PLAIN_POLICY
from nlc.solving.solve import Search
from nlc.version import __version__

Draw = Callable[[Program, Assignment], str]
"""Draws a board that breaks a rule."""

PLAIN: Draw = partial(render, style="ascii", color=False)


class CompetitorJob(Struct, frozen=True):
    """One run of one competitor on one puzzle.

    Attributes:
        repetition: from 0.
        record: of the puzzle; for the work ``generate`` that of the order.
        puzzle: the puzzle; None for the work ``generate``.
        code: digest of the code of nlc.
        group: the puzzles that share a formula by ``puzzles=`` of the encoding.
    """

    suite: str
    work: Work
    competitor: Competitor
    limits: Limits
    repetition: int
    record: PuzzleRecord
    puzzle: Puzzle | None = None
    code: str = ""
    draw: Draw = PLAIN
    group: tuple[Puzzle, ...] = ()

    @property
    def key(self) -> str:
        """The key of its measurement: the same for the same job and code."""
        who, limits = self.competitor.to_json(), asdict(self.limits)
        what = [self.suite, self.work, self.record.id, who, limits, self.repetition]
        return digest(["result", self.code, *what])

    def row(self, **more: Any) -> Measurement:
        """Return its measurement, with the result."""
        return Measurement(
            key=self.key,
            suite=self.suite,
            work=self.work,
            puzzle=self.record.id or "",
            competitor=self.competitor.name,
            who=self.competitor.identity,
            repetition=self.repetition,
            limits=self.limits,
            version=__version__,
            code=self.code,
            ended=datetime.now(UTC).isoformat(timespec="seconds"),
            **more,
        )

    def elaborate(self) -> tuple[Program, float]:
        """Return the program of the puzzle, and the seconds of elaboration."""
        assert self.puzzle is not None
        started = time.perf_counter()
        options = self.competitor.options
        program = puzzles.elaborate_cached(self.record.id or "", self.puzzle, options)
        return program, time.perf_counter() - started

    def search(self, program: Program, question: Question = ONE) -> Search:
        """Return the search of the competitor.

        Raises:
            UserError: the encoding or the engine refuses the puzzle.
        """
        choice, formulas = self.choice, Formulas(self.group)
        formulas.require(self.configured_puzzle, choice.encoding)
        how = choice, PLAIN_POLICY, self.limits
        return Search(self.configured_puzzle, program, question, *how, formulas=formulas)

    def formula(self, program: Program, driver: Driver) -> LoweredProgram:
        """Return the formula of the puzzle by the competitor's encoding, for a driver.

        Raises:
            UserError: the encoding refuses the puzzle, or does not name it.
        """
        encoding, formulas = choice_of(self.competitor).encoding, Formulas(self.group)
        formulas.require(self.configured_puzzle, encoding)
        return formulas.lower(self.configured_puzzle, program, encoding, driver.capabilities.offers)

    @property
    def choice(self) -> SolverChoice:
        """The competitor's choice; from the second repetition on of formulas in another order."""
        found = choice_of(self.competitor)
        if not self.repetition:
            return found
        return ShuffledChoice(**asdict(found), seed=self.repetition)

    @property
    def configured_puzzle(self) -> Puzzle:
        """The puzzle with the competitor's options."""
        assert self.puzzle is not None
        options = self.competitor.options
        return puzzles.with_options(self.puzzle, options) if options else self.puzzle


def choice_of(who: Competitor) -> SolverChoice:
    """Return the solver, encoding and plan of a competitor.

    Raises:
        UserError: there is no solver of this name, or its encoding or its plan is wrong.
    """
    solver = None if who.solver in ("", DEFAULT) else who.solver
    return choose_solvers(solver, who.encoding or "default", who.plan)


def solvers_of(who: Competitor) -> dict[str, Solver]:
    """Return the solver of a competitor, if it names one, or those of its plan, by their names.

    Raises:
        UserError: there is no solver of this name, or its encoding or its plan is wrong.
    """
    if who.solver:
        return {who.solver: choice_of(who).first}
    choice = choice_of(who)
    names = choice.plan.solvers() if isinstance(choice.plan, Plan) else ()
    return {name: choice.solver(name) for name in names}
