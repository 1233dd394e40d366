"""Measures one pair: lowers a puzzle, solves it, and judges the board by the rules."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median_low

from nlc.diff.digest import digest
from nlc.diff.row import Row, Sizes, Subject
from nlc.dimacs.write import write
from nlc.drivers.base import Driver, Limits, Outcome, Reason
from nlc.encode.lower import Lowered, lower
from nlc.encode.spec import Encoding
from nlc.ir.evaluate import violations
from nlc.ir.nodes import Assignment, Program
from nlc.lang.diagnostics import UserError
from nlc.render.text import render

_COLD_SECONDS = 0.2


@dataclass(frozen=True)
class Style:
    """How boards are drawn; see `nlc.render.text.render`."""

    glyphs: str = "ascii"
    color: bool = False

    def draw(self, program: Program, board: Assignment) -> str:
        """Return a picture of a board."""
        return render(program, board, style=self.glyphs, color=self.color)


PLAIN = Style()


@dataclass(frozen=True, eq=False)
class Job:
    """One pair on one puzzle.

    Attributes:
        encoding: as the user wrote it.
        limits: of each run of the solver.
        repeat: how often to measure.
    """

    subject: Subject
    program: Program
    encoding: str
    driver: Driver
    limits: Limits
    repeat: int = 1
    style: Style = PLAIN

    def __call__(self) -> Row:
        """Measure, until a run gives no verdict or a board that breaks a rule."""
        row = Row(self.subject, self.encoding, self.driver.name)
        try:
            lowered, seconds = self._lower()
            if seconds < _COLD_SECONDS:  # it may have been imports and empty caches
                lowered, seconds = self._lower()
        except UserError as error:
            return replace(row, verdict="REFUSED", message=_told(error))
        except MemoryError:
            return replace(row, reason="memory", message="there is no memory for the clauses")
        row = replace(
            row,
            used=str(lowered.encoding),
            sizes=_sizes(lowered),
            exact=lowered.exact,
            preserves_models=lowered.preserves_models,
        )
        compiling, outcomes = [seconds], []
        for run in range(self.repeat):
            if run:
                lowered, seconds = self._lower()
                compiling.append(seconds)
            outcome = self._solve(lowered)
            outcomes.append(outcome)
            row = self._judged(row, lowered, outcome)
            if row.decided and outcome.status != outcomes[0].status:
                both = f"{outcomes[0].status} and {outcome.status}"
                message = f"{self.driver.name} contradicts itself: {both} for one formula"
                row = replace(row, verdict="UNKNOWN", reason="contradictory", message=message)
            if not row.decided or row.checked is False:
                break
        return _with_figures(replace(row, compile_seconds=tuple(compiling)), outcomes)

    def _lower(self) -> tuple[Lowered, float]:
        started = time.perf_counter()
        encoding = Encoding.parse(self.encoding)
        can = self.driver.capabilities
        lowered = lower(
            self.program, encoding, in_process=can.in_process, propagators=can.propagators
        )
        return lowered, time.perf_counter() - started

    def _solve(self, lowered: Lowered) -> Outcome:
        try:
            return self.driver.solve(lowered.cnf, self.limits, lowered.separators)
        except (RuntimeError, MemoryError) as error:  # a separator or a worker that failed
            reason: Reason = "memory" if isinstance(error, MemoryError) else "crashed"
            return Outcome("UNKNOWN", reason, f"{self.driver.name}: {error}")

    def _judged(self, row: Row, lowered: Lowered, outcome: Outcome) -> Row:
        """Return the row with a verdict and, if there is one, its board."""
        reason = None if outcome.reason == "answered" else outcome.reason
        row = replace(row, verdict=outcome.status, reason=reason, message=outcome.message)
        if outcome.model is None:
            return row
        board = lowered.assignment(outcome.model)
        broken = violations(self.program, board)
        row = replace(row, board=digest(self.program, board), checked=not broken)
        if not broken:
            return row
        return replace(
            row,
            violations=tuple(violation.message for violation in broken),
            wrong_board=self.program.solution_json(board),
            drawing=self.style.draw(self.program, board),
        )


def _with_figures(row: Row, outcomes: list[Outcome]) -> Row:
    names = set.intersection(*(set(outcome.statistics) for outcome in outcomes))
    memory = [o.megabytes for o in outcomes if o.megabytes is not None]
    return replace(
        row,
        solve_seconds=tuple(o.seconds for o in outcomes),
        cpu_seconds=tuple(o.cpu_seconds for o in outcomes if o.cpu_seconds is not None),
        megabytes=max(memory, default=None),
        statistics={
            name: median_low(o.statistics[name] for o in outcomes) for name in sorted(names)
        },
    )


def _sizes(lowered: Lowered) -> Sizes:
    cnf = lowered.cnf
    with Path(os.devnull).open("wb") as sink:
        size = write(cnf, sink, names="none")
    return Sizes(cnf.variables, cnf.clauses, cnf.literals, size, lowered.rule_statistics())


def _told(error: UserError) -> str:
    return "; ".join(item.message for item in error.diagnostics)
