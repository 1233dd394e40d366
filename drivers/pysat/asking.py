"""What the strategy needs of a driver of PySAT's solvers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from nlc.cnf.formula import Cnf, Separator
from nlc.drivers.base import NO_LIMITS, Limits
from nlc.drivers.pysat.assumption_schedule import Attempt
from nlc.drivers.pysat.second_model import Asked, Neighbourhoods


class Asking(Protocol):
    """A driver whose solver can be asked several questions in turn (`Backend.alternates`)."""

    name: str

    def attempt(
        self,
        cnf: Cnf,
        questions: Sequence[Sequence[int]],
        conflicts: int,
        limits: Limits = NO_LIMITS,
        separators: Sequence[Separator] = (),
    ) -> Iterator[Attempt]:
        """Ask a formula by stricter assumptions first; see `PysatDriver.attempt`."""

    def ask_twice(
        self,
        cnf: Cnf,
        questions: Sequence[Sequence[int]],
        conflicts: int,
        places: Neighbourhoods,
        limits: Limits = NO_LIMITS,
        separators: Sequence[Separator] = (),
    ) -> Iterator[Asked]:
        """Look for a model and for another one; see `PysatDriver.ask_twice`."""
