"""The solvers of PySAT (Ignatiev, Morgado, Marques-Silva: PySAT, SAT 2018).

A limit, and a formula that is not small, send the work to a forked process: no solver of PySAT can
be stopped in time while it holds the interpreter, and a solver in C++ that can have no more memory
takes its process with it.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial

import numpy as np

from nlc.dimacs.cnf import Cnf, Model, Separator
from nlc.drivers import pysat_backends as backends
from nlc.drivers.base import NO_LIMITS, Capabilities, Limits, Outcome
from nlc.drivers.blocking import blocking_clause, projected
from nlc.drivers.pysat_session import Session, Watcher
from nlc.drivers.verdict import STATISTICS, certified, failed, tail
from nlc.drivers.worker import WorkerStoppedError, stream
from nlc.lang.diagnostics import fail, suggest

Outcomes = Generator[Outcome, None, None]

_INLINE_LITERALS = 100_000
"""Up to here loading a formula takes at most about ten times what starting a worker takes."""


class PysatDriver:
    """A solver of PySAT, named by PySAT's name or one of its short names, such as ``g4``.

    Without limits, a formula of up to 100,000 literals is solved in this process, unless something
    watches the search. Separators may be called in another process: what they change in memory is
    lost. With separators the statistics have ``lazy_clauses``, the number of clauses from them.
    """

    def __init__(self, name: str) -> None:
        """Take a solver.

        Raises:
            UserError: PySAT has no solver of this name.
        """
        solver = backends.canonical(name)
        if solver is None:
            hint = suggest(name, [*backends.BACKENDS, *backends.aliases_of()])
            raise fail(f"PySAT has no solver '{name}'", hint=hint)
        self._solver = solver
        self.name = f"pysat:{solver}"
        found = backends.backend(solver)
        self.capabilities = Capabilities(
            in_process=True,
            propagators=found.propagators,
            statistics=STATISTICS if found.statistics else (),
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
        self, cnf: Cnf, limits: Limits = NO_LIMITS, separators: Sequence[Separator] = ()
    ) -> Outcome:
        """Decide a CNF; see `nlc.drivers.base.Driver`.

        Raises:
            RuntimeError: a separator failed, or gave no clause that the model breaks.
        """
        with closing(self.enumerate(cnf, limits, separators)) as outcomes:
            return next(outcomes)

    def enumerate(
        self, cnf: Cnf, limits: Limits = NO_LIMITS, separators: Sequence[Separator] = ()
    ) -> Outcomes:
        """Yield the models of a CNF; see `nlc.drivers.base.Driver`.

        The figures of time are those since the previous model, the statistics those of all models
        so far where the solver is incremental.

        Raises:
            RuntimeError: a separator failed, or gave no clause that the model breaks.
        """
        if (absent := self.missing()) is not None:
            yield Outcome("UNKNOWN", "missing", absent)
        elif (refusal := self._refusal(separators)) is not None:
            yield failed(refusal)
        elif self._inline(cnf, limits, separators):
            yield from self._search(cnf, separators)
        else:
            yield from self._guarded(cnf, limits, separators)

    def _inline(self, cnf: Cnf, limits: Limits, separators: Sequence[Separator]) -> bool:
        """Tell whether to solve in this process.

        Not under a propagator: at Ctrl-C PySAT would jump out of it, over frames of Python.
        """
        small = limits == NO_LIMITS and cnf.literals <= _INLINE_LITERALS
        return small and not _watchers(separators)

    def _refusal(self, separators: Sequence[Separator]) -> str | None:
        """Return a sentence if something would watch the search and this solver has no way."""
        if backends.backend(self._solver).propagators or not _watchers(separators):
            return None
        able = " or ".join(f"pysat:{n}" for n, b in backends.BACKENDS.items() if b.propagators)
        return f"{self.name} takes no external propagator: use {able}, or another encoding"

    def _guarded(self, cnf: Cnf, limits: Limits, separators: Sequence[Separator]) -> Outcomes:
        start = time.monotonic()
        try:
            for outcome in stream(partial(self._search, cnf, separators), limits):
                yield outcome
                start = time.monotonic()
        except WorkerStoppedError as stop:
            message = None
            if stop.reason == "failed":
                message = failed(f"{self.name} died ({stop.ended})", stop.log).message
            yield Outcome(
                "UNKNOWN",
                stop.reason,
                message,
                seconds=time.monotonic() - start,
                cpu_seconds=stop.ended.cpu_seconds,
                megabytes=stop.ended.megabytes,
                log=tail(stop.log),
            )

    def _search(self, cnf: Cnf, separators: Sequence[Separator]) -> Outcomes:
        """Yield all outcomes, in the process that calls this."""
        variables = projected(cnf)
        seen: set[bytes] = set()
        lazy_clauses = 0
        clock = _Clock()
        with Session(self._solver, cnf, _watchers(separators)) as session:
            while True:
                model = session.solve()
                cuts = [] if model is None else _cuts(model, separators)
                if cuts:
                    lazy_clauses += len(cuts)
                    session.add(cuts)
                    continue
                figures = session.statistics()
                if separators:
                    figures["lazy_clauses"] = lazy_clauses
                if model is None:
                    yield clock.stamp(Outcome("UNSATISFIABLE"), figures)
                    return
                solution = np.packbits(model[variables]).tobytes()
                if solution in seen:
                    yield failed(f"{self.name} gave a model that it was told to leave out")
                    return
                seen.add(solution)
                outcome = certified(self.name, cnf, model)
                yield clock.stamp(outcome, figures)
                if outcome.model is None:
                    return
                clock = _Clock()
                session.add([blocking_clause(variables, model).tolist()])


class _Clock:
    """Wall-clock and processor time since it was made."""

    def __init__(self) -> None:
        self._wall, self._cpu = time.monotonic(), time.process_time()

    def stamp(self, outcome: Outcome, statistics: dict[str, int]) -> Outcome:
        """Return an outcome with its times and statistics."""
        return replace(
            outcome,
            seconds=time.monotonic() - self._wall,
            cpu_seconds=time.process_time() - self._cpu,
            statistics=statistics,
        )


def _watchers(separators: Sequence[object]) -> list[Watcher]:
    return [separator for separator in separators if isinstance(separator, Watcher)]


def _cuts(model: Model, separators: Sequence[Separator]) -> list[list[int]]:
    """Return the clauses of all separators.

    Raises:
        RuntimeError: there are clauses, but none that the model breaks: that would go on for ever.
    """
    cuts = [list(map(int, clause)) for separate in separators for clause in separate(model)]
    if cuts and all(
        any(model[abs(literal)] == (literal > 0) for literal in clause) for clause in cuts
    ):
        raise RuntimeError("a separator gave no clause that the model breaks")
    return cuts
