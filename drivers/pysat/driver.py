"""The solvers of PySAT (Ignatiev, Morgado, Marques-Silva: PySAT, SAT 2018).

Each search is a job for a worker process. A solver of PySAT cannot be stopped by a clock, and one
in C++ that can have no more memory takes its process with it. At Ctrl-C, PySAT leaves it by a
``longjmp`` out of the handler of the signal. Where that hits the memory allocator, the process
hangs as soon as it allocates again: of 100 processes so interrupted in the first tenth of a second,
this befell 1 to 4 with CaDiCaL, Kissat and two of the Maple family. So no solver runs in nlc's own
process.
"""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nlc.cnf.formula import Cnf, Separator
from nlc.dataclasses import replace
from nlc.drivers.base import NO_LIMITS, Capabilities, Limits, Outcome
from nlc.drivers.pysat import backends
from nlc.drivers.pysat.search import Search, watchers
from nlc.drivers.verdict import STATISTICS, failed, stopped
from nlc.errors import fail, suggest
from nlc.process.stream import stream
from nlc.process.worker import WorkerStoppedError
from nlc.process.worker_loop import Job

if TYPE_CHECKING:
    from nlc.drivers.pysat.assumption_schedule import Attempt
    from nlc.drivers.pysat.second_model import Asked, Neighbourhoods

Outcomes = Generator[Outcome, None, None]

_SMALL_LITERALS = 100_000
"""Up to here a formula is sent to a worker sooner than a worker is forked that has it already."""


class PysatDriver:
    """A solver of PySAT, named by PySAT's name or one of its short names, such as ``g4``.

    Separators are called in another process: what they change in memory is lost. With separators
    the statistics have ``lazy_clauses``, the number of clauses from them.
    """

    def __init__(self, name: str) -> None:
        """Take a solver.

        Raises:
            UserError: PySAT has no solver of this name.
        """
        solver = backends.canonical(name)
        if solver is None:
            hint = suggest(name.lower(), [*backends.BACKENDS, *backends.aliases_of()])
            hint = hint and hint.replace("'", "'pysat:", 1)
            raise fail(f"PySAT has no solver '{name}'", hint=hint or "nlc solvers lists them all")
        self._solver = solver
        self.name = f"pysat:{solver}"
        found = backends.backend(solver)
        self.capabilities = Capabilities(
            in_process=True,
            propagators=found.propagators,
            statistics=STATISTICS if found.statistics else (),
            proofs=found.proofs,
        )

    def version(self) -> str | None:
        """Return the solver's version and PySAT's, or None where it is missing."""
        if self.missing() is not None:
            return None
        import pysat

        return f"{backends.backend(self._solver).title} (PySAT {pysat.__version__})"

    def missing(self) -> str | None:
        """Return None where the solver can run, else a sentence that says what it lacks."""
        return backends.missing(self._solver)

    def solve(
        self,
        cnf: Cnf,
        limits: Limits = NO_LIMITS,
        separators: Sequence[Separator] = (),
        proof: Path | None = None,
    ) -> Outcome:
        """Decide a CNF; see `nlc.drivers.base.Driver`.

        Raises:
            ValueError: a proof is wanted of a solver that writes none, or with separators.
            RuntimeError: a separator failed, or gave no clause that the model breaks.
        """
        if proof is None:
            return self._solve(cnf, limits, separators)
        if separators or not self.capabilities.proofs:
            raise ValueError(f"{self.name} writes no proof of this search")
        with _written_beside(proof) as temporary:
            outcome = self._solve(cnf, limits, proof=temporary)
            if outcome.status == "UNSATISFIABLE":
                temporary.replace(proof)
            else:
                proof.unlink(missing_ok=True)
        return outcome

    def _solve(
        self,
        cnf: Cnf,
        limits: Limits,
        separators: Sequence[Separator] = (),
        proof: Path | None = None,
    ) -> Outcome:
        search = Search(self._solver, _bare(cnf), tuple(separators), first=True, proof=proof)
        with closing(self._outcomes(search, limits)) as outcomes:
            outcome, *_ = outcomes  # to the end, which leaves the worker for the next search
        return outcome

    def enumerate(
        self, cnf: Cnf, limits: Limits = NO_LIMITS, separators: Sequence[Separator] = ()
    ) -> Outcomes:
        """Yield the models of a CNF; see `nlc.drivers.base.Driver`.

        The figures of time are those since the previous model, the statistics those of all models
        so far where the solver is incremental.

        Raises:
            RuntimeError: a separator failed, or gave no clause that the model breaks.
        """
        return self._outcomes(Search(self._solver, _bare(cnf), tuple(separators)), limits)

    def narrow(
        self, cnf: Cnf, limits: Limits = NO_LIMITS, separators: Sequence[Separator] = ()
    ) -> Outcomes:
        """Yield models that leave less and less in common; see `nlc.drivers.backbone.narrow`.

        Raises:
            RuntimeError: a separator failed, or gave no clause that the model breaks.
        """
        search = Search(self._solver, _bare(cnf), tuple(separators), narrow=True)
        return self._outcomes(search, limits)

    def attempt(
        self,
        cnf: Cnf,
        questions: Sequence[Sequence[int]],
        conflicts: int,
        limits: Limits = NO_LIMITS,
        separators: Sequence[Separator] = (),
    ) -> Iterator[Attempt]:
        """Ask a formula by stricter assumptions first; see `assumption_schedule.attempts`.

        The solver is one that is incremental and there. The limits are for all questions together;
        where one is reached, or the worker dies, the last attempt says so.

        Raises:
            RuntimeError: a separator failed, or gave no clause that the model breaks.
        """
        from nlc.drivers.pysat.assumption_schedule import Attempts, next_number

        job = Attempts(self._solver, _bare(cnf), tuple(separators), questions, conflicts)
        tried: list[Attempt] = []
        for result in self._run(job, cnf, limits):
            if isinstance(result, Outcome):
                yield next_number(len(questions), tried), result
            else:
                tried.append(result)
                yield result

    def ask_twice(
        self,
        cnf: Cnf,
        questions: Sequence[Sequence[int]],
        conflicts: int,
        places: Neighbourhoods,
        limits: Limits = NO_LIMITS,
        separators: Sequence[Separator] = (),
    ) -> Iterator[Asked]:
        """Look for a model and for another one; see `nlc.drivers.pysat.second_model.ask_twice`.

        The solver is one that is incremental and there. The limits are for all questions together;
        where one is reached, or the worker dies, the last says so.

        Raises:
            RuntimeError: a separator failed, or gave no clause that the model breaks.
        """
        from nlc.drivers.pysat.second_model import Another, next_asked

        bare = _bare(cnf)
        job = Another(self._solver, bare, tuple(separators), questions, conflicts, places)
        tried: list[Asked] = []
        for result in self._run(job, cnf, limits):
            if isinstance(result, Outcome):
                stopped = next_asked(len(questions), places, tried)
                yield replace(stopped, outcome=result)
            else:
                tried.append(result)
                yield result

    def _outcomes(self, search: Search, limits: Limits) -> Outcomes:
        if (absent := self.missing()) is not None:
            yield Outcome("UNKNOWN", "missing", absent)
        elif (refusal := self._refusal(search.separators)) is not None:
            yield failed("no-answer", refusal)
        else:
            yield from self._run(search, search.cnf, limits)

    def _refusal(self, separators: Sequence[Separator]) -> str | None:
        """Return a sentence if something would watch the search and this solver has no way."""
        if self.capabilities.propagators or not watchers(separators):
            return None
        able = " or ".join(f"pysat:{n}" for n, b in backends.BACKENDS.items() if b.propagators)
        return f"{self.name} takes no external propagator: use {able}, or another encoding"

    def _run(self, job: Job, cnf: Cnf, limits: Limits) -> Generator[Any, None, None]:
        """Yield what a job about a formula yields in a worker; last an outcome if it is stopped."""
        start = time.monotonic()
        small = cnf.literals <= _SMALL_LITERALS
        try:
            for outcome in stream(job, limits, small=small):
                yield outcome
                start = time.monotonic()
        except WorkerStoppedError as stop:
            yield stopped(self.name, stop, time.monotonic() - start)
        except OSError as error:
            yield failed("no-answer", f"no process can be started for {self.name}: {error}")


def _bare(cnf: Cnf) -> Cnf:
    """Return a CNF without its names, which are closures, and its comments."""
    return replace(cnf, names=[], comments=[])


@contextmanager
def _written_beside(target: Path) -> Iterator[Path]:
    """Yield the path of a temporary file beside `target`, which is gone afterwards."""
    place = Path(os.path.abspath(target))  # noqa: PTH100 - a worker may be in another folder
    temporary = place.with_name(f".{place.name}.{secrets.token_hex(4)}.tmp")
    try:
        yield temporary
    finally:
        temporary.unlink(missing_ok=True)
