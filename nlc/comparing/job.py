"""One run of one competitor on one puzzle."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from nlc.comparing import puzzles
from nlc.comparing.results import PuzzleRecord, Row, digest
from nlc.comparing.suite import DEFAULT, Competitor, Work
from nlc.drivers.base import Limits
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Assignment, Program
from nlc.language.resolve import Puzzle
from nlc.render.text import render
from nlc.solving.policy import Policy
from nlc.solving.sat import SatSolver
from nlc.solving.search import ONE, Question, Search, Solver
from nlc.solving.solver import get
from nlc.version import __version__


class Style(Struct, frozen=True):
    """How boards that break a rule are drawn; see `nlc.render.text.render`."""

    glyphs: str = "ascii"
    color: bool = False

    def draw(self, program: Program, board: Assignment) -> str:
        """Return a picture of a board."""
        return render(program, board, style=self.glyphs, color=self.color)


PLAIN = Style()


class Job(Struct, frozen=True):
    """One run of one competitor on one puzzle.

    Attributes:
        repetition: from 0.
        record: of the puzzle; for the work ``generate`` what is to be made.
        puzzle: itself; None for the work ``generate``.
        code: digest of the code of nlc.
        group: the puzzles that share a formula, where the encoding names such ones.
    """

    suite: str
    work: Work
    competitor: Competitor
    limits: Limits
    repetition: int
    record: PuzzleRecord
    puzzle: Puzzle | None = None
    code: str = ""
    style: Style = PLAIN
    group: tuple[Puzzle, ...] = ()

    @property
    def key(self) -> str:
        """The key of its row: the same for the same job, by the same code."""
        who, limits = self.competitor.to_json(), asdict(self.limits)
        what = [self.suite, self.work, self.record.id, who, limits, self.repetition]
        return digest(["result", self.code, *what])

    def row(self, **more: Any) -> Row:
        """Return its row, with the result."""
        return Row(
            key=self.key,
            suite=self.suite,
            work=self.work,
            puzzle=self.record.id or "",
            competitor=self.competitor.name,
            who=digest(self.competitor.to_json()),
            repetition=self.repetition,
            limits=self.limits,
            version=__version__,
            code=self.code,
            ended=datetime.now(UTC).isoformat(timespec="seconds"),
            **more,
        )

    def elaborated(self) -> tuple[Program, float]:
        """Return the program of the puzzle, and the seconds that it took to make it."""
        assert self.puzzle is not None
        started = time.perf_counter()
        options = self.competitor.options
        program = puzzles.elaborated(self.record.id or "", self.puzzle, options)
        return program, time.perf_counter() - started

    def elaborated_anew(self) -> Program:
        """Return the program of the puzzle, made anew."""
        return elaborate(self.asked)

    def search(self, program: Program, question: Question = ONE) -> Search:
        """Return the puzzle as the competitor's solver takes it.

        Raises:
            UserError: the encoding or the engine refuses it.
        """
        who = self.competitor
        solver = solver_of(who)
        if isinstance(solver, SatSolver):
            solver = self.grouped(solver)
        return solver.read(self.asked, program, question, _policy(who))

    def grouped(self, solver: SatSolver) -> SatSolver:
        """Return a solver that knows the puzzles which share the formula.

        Raises:
            UserError: the encoding does not name the puzzle.
        """
        return solver.sharing(self.group).require(self.asked)

    @property
    def asked(self) -> Puzzle:
        """The puzzle with the competitor's options."""
        assert self.puzzle is not None
        options = self.competitor.options
        return puzzles.with_options(self.puzzle, options) if options else self.puzzle


def solver_of(who: Competitor) -> Solver:
    """Return the solver of a competitor.

    Raises:
        UserError: there is no solver of this name, or its encoding is wrong.
    """
    from nlc.comparing.puzzlekit import NAME, PuzzlekitSolver

    policy = _policy(who)
    if who.solver == NAME:
        return PuzzlekitSolver()
    name = None if who.solver == DEFAULT else who.solver
    solver = get(name, who.encoding or "default", policy)
    if isinstance(solver, SatSolver):
        return replace(solver, incremental=policy.incremental if who.relax else None)
    return solver


def _policy(who: Competitor) -> Policy:
    return Policy(relax=who.relax, readings=False, confirm=False, explain=False)
