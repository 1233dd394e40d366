"""A whole search by a solver of PySAT: models, cuts, the proof. It runs in a worker."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from nlc.cnf.formula import Cnf, Model, Separator
from nlc.dataclasses import dataclass, replace
from nlc.drivers.base import Outcome
from nlc.drivers.blocking import Agreement, blocking_clause, projected
from nlc.drivers.pysat.session import Session, SolverError, Watcher
from nlc.drivers.verdict import certified, failed
from nlc.process.stopwatch import Stopwatch


@dataclass(frozen=True, eq=False)
class Search:
    """A search for one model or for all; calling it yields the outcomes.

    Attributes:
        solver: PySAT's name of it.
        cnf: without names and comments, which may not be picklable.
        separators: see `nlc.drivers.base.Driver`.
        first: stop after the first outcome.
        proof: a file to be written where the first outcome is UNSATISFIABLE.
        narrow: each model differs from what all before it agree on, not just from each of them.
    """

    solver: str
    cnf: Cnf
    separators: Sequence[Separator] = ()
    first: bool = False
    proof: Path | None = None
    narrow: bool = False

    def __call__(self) -> Iterator[Outcome]:
        """Yield the outcomes.

        Raises:
            RuntimeError: a separator gave no clause that the model breaks.
        """
        name = f"pysat:{self.solver}"
        watch = Stopwatch()
        try:
            for outcome, statistics in self._outcomes(name):
                yield replace(
                    outcome,
                    seconds=watch.seconds,
                    cpu_seconds=watch.cpu_seconds,
                    megabytes=watch.megabytes,
                    statistics=statistics,
                )
                if self.first:
                    return
                watch.lap()
        except SolverError as error:
            yield failed("crashed", f"{name} failed: {error}")

    def _outcomes(self, name: str) -> Iterator[tuple[Outcome, dict[str, int]]]:
        variables = projected(self.cnf)
        agreement = Agreement(variables)
        seen: set[bytes] = set()
        lazy_clauses = 0
        tracing = self.proof is not None
        with Session(self.solver, self.cnf, watchers(self.separators), tracing) as session:
            while True:
                model = session.solve()
                found = [] if model is None else cuts(model, self.separators)
                if found:
                    lazy_clauses += len(found)
                    session.add(found)
                    continue
                figures = session.statistics()
                if self.separators:
                    figures["lazy_clauses"] = lazy_clauses
                if model is None:
                    yield self._refuted(name, session), figures
                    return
                solution = np.packbits(model[variables]).tobytes()
                if solution in seen:
                    told = f"{name} gave a model that it was told to leave out"
                    yield failed("contradictory", told), figures
                    return
                seen.add(solution)
                outcome = certified(name, self.cnf, model)
                yield outcome, figures
                if outcome.model is None:
                    return
                if self.narrow:
                    agreement.narrow(model)
                    if not len(agreement.variables):
                        yield Outcome("UNSATISFIABLE"), figures
                        return
                session.add([blocking_clause(agreement.variables, model).tolist()])

    def _refuted(self, name: str, session: Session) -> Outcome:
        if self.proof is not None:
            try:
                session.write_proof(self.proof)
            except OSError as error:
                return failed("no-answer", f"the proof of {name} cannot be written: {error}")
        return Outcome("UNSATISFIABLE")


def watchers(separators: Sequence[object]) -> list[Watcher]:
    """Return the separators that would rather watch the search."""
    return [separator for separator in separators if isinstance(separator, Watcher)]


def cuts(model: Model, separators: Sequence[Separator]) -> list[list[int]]:
    """Return the clauses of all separators.

    Raises:
        RuntimeError: there are clauses, but none that the model breaks: that would go on for ever.
    """
    found = [list(map(int, clause)) for separate in separators for clause in separate(model)]
    if found and all(
        any(model[abs(literal)] == (literal > 0) for literal in clause) for clause in found
    ):
        raise RuntimeError("a separator gave no clause that the model breaks")
    return found
