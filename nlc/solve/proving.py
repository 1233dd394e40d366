"""Solving with a proof: what a driver must do so that UNSATISFIABLE comes with one."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from nlc.dimacs.cnf import Cnf, Separator
from nlc.drivers.base import NO_LIMITS, Driver, Limits, Outcome
from nlc.drivers.wrapped import WrappedDriver
from nlc.proof.formula import without_model


class ProvingDriver(WrappedDriver):
    """A driver whose runs write proofs, each of a formula with all its clauses in it.

    Attributes:
        proof: the file that holds a proof after a run that ended with UNSATISFIABLE.
    """

    def __init__(self, driver: Driver, proof: Path) -> None:
        """Take a driver that has the capability `proofs`."""
        super().__init__(driver)
        self.proof = proof

    def solve(
        self,
        cnf: Cnf,
        limits: Limits = NO_LIMITS,
        separators: Sequence[Separator] = (),
        proof: Path | None = None,
    ) -> Outcome:
        """Decide a CNF; see `nlc.drivers.base.Driver`."""
        return self.driver.solve(cnf, limits, separators, proof or self.proof)

    def enumerate(
        self,
        cnf: Cnf,
        limits: Limits = NO_LIMITS,
        separators: Sequence[Separator] = (),
    ) -> Iterator[Outcome]:
        """Yield the models of a CNF, each from a run of its own; see `nlc.drivers.base.Driver`.

        The proof after them is of the CNF with a clause for each, in their order.
        """
        start = time.monotonic()
        left = limits
        while True:
            outcome = self.solve(cnf, left, separators)
            yield outcome
            if outcome.model is None:
                return
            cnf = without_model(cnf, outcome.model)
            if limits.seconds is not None:
                seconds = limits.seconds - (time.monotonic() - start)
                if seconds <= 0:
                    yield Outcome("UNKNOWN", "wall-time")
                    return
                left = replace(left, seconds=seconds)
            if left.cpu_seconds is not None and outcome.cpu_seconds is not None:
                seconds = left.cpu_seconds - outcome.cpu_seconds
                if seconds <= 0:
                    yield Outcome("UNKNOWN", "cpu-time")
                    return
                left = replace(left, cpu_seconds=seconds)
