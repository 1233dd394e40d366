"""What a driver is: the protocol, its limits and its outcome. This page is a driver's manual."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from nlc.dimacs.cnf import Cnf, Model, Separator


@dataclass(frozen=True)
class Limits:
    """What a solver may use.

    Attributes:
        seconds: wall-clock time of one call, or None.
        megabytes: memory, or None.
    """

    seconds: float | None = None
    megabytes: int | None = None


NO_LIMITS = Limits()


@dataclass(frozen=True)
class Capabilities:
    """What a driver can do.

    Attributes:
        in_process: runs inside Python and accepts separators (lazy clauses).
        propagators: takes an external propagator (IPASIR-UP) in the place of a separator.
        statistics: the names of the figures that it reports.
    """

    in_process: bool = False
    propagators: bool = False
    statistics: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Outcome:
    """What came of one call.

    Attributes:
        status: ``SATISFIABLE``, ``UNSATISFIABLE`` or ``UNKNOWN``.
        reason: None for a decided status; else ``timeout``, ``memory``, ``interrupted``,
            ``missing`` or ``failed``.
        message: for a person, when the solver failed or is missing; names the solver and holds the
            end of its log.
        model: complete, when SATISFIABLE; it satisfies every clause.
        seconds: wall-clock time of the solver.
        cpu_seconds: processor time of the solver, or None where it cannot be told.
        megabytes: the solver's largest resident set, or None where it cannot be told.
        statistics: such as conflicts, decisions, propagations, restarts.
        log: the end of what the solver printed.
    """

    status: str
    reason: str | None = None
    message: str | None = None
    model: Model | None = None
    seconds: float = 0.0
    cpu_seconds: float | None = None
    megabytes: float | None = None
    statistics: Mapping[str, int] = field(default_factory=dict)
    log: str = ""


class Driver(Protocol):
    """A SAT solver."""

    name: str
    capabilities: Capabilities

    def version(self) -> str | None:
        """Return the solver's version, or None where the solver is missing."""

    def missing(self) -> str | None:
        """Return None where the solver can run, else a sentence naming the package to install."""

    def solve(
        self,
        cnf: Cnf,
        limits: Limits = NO_LIMITS,
        separators: Sequence[Separator] = (),
    ) -> Outcome:
        """Decide a CNF.

        Separators are only given to drivers that run in process; the solver is asked again, with
        the clauses that they return, until they return none.
        """

    def enumerate(
        self,
        cnf: Cnf,
        limits: Limits = NO_LIMITS,
        separators: Sequence[Separator] = (),
    ) -> Iterator[Outcome]:
        """Yield one SATISFIABLE outcome for each model that differs on ``cnf.projection``.

        The last outcome is UNSATISFIABLE (there are no more) or UNKNOWN (a limit, a failure); the
        time limit is for all of them together. Closing the iterator stops the solver.
        """
