"""Measures an engine on a puzzle: the row has no encoding and no sizes."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, replace

from nlc.compare.measure import PLAIN, Style, judged, told, with_figures
from nlc.compare.row import Row, Subject
from nlc.drivers.base import Limits, Outcome
from nlc.engines.answers import answers
from nlc.engines.base import Engine, Puzzle
from nlc.engines.run import read
from nlc.errors import UserError
from nlc.ir.complete import board_of
from nlc.ir.evaluate import violations
from nlc.ir.nodes import Assignment, Program
from nlc.language import resolve


@dataclass(frozen=True, eq=False)
class EngineJob:
    """One engine on one puzzle.

    Attributes:
        program: the puzzle, by which boards are judged.
        case: the same as the engine reads it.
        limits: of each run.
        repeat: how often to measure.
    """

    subject: Subject
    program: Program
    case: resolve.Puzzle
    engine: Engine
    limits: Limits
    repeat: int = 1
    style: Style = PLAIN

    @property
    def row(self) -> Row:
        """What is known before anything was measured."""
        return Row(self.subject, "", self.engine.name, exact=self.engine.exact)

    def __call__(self) -> Row:
        """Measure, until a run gives no verdict or a board that breaks a rule."""
        row = self.row
        try:
            puzzle = read(self.engine, self.case, self.program)
        except UserError as error:
            return replace(row, verdict="REFUSED", message=told(error))
        outcomes: list[Outcome] = []
        for _ in range(self.repeat):
            outcome, board = self._solve(puzzle)
            outcomes.append(outcome)
            row = judged(row, self.program, outcomes, board, self.style)
            if not row.decided or row.checked is False:
                break
        return with_figures(row, outcomes)

    def _solve(self, puzzle: Puzzle) -> tuple[Outcome, Assignment | None]:
        """Return the first board that counts, with the times until then, or why there is none."""
        seconds = cpu_seconds = 0.0
        with closing(answers(self.engine, puzzle, self.limits)) as found:
            for outcome, drawn in found:
                seconds += outcome.seconds
                cpu_seconds += outcome.cpu_seconds or 0.0
                board = None if drawn is None else board_of(self.program, drawn)
                if board is None or self.engine.exact or not violations(self.program, board):
                    break
        return replace(outcome, seconds=seconds, cpu_seconds=cpu_seconds), board
