"""Solving with a proof: what a driver must do so that UNSATISFIABLE comes with one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from nlc.cnf.formula import Cnf, Separator
from nlc.drivers.base import NO_LIMITS, Driver, Limits, Outcome
from nlc.drivers.decorator import WrappedDriver
from nlc.drivers.enumerate import rounds


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
        return rounds(lambda rest, left: self.solve(rest, left, separators), cnf, limits)
