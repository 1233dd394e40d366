"""One run of one competitor on one puzzle."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import asdict

from nlc.comparing import puzzles
from nlc.comparing.results import PuzzleRecord, Row, digest
from nlc.comparing.suite import DEFAULT, Competitor, Work
from nlc.drivers.base import Driver, Limits
from nlc.encode.lower import LoweredProgram
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Assignment, Program
from nlc.language.resolve import Puzzle
from nlc.render.text import render
from nlc.solving.formulas import Formulas
from nlc.solving.means import Means, means
from nlc.solving.policy import PLAIN as QUIETLY
from nlc.solving.question import ONE, Question
from nlc.solving.solve import Search
from nlc.version import __version__

if TYPE_CHECKING:
    from nlc.solving.means import Solver


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
        """Return the search of the competitor.

        Raises:
            UserError: the encoding or the engine refuses the puzzle.
        """
        by, formulas = means_of(self.competitor), Formulas(self.group)
        formulas.require(self.asked, by.encoding)
        how = by, QUIETLY, self.limits
        return Search(self.asked, program, question, *how, formulas=formulas)

    def formula(self, program: Program, driver: Driver) -> LoweredProgram:
        """Return the puzzle as the competitor's encoding states it for a driver.

        Raises:
            UserError: the encoding refuses the puzzle, or does not name it.
        """
        encoding, formulas = means_of(self.competitor).encoding, Formulas(self.group)
        formulas.require(self.asked, encoding)
        return formulas.lower(self.asked, program, encoding, driver.capabilities.offers)

    @property
    def asked(self) -> Puzzle:
        """The puzzle with the competitor's options."""
        assert self.puzzle is not None
        options = self.competitor.options
        return puzzles.with_options(self.puzzle, options) if options else self.puzzle


def means_of(who: Competitor) -> Means:
    """Return what a competitor solves by.

    Raises:
        UserError: there is no solver of this name, or its encoding or its plan is wrong.
    """
    from nlc.comparing.puzzlekit import NAME, PuzzlekitEngine

    solver: Solver | str | None = None if who.solver == DEFAULT else who.solver
    if who.solver == NAME:
        solver = PuzzlekitEngine()
    return means(solver, who.encoding or "default", who.plan)


def solver_of(who: Competitor) -> Solver:
    """Return the solver of a competitor, or the first of its plan.

    Raises:
        UserError: there is no solver of this name.
    """
    by = means_of(who)
    return by.solver(by.name.split(",")[0])
