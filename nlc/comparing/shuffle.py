"""Formulas in another order: what a repetition runs, so that it is not the same run again.

Variables, clauses and the literals of each clause are permuted by a seed; models are mapped back
and checked. Signs stay, since solvers begin with a value of their choice. Permuted variables are
solved slower than those of an encoding, mostly: Biere, Heule: The effect of scrambling CNFs, POS
2018. So the first repetition is the formula as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from nlc.arrays import Ints
from nlc.cnf import Block, Cnf, Model, Separator, check_model
from nlc.drivers.base import NO_LIMITS, Driver, Limits, Outcome
from nlc.drivers.session import NEVER, Deadline, Session, Work
from nlc.solving.choice import Solver, SolverChoice, is_driver

T = TypeVar("T")

PIECES = 1000
"""Parts of a formula whose order is permuted; so are the clauses of each block."""


class Shuffle(Struct, frozen=True, eq=False):
    """An order of variables: variable v is ``there[v]``, and variable w was ``back[w]``."""

    seed: int
    there: Ints
    back: Ints

    @staticmethod
    def of(cnf: Cnf, seed: int, separators: Sequence[Separator] = ()) -> Shuffle:
        """Return an order; that of a formula with an external propagator, which has its own
        variables, is its own."""
        there = np.arange(cnf.variables + 1, dtype=np.int32)
        if not any(hasattr(each, "propagator") for each in separators):
            np.random.default_rng(seed).shuffle(there[1:])
        return Shuffle(seed, there, np.argsort(there).astype(np.int32))

    def literals(self, lits: Ints) -> Ints:
        """Return literals in the order; variables that were added later stay."""
        named = np.abs(lits)
        known = named < len(self.there)
        moved = np.where(known, self.there[np.where(known, named, 0)], named)
        return (np.sign(lits) * moved).astype(np.int32)

    def formula(self, cnf: Cnf) -> Cnf:
        """Return a formula in the order."""
        random = np.random.default_rng([self.seed, 1])
        size = max(1, cnf.clauses // PIECES)
        pieces = []
        for block in cnf.blocks:
            rows = random.permuted(self.literals(random.permutation(block.clauses)), axis=1)
            pieces += [Block(block.rule, rows[i : i + size]) for i in range(0, len(rows), size)]
        blocks = [pieces[i] for i in random.permutation(len(pieces))]
        shown = np.sort(self.literals(cnf.projection))
        return replace(cnf, blocks=blocks, projection=shown, names=[], comments=[])

    def model(self, model: Model) -> Model:
        """Return the model of the formula as it was."""
        found = model.copy()
        found[: len(self.there)] = model[self.there]
        return found

    def cuts(self, separator: Separator, model: Model) -> list[list[int]]:
        """Return the clauses of a separator in the order."""
        cuts = separator(self.model(model))
        return [self.literals(np.array(cut, np.int32)).tolist() for cut in cuts]

    def separators(self, separators: Sequence[Separator]) -> tuple[Separator, ...]:
        """Return separators of the formula in the order."""
        if np.array_equal(self.there, self.back):
            return tuple(separators)
        return tuple(partial(self.cuts, each) for each in separators)

    def outcome(self, outcome: Outcome, cnf: Cnf | None = None) -> Outcome:
        """Return an outcome with its model mapped back, and checked if the formula is known."""
        if outcome.model is None:
            return outcome
        model = self.model(outcome.model)
        values = np.where(model[: len(self.there)], 1, -1).astype(np.int8)
        if cnf is not None and (wrong := check_model(cnf, values)):
            message = f"the model, mapped back, leaves {wrong} clauses unsatisfied"
            return Outcome("UNKNOWN", "bad-model", message)
        return replace(outcome, model=model)


class ShuffledSession:
    """A session whose solver has a formula in another order; see `Session`."""

    def __init__(self, session: Any, order: Shuffle) -> None:
        self._session, self._order = session, order
        self._known = Shuffle(order.seed, order.back, order.there)
        self.name = session.name

    @property
    def cnf(self) -> Cnf:
        """The formula as it was, its clauses in another order."""
        return self._known.formula(self._session.cnf)

    @property
    def peak(self) -> float | None:
        """See `Session`."""
        peak: float | None = self._session.peak
        return peak

    def add(self, clauses: list[list[int]]) -> None:
        """See `Session`."""
        self._session.add([_moved(clause, self._order) for clause in clauses])

    def query(
        self,
        assumptions: Sequence[int] = (),
        conflicts: int | None = None,
        deadline: Deadline = NEVER,
    ) -> Outcome:
        """See `Session`."""
        asked = self._session.query(_moved(assumptions, self._order), conflicts, deadline)
        return self._order.outcome(asked)

    def core(self) -> list[int]:
        """See `nlc.drivers.pysat.incremental.IncrementalSolver`, which has it for RC2."""
        return _moved(self._session.core(), self._known)

    def propagate(self, assumptions: Sequence[int]) -> tuple[bool, list[int]]:
        """See `core`."""
        consistent, found = self._session.propagate(_moved(assumptions, self._order))
        return consistent, _moved(found, self._known)


def _moved(lits: Sequence[int], order: Shuffle) -> list[int]:
    moved: list[int] = order.literals(np.array(lits, np.int32)).tolist()
    return moved


def _in_order(work: Work[T], order: Shuffle, session: Session) -> Iterable[T]:
    return work(cast("Session", ShuffledSession(session, order)))


class ShuffledDriver:
    """A driver that solves formulas in another order, with a seed of the solver if it has one."""

    def __init__(self, driver: Driver, seed: int) -> None:
        self.name, self.capabilities = driver.name, driver.capabilities
        self.version, self.missing = driver.version, driver.missing
        self._seed = seed
        self._driver: Any = driver.seeded(seed) if hasattr(driver, "seeded") else driver
        if hasattr(driver, "run"):
            self.run = self._run

    def solve(
        self,
        cnf: Cnf,
        limits: Limits = NO_LIMITS,
        separators: Sequence[Separator] = (),
        proof: Path | None = None,
    ) -> Outcome:
        """Decide a CNF; see `nlc.drivers.base.Driver`. There are no proofs of another order."""
        if proof is not None:
            raise ValueError(f"{self.name} writes no proof of a formula in another order")
        order = Shuffle.of(cnf, self._seed, separators)
        shuffled, cuts = order.formula(cnf), order.separators(separators)
        outcome: Outcome = self._driver.solve(shuffled, limits, cuts)
        return order.outcome(outcome, cnf)

    def _run(
        self,
        work: Work[T],
        cnf: Cnf,
        limits: Limits = NO_LIMITS,
        separators: Sequence[Separator] = (),
    ) -> Iterator[T | Outcome]:
        """Yield the items of `work` on a session; see `nlc.drivers.session.run`."""
        order = Shuffle.of(cnf, self._seed, separators)
        cuts = order.separators(separators)
        ordered = partial(_in_order, work, order)
        yield from self._driver.run(ordered, order.formula(cnf), limits, cuts)


class ShuffledChoice(SolverChoice, frozen=True, eq=False):
    """A choice whose SAT solvers solve formulas in another order.

    Attributes:
        seed: of the order, from 1.
    """

    seed: int = 1

    def solver(self, name: str) -> Solver:
        """Return a solver by its name; see `SolverChoice`."""
        found = super().solver(name)
        return ShuffledDriver(found, self.seed) if is_driver(found) else found
