"""Readings in turn, for a solver that is asked once a formula: each has a formula of its own.

A model of a stricter reading shows a board of the puzzle. What it shows is put into the puzzle's
own formula as clauses of one literal, and the solver completes it; so what comes out are models of
that formula, whatever is asked: one, several, what all share, or a proof. That there is none is
claimed only by a run on that formula as it stands. As no solver can be asked to go on, the runs
have slices of time, which grow from round to round.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path

import numpy as np
from msgspec.structs import replace

from nlc.arrays import Ints
from nlc.board import Sort
from nlc.cnf import Block, Cnf, Model, Separator
from nlc.drivers.base import FAILURES, NO_LIMITS, Driver, Limits, Outcome, WrappedDriver, summed
from nlc.drivers.enumerate import Remaining, rounds
from nlc.drivers.pysat.strategies import GROWTH, Neighbourhoods
from nlc.encode.lists import PREFERRED
from nlc.encode.lower import LoweredProgram, lower
from nlc.encode.spec import NONE, Encoding
from nlc.encode.statement import read
from nlc.ir.nodes import Program
from nlc.language.resolve import Puzzle
from nlc.solving.policy import Policy
from nlc.solving.questions import Questions
from nlc.solving.solution import Step
from nlc.solving.unique import neighbourhoods

SLICE_SECONDS = 0.5
SLICE_SECONDS_PER_CELL = 0.002
"""Of the first slices: several times what solvers take for boards that have a solution by a
stricter reading."""

NEAR_SLICES = 8
"""In so many slices of time another model is looked for near the one before."""


class TakingTurns(WrappedDriver):
    """A driver that looks for a model of a puzzle by its stricter readings first.

    Attributes:
        steps: what came of each reading, and of the puzzle as it stands.
    """

    def __init__(
        self,
        driver: Driver,
        puzzle: Puzzle,
        program: Program,
        lowered: LoweredProgram,
        encoding: Encoding,
        policy: Policy,
    ) -> None:
        """Take a driver and a puzzle.

        Args:
            driver: asks each formula.
            puzzle: of a genre that prefers stricter readings.
            program: the same, elaborated; all that it shows is boolean.
            lowered: its formula, in an exact encoding.
            encoding: of the readings.
            policy: says how near to a board another one is looked for first.
        """
        super().__init__(driver)
        self._puzzle, self._program, self._lowered = puzzle, program, lowered
        self._encoding = replace(encoding, readings=NONE)
        self._open: dict[int, LoweredProgram | None] | None = None
        self._policy = policy
        self._told: dict[tuple[str, bool], Step] = {}
        self._last: Model | None = None
        self._telling = Questions(driver.name)

    @property
    def steps(self) -> tuple[Step, ...]:
        """What was asked, one step a reading: their runs together."""
        return tuple(self._told.values())

    @cached_property
    def _readings(self) -> tuple[tuple[str, Program], ...]:
        found = read(self._puzzle, self._program, Encoding(readings=PREFERRED))
        return tuple(zip(found.assumed, found.programs, strict=True))[:-1]

    @cached_property
    def _places(self) -> Neighbourhoods:
        several = 1 + len(self._readings)
        return neighbourhoods(self._program, self._lowered, self._policy, several)

    def solve(
        self,
        cnf: Cnf,
        limits: Limits = NO_LIMITS,
        separators: Sequence[Separator] = (),
        proof: Path | None = None,
    ) -> Outcome:
        """Decide the puzzle's formula, perhaps with more clauses; see `nlc.drivers.base.Driver`."""
        outcome = self._solve(cnf, limits, separators, proof)
        self._last = outcome.model
        return outcome

    def _solve(
        self, cnf: Cnf, limits: Limits, separators: Sequence[Separator], proof: Path | None
    ) -> Outcome:
        started = time.perf_counter()
        more = cnf.blocks[len(self._lowered.question.blocks) :]
        remaining, runs = Remaining(limits), list[Outcome]()
        cells = self._program.board.count(Sort.CELL)
        seconds = SLICE_SECONDS + SLICE_SECONDS_PER_CELL * cells
        if more and self._last is not None:
            near = Remaining(_slice(remaining, NEAR_SLICES * seconds))
            for outcome in self._near(cnf, self._last, near, seconds, separators):
                runs.append(outcome)
                if outcome.model is not None:
                    return _all(runs, started)
                if (over := remaining.spend(outcome)) is not None:
                    return _all([*runs, Outcome("UNKNOWN", over)], started)
        while True:
            for number in self._left(more):
                formula = self._formula(number)
                if formula is None:
                    self._drop(number)
                    continue
                asked = _with(formula, more, self._lowered)
                self._telling.ask(self._readings[number][0], another=self._last is not None)
                runs.append(
                    self.driver.solve(asked, _slice(remaining, seconds), formula.separators)
                )
                self._tell(self._readings[number][0], runs[-1])
                if runs[-1].status == "UNSATISFIABLE" or runs[-1].reason in FAILURES:
                    self._drop(number)  # more clauses leave no model either
                over = remaining.spend(runs[-1])
                if over is None and runs[-1].model is not None:
                    shown = runs[-1].model[formula.cnf.projection]
                    runs.append(self._completed(cnf, shown, remaining.limits, separators))
                    if runs[-1].model is not None:
                        return _all(runs, started)
                    self._drop(number)
                    over = remaining.spend(runs[-1])
                if over is not None:
                    return _all([*runs, Outcome("UNKNOWN", over)], started)
            alone = not self._left(more)
            self._telling.ask("", another=self._last is not None)
            limits = remaining.limits if alone else _slice(remaining, seconds)
            runs.append(_run(self.driver, cnf, limits, separators, proof))
            self._tell("", runs[-1])
            decided = runs[-1].status != "UNKNOWN" or runs[-1].reason in FAILURES
            over = remaining.spend(runs[-1])
            if decided or alone:
                return _all(runs, started)
            if over is not None:
                return _all([*runs, Outcome("UNKNOWN", over)], started)
            seconds *= GROWTH

    def enumerate(
        self, cnf: Cnf, limits: Limits = NO_LIMITS, separators: Sequence[Separator] = ()
    ) -> Iterator[Outcome]:
        """Yield the models of a CNF, each from runs of its own; see `nlc.drivers.base.Driver`."""
        return rounds(lambda rest, left: self.solve(rest, left, separators), cnf, limits)

    def _left(self, more: Sequence[Block]) -> list[int]:
        """Return the readings that are not refuted, the strictest first."""
        if self._open is None:
            self._open = dict.fromkeys(range(len(self._readings)))
        shown = self._lowered.cnf.projection
        if not all(np.isin(np.abs(block.clauses), shown).all() for block in more):
            return []
        return list(self._open)

    def _drop(self, number: int) -> None:
        assert self._open is not None
        del self._open[number]

    def _formula(self, number: int) -> LoweredProgram | None:
        """Return the formula of a reading, or None where it shows other variables."""
        assert self._open is not None
        found = self._open[number]
        if found is None:
            offers = self.driver.capabilities.offers if self._lowered.separators else frozenset()
            found = lower(self._readings[number][1], self._encoding, offers)
            self._open[number] = found
        same = len(found.cnf.projection) == len(self._lowered.cnf.projection)
        return found if same and found.exact else None

    def _completed(
        self, cnf: Cnf, shown: np.ndarray, limits: Limits, separators: Sequence[Separator]
    ) -> Outcome:
        """Return a model of a formula that shows what is given."""
        variables = self._lowered.cnf.projection
        units = np.where(shown, variables, -variables).astype(np.int32)[:, None]
        asked = replace(cnf, blocks=[*cnf.blocks, Block("shown", units)])
        return self.driver.solve(asked, limits, separators)

    def _near(
        self,
        cnf: Cnf,
        model: Model,
        remaining: Remaining,
        seconds: float,
        separators: Sequence[Separator],
    ) -> Iterator[Outcome]:
        """Yield what comes of looking for another model in one small part after the other."""
        for number, kept in enumerate(self._places.assumptions(model), 1):
            units = np.array(kept, np.int32)[:, None]
            asked = replace(cnf, blocks=[*cnf.blocks, Block("near", units)])
            outcome = self.driver.solve(asked, _slice(remaining, seconds), separators)
            self._telling.ask("", another=True, near=number)
            self._tell("", outcome, number)
            yield outcome
            if remaining.spend(outcome) is not None or outcome.reason in FAILURES:
                return

    def _tell(self, assumed: str, outcome: Outcome, near: int | None = None) -> None:
        key = assumed, near is not None
        before = self._told.pop(key, None)
        conflicts = outcome.statistics.get("conflicts")
        if before is not None and conflicts is not None:
            conflicts += before.conflicts or 0
        seconds = outcome.seconds + (before.seconds if before is not None else 0.0)
        another = self._last is not None
        if outcome.status == "UNSATISFIABLE":
            self._telling.refute(assumed)
        self._told[key] = Step(
            assumed,
            outcome.status,
            conflicts,
            seconds,
            another=another,
            near=near,
            solver=self.name,
        )


def _slice(remaining: Remaining, seconds: float) -> Limits:
    left = remaining.limits.seconds
    return replace(remaining.limits, seconds=seconds if left is None else min(left, seconds))


def _run(
    driver: Driver, cnf: Cnf, limits: Limits, separators: Sequence[Separator], proof: Path | None
) -> Outcome:
    if proof is None:
        return driver.solve(cnf, limits, separators)
    return driver.solve(cnf, limits, separators, proof)


def _with(formula: LoweredProgram, more: Sequence[Block], own: LoweredProgram) -> Cnf:
    """Return the formula of a reading with clauses about what the puzzle's formula shows."""
    table: Ints = np.zeros(own.cnf.variables + 1, np.int32)
    table[own.cnf.projection] = formula.cnf.projection
    blocks = [
        replace(block, clauses=np.sign(block.clauses) * table[np.abs(block.clauses)])
        for block in more
    ]
    return replace(formula.question, blocks=[*formula.question.blocks, *blocks])


def _all(runs: Sequence[Outcome], started: float) -> Outcome:
    """Return the last outcome with what all runs took."""
    cpu = [one.cpu_seconds for one in runs if one.cpu_seconds is not None]
    return replace(
        runs[-1],
        seconds=time.perf_counter() - started,
        cpu_seconds=sum(cpu) if len(cpu) >= len(runs) - 1 else None,
        megabytes=max((one.megabytes for one in runs if one.megabytes), default=None),
        statistics=summed(one.statistics for one in runs),
    )
