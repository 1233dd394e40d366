"""The solvers of PySAT (Ignatiev, Morgado, Marques-Silva: PySAT, SAT 2018).

Each search is a job for a worker process. A timer cannot stop a solver of PySAT, and one in C++
that runs out of memory aborts its process. At Ctrl-C, PySAT leaves the solver by a ``longjmp`` out
of the signal handler. If the signal came within the memory allocator, the process hangs at the next
allocation: of 100 processes that were interrupted in their first tenth of a second, 1 to 4 hung
with CaDiCaL, Kissat and two of the Maple family. So no solver runs in the process that a user
interrupts.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from msgspec.structs import replace

from nlc.cnf import Cnf, Separator
from nlc.drivers.base import NO_LIMITS, Capabilities, Limits, Outcome
from nlc.drivers.progress import Conflicts, conflict_callback
from nlc.drivers.pysat import BACKENDS, aliases_of, backend, canonical, missing
from nlc.drivers.pysat.incremental import IncrementalSolver, SolverError, watchers
from nlc.drivers.session import Work
from nlc.drivers.verdict import STATISTICS, failure, model_outcome, stop_outcome
from nlc.errors import fail, suggest
from nlc.process import emit
from nlc.process.pool import Job, stream
from nlc.process.worker import WorkerStoppedError

T = TypeVar("T")


class PysatDriver:
    """A solver of PySAT, named by PySAT's name or one of its short names, such as ``g4``.

    Separators are called in another process, so their changes of memory are lost. With separators
    the statistics have ``lazy_clauses``, the number of clauses from them.
    """

    def __init__(self, name: str) -> None:
        """Choose a solver by its name.

        Raises:
            UserError: PySAT has no solver of this name.
        """
        solver = canonical(name)
        if solver is None:
            hint = suggest(name.lower(), [*BACKENDS, *aliases_of()])
            hint = hint and hint.replace("'", "'pysat:", 1)
            raise fail(
                f"PySAT has no solver '{name}'", hint=hint or "nlc list solvers lists them all"
            )
        self._solver = solver
        self.name = f"pysat:{solver}"
        found = backend(solver)
        self.capabilities = Capabilities(
            in_process=True,
            anew=not found.incremental,
            propagators=found.propagators,
            statistics=STATISTICS if found.statistics else (),
            proofs=found.proofs,
        )

    def version(self) -> str | None:
        """Return the solver's version and PySAT's, or None where it is missing."""
        if self.missing() is not None:
            return None
        import pysat

        return f"{backend(self._solver).title} (PySAT {pysat.__version__})"

    def missing(self) -> str | None:
        """Return None where the solver can run, else a sentence that says what is missing."""
        return missing(self._solver)

    def solve(
        self,
        cnf: Cnf,
        limits: Limits = NO_LIMITS,
        separators: Sequence[Separator] = (),
        proof: Path | None = None,
    ) -> Outcome:
        """Decide a CNF; see `nlc.drivers.base.Driver`.

        Raises:
            ValueError: the solver writes no proofs, or there are separators as well.
            RuntimeError: a separator failed, or returned no clause that the model breaks.
        """
        if proof is not None and proof.is_dir():
            return failure("no-answer", f"'{proof}' is a folder, not a file")
        if proof is not None and (separators or not self.capabilities.proofs):
            raise ValueError(f"{self.name} writes no proof of this search")
        with _temporary_beside(proof) as temporary:
            work = partial(_decide, proof=temporary)
            # Run to the end, so that the worker can be used for the next search.
            outcome, *_ = self.run(work, cnf, limits, separators, tracing=proof is not None)
            if proof is not None and temporary is not None:
                if outcome.status == "UNSATISFIABLE":
                    temporary.replace(proof)
                else:
                    proof.unlink(missing_ok=True)
        return outcome

    def run(
        self,
        work: Work[T],
        cnf: Cnf,
        limits: Limits = NO_LIMITS,
        separators: Sequence[Separator] = (),
        tracing: bool = False,
    ) -> Iterator[T | Outcome]:
        """Yield the items of `work` on a session in a worker; see `nlc.drivers.session.run`.

        Args:
            tracing: keep a proof.

        Raises:
            RuntimeError: a separator failed, or returned no clause that the model breaks.
        """
        if (absent := self.missing()) is not None:
            yield Outcome("UNKNOWN", "missing", absent)
            return
        if watchers(separators) and not self.capabilities.propagators:
            able = " or ".join(f"pysat:{n}" for n, b in BACKENDS.items() if b.propagators)
            refusal = f"takes no external propagator: use {able}, or another encoding"
            yield failure("no-answer", f"{self.name} {refusal}")
            return
        bare = replace(cnf, names=[], comments=[])  # names are closures
        callback = conflict_callback()
        job = partial(
            _work,
            self._solver,
            bare,
            tuple(separators),
            work,
            tracing=tracing,
            reporting=callback is not None,
        )
        start = time.monotonic()
        # Sending so few to an idle worker is faster than forking a new one.
        small = cnf.literals <= 100_000
        try:
            for result in self._stream(job, limits, small):
                if isinstance(result, Conflicts):
                    if callback is not None:
                        callback(result.number)
                    continue
                yield result
                start = time.monotonic()
        except WorkerStoppedError as stop:
            yield stop_outcome(self.name, stop, time.monotonic() - start)
        except OSError as error:
            yield failure("no-answer", f"no process can be started for {self.name}: {error}")

    def _stream(self, job: Job, limits: Limits, small: bool) -> Iterator[Any]:
        return stream(job, limits, small=small)


def _work(
    solver: str,
    cnf: Cnf,
    separators: Sequence[Separator],
    work: Work[T],
    *,
    tracing: bool,
    reporting: bool,
) -> Iterator[Any]:
    """Yield the items of `work` on a new solver; if that fails, a failure."""
    try:
        with IncrementalSolver(solver, cnf, separators, tracing) as session:
            if reporting:
                session.on_conflicts = lambda number: emit(Conflicts(number))
            yield from work(session)
    except SolverError as error:
        yield failure("crashed", str(error))


def _decide(session: IncrementalSolver, proof: Path | None) -> Iterator[Outcome]:
    """Yield the outcome of one query, and write the proof of a refutation."""
    outcome = session.query()
    if outcome.model is not None:
        checked = model_outcome(session.name, session.cnf, outcome.model)
        outcome = outcome if checked.model is not None else checked
    elif proof is not None and outcome.status == "UNSATISFIABLE":
        try:
            session.write_proof(proof)
        except OSError as error:
            message = f"the proof of {session.name} cannot be written: {error}"
            outcome = failure("no-answer", message)
    yield replace(outcome, megabytes=session.peak)


@contextmanager
def _temporary_beside(target: Path | None) -> Iterator[Path | None]:
    """Yield the path of a temporary file in the folder of `target`, and remove it afterwards."""
    if target is None:
        yield None
        return
    place = Path(os.path.abspath(target))  # noqa: PTH100 - a worker may be in another folder
    temporary = place.with_name(f".{place.name}.{os.urandom(4).hex()}.tmp")
    try:
        yield temporary
    finally:
        temporary.unlink(missing_ok=True)
