"""The protocol of drivers, with their limits and outcomes: the manual for authors of drivers.

A driver only decides a CNF. Enumeration, backbones and plans use its sessions
(`nlc.drivers.session`), which run it once for each query.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct, field
from msgspec.structs import replace

from nlc.cnf import Cnf, Model, Separator
from nlc.cnf import Status as Status
from nlc.process.limits import FAILURES as FAILURES
from nlc.process.limits import LIMITS_REACHED as LIMITS_REACHED
from nlc.process.limits import NO_LIMITS as NO_LIMITS
from nlc.process.limits import REASONS as REASONS
from nlc.process.limits import Limits as Limits
from nlc.process.limits import Reason as Reason


class Capabilities(Struct, frozen=True):
    """What a driver can do.

    Attributes:
        in_process: runs in Python, in a worker process, and accepts separators (lazy clauses).
        anew: is rebuilt, without its learnt clauses, when a separator adds clauses.
        propagators: accepts an external propagator (IPASIR-UP) in place of a separator.
        statistics: the names of the statistics that it reports.
        proofs: can write a DRAT proof of unsatisfiability.
    """

    in_process: bool = False
    anew: bool = False
    propagators: bool = False
    statistics: tuple[str, ...] = ()
    proofs: bool = False

    @property
    def offers(self) -> frozenset[str]:
        """The features of the solver that encodings may use; see `nlc.encode.policy`."""
        offered = {
            "in-process": self.in_process,
            "anew": self.in_process and self.anew,
            "propagator": self.in_process and self.propagators,
        }
        return frozenset(word for word, has in offered.items() if has)


class Outcome(Struct, frozen=True, eq=False):
    """The outcome of one call.

    Attributes:
        status: SATISFIABLE and UNSATISFIABLE only where the verdict has passed all checks.
        reason: why the call ended.
        message: for the user, when the solver failed or is missing; names the solver and holds the
            end of its log.
        model: where SATISFIABLE: all variables have values, and every clause is satisfied.
        seconds: wall-clock time of the solver.
        cpu_seconds: processor time of the solver, or None where it is unknown.
        megabytes: the solver's largest resident set, or None where it is unknown.
        statistics: such as conflicts, decisions, propagations, restarts.
        log: the end of what the solver printed.
    """

    status: Status
    reason: Reason = "answered"
    message: str | None = None
    model: Model | None = None
    seconds: float = 0.0
    cpu_seconds: float | None = None
    megabytes: float | None = None
    statistics: Mapping[str, int] = field(default_factory=dict)
    log: str = ""


def sum_calls(outcome: Outcome, calls: Sequence[Outcome]) -> Outcome:
    """Return an outcome with the times and statistics of all calls that led to it."""
    cpu = [each.cpu_seconds for each in calls if each.cpu_seconds is not None]
    statistics = Counter[str]()
    for each in calls:
        statistics.update(each.statistics)
    return replace(
        outcome,
        seconds=sum(each.seconds for each in calls),
        cpu_seconds=sum(cpu) if len(cpu) == len(calls) else None,
        statistics=dict(statistics),
    )


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
        proof: Path | None = None,
    ) -> Outcome:
        """Decide a CNF.

        Where the outcome is UNSATISFIABLE and `proof` is given, that file holds a DRAT proof, in
        text or binary, of the CNF with the clauses in the order of its blocks; else there is no
        such file afterwards. A caller gives `proof` only to drivers that can write proofs, and
        never together with separators.

        Only drivers that run in process get separators; the solver solves again with the clauses
        that they return, until they return none.
        """
