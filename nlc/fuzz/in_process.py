"""PySAT's solvers in the fuzzing process itself, without the worker that their driver starts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from nlc.cnf.formula import Cnf, Separator
from nlc.dataclasses import replace
from nlc.drivers.base import NO_LIMITS, Limits, Outcome
from nlc.drivers.decorator import WrappedDriver
from nlc.drivers.pysat.assumption_schedule import Attempt, Attempts
from nlc.drivers.pysat.search import Search
from nlc.drivers.pysat.second_model import Another, Asked, Neighbourhoods


class Inside(WrappedDriver):
    """A driver of PySAT whose searches run here, which is several times as fast.

    It knows no limits, and a solver that crashes takes this process with it: the fuzzer's parent
    process sees to both.

    Attributes:
        driver: one whose name is ``pysat:SOLVER``.
    """

    def solve(
        self,
        cnf: Cnf,
        limits: Limits = NO_LIMITS,
        separators: Sequence[Separator] = (),
        proof: Path | None = None,
    ) -> Outcome:
        """Decide a CNF; see `nlc.drivers.base.Driver`."""
        return next(self._search(cnf, separators, first=True, proof=proof)())

    def enumerate(
        self, cnf: Cnf, limits: Limits = NO_LIMITS, separators: Sequence[Separator] = ()
    ) -> Iterator[Outcome]:
        """Yield the models of a CNF; see `nlc.drivers.base.Driver`."""
        return self._search(cnf, separators)()

    def attempt(
        self,
        cnf: Cnf,
        questions: Sequence[Sequence[int]],
        conflicts: int,
        limits: Limits = NO_LIMITS,
        separators: Sequence[Separator] = (),
    ) -> Iterator[Attempt]:
        """Ask a formula by stricter assumptions first; see `PysatDriver`."""
        solver = self.name.removeprefix("pysat:")
        return Attempts(solver, cnf, tuple(separators), questions, conflicts)()

    def ask_twice(
        self,
        cnf: Cnf,
        questions: Sequence[Sequence[int]],
        conflicts: int,
        places: Neighbourhoods,
        limits: Limits = NO_LIMITS,
        separators: Sequence[Separator] = (),
    ) -> Iterator[Asked]:
        """Look for a model and for another one; see `nlc.drivers.pysat.driver.PysatDriver`."""
        solver = self.name.removeprefix("pysat:")
        return Another(solver, cnf, tuple(separators), questions, conflicts, places)()

    def _search(
        self,
        cnf: Cnf,
        separators: Sequence[Separator],
        first: bool = False,
        proof: Path | None = None,
    ) -> Search:
        bare = replace(cnf, names=[], comments=[])
        return Search(self.name.removeprefix("pysat:"), bare, tuple(separators), first, proof)
