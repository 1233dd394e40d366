"""Measures one pair: lowers a puzzle, solves it, and judges the board by the rules."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median_low

from nlc.cnf.write import write
from nlc.compare.fingerprint import digest
from nlc.compare.row import Row, Sizes, Subject
from nlc.drivers.base import Driver, Limits, Outcome, Reason
from nlc.encode.lower import Lowered, lower
from nlc.encode.spec import Encoding
from nlc.errors import UserError
from nlc.ir.evaluate import violations
from nlc.ir.nodes import Assignment, Program
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

    @property
    def row(self) -> Row:
        """What is known before anything was measured."""
        return Row(self.subject, self.encoding, self.driver.name)

    def __call__(self) -> Row:
        """Measure, until a run gives no verdict or a board that breaks a rule."""
        row = self.row
        try:
            lowered, seconds = self._lower()
            if seconds < _COLD_SECONDS:  # it may have been imports and empty caches
                lowered, seconds = self._lower()
        except UserError as error:
            return replace(row, verdict="REFUSED", message=told(error))
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
            board = None if outcome.model is None else lowered.assignment(outcome.model)
            row = judged(row, self.program, outcomes, board, self.style)
            if not row.decided or row.checked is False:
                break
        return with_figures(replace(row, compile_seconds=tuple(compiling)), outcomes)

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


def judged(
    row: Row, program: Program, outcomes: Sequence[Outcome], board: Assignment | None, style: Style
) -> Row:
    """Return the row with the verdict of the last outcome and, if there is one, its board."""
    outcome = outcomes[-1]
    reason = None if outcome.reason == "answered" else outcome.reason
    row = replace(row, verdict=outcome.status, reason=reason, message=outcome.message)
    if board is not None:
        broken = violations(program, board)
        row = replace(row, board=digest(program, board), checked=not broken)
        if broken:
            row = replace(
                row,
                violations=tuple(violation.message for violation in broken),
                wrong_board=program.solution_json(board),
                drawing=style.draw(program, board),
            )
    if row.decided and outcome.status != outcomes[0].status:
        both = f"{outcomes[0].status} and {outcome.status}"
        message = f"{row.solver} contradicts itself: {both} for one puzzle"
        row = replace(row, verdict="UNKNOWN", reason="contradictory", message=message)
    return row


def with_figures(row: Row, outcomes: Sequence[Outcome]) -> Row:
    """Return the row with times, memory and statistics of some runs."""
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


def told(error: UserError) -> str:
    """Return why something was refused, in a line."""
    return "; ".join(item.message for item in error.diagnostics)
