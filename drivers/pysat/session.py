"""One formula in one solver of PySAT."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np

from nlc.cnf.formula import Cnf, Model
from nlc.drivers.pysat.backends import aliases_of, backend

_CLAUSES_PER_PIECE = 1 << 16


@runtime_checkable
class Watcher(Protocol):
    """A separator that would rather watch the search, by an external propagator (IPASIR-UP)."""

    def propagator(self) -> Any:
        """Return a new propagator for one solver.

        It has the methods of `pysat.engines.Propagator` with `has_clause`, and the variables that
        it is to be told of in its attribute `watched`.
        """


class SolverError(Exception):
    """A solver of PySAT raised an exception; the message names it."""


class OutOfConflictsError(Exception):
    """A solver has had as many conflicts as it may, and has not decided."""


class Session:
    """A solver that holds a CNF and the clauses added since; a context manager.

    PySAT holds the interpreter while it solves, and leaves a solver at SIGINT by a ``longjmp`` out
    of its handler of the signal, so that a process should not run one that has other things to do.
    """

    def __init__(
        self, name: str, cnf: Cnf, watchers: Sequence[Watcher] = (), tracing: bool = False
    ) -> None:
        """Load a CNF into the solver of PySAT that is called `name`.

        Args:
            name: of a solver; with watchers, one whose back end has `propagators`.
            cnf: the formula.
            watchers: the first of them watches; a solver takes one propagator.
            tracing: keep a proof; only for back ends that have `proofs`.

        Raises:
            SolverError: the solver cannot be made.
        """
        self._alias = aliases_of()[name][0]
        self._backend = backend(name)
        self._cnf = cnf
        self._options = {"with_proof": True} if tracing else {}
        self._added: list[list[int]] = []
        self._solver: Any = None
        with _named_errors():
            self._load()
            if watchers:
                self._connect(watchers[0].propagator())

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self._free()

    def add(self, clauses: list[list[int]]) -> None:
        """Add clauses, also after a call of `solve`.

        Raises:
            SolverError: the solver refuses one.
        """
        self._added += clauses
        with _named_errors():
            if self._backend.incremental:
                _feed(self._solver, clauses)
            else:
                self._load()

    def solve(self, assumptions: Sequence[int] = (), conflicts: int | None = None) -> Model | None:
        """Return a model, in which variables that the solver does not know are false, or None.

        Args:
            assumptions: literals that hold in this call only; for back ends that are incremental.
            conflicts: about how many there may be in this call, at least 1; for the same ones.

        Raises:
            OutOfConflictsError: it is not decided after so many conflicts.
            SolverError: the solver raised an exception.
        """
        model = np.zeros(self._cnf.variables + 1, np.bool_)
        if not self._cnf.clauses and not self._added and not assumptions:
            return model  # maplesat crashes on a formula without clauses
        with _named_errors():
            if conflicts is None:
                satisfiable = self._solver.solve(list(assumptions))
            else:
                self._solver.conf_budget(conflicts)
                satisfiable = self._solver.solve_limited(list(assumptions))
            literals = np.array(self._solver.get_model() if satisfiable else (), dtype=np.int64)
        if satisfiable is None:
            raise OutOfConflictsError
        if not satisfiable:
            return None
        true = literals[literals > 0]
        model[true[true <= self._cnf.variables]] = True
        return model

    def statistics(self) -> dict[str, int]:
        """Return the figures of all calls of `solve` together; empty where the solver has none."""
        return dict(self._solver.accum_stats()) if self._backend.statistics else {}

    def write_proof(self, path: Path) -> None:
        """Write a DRAT proof, in text, after the solver has refuted the formula.

        The empty clause is added where the solver has left it out: it does so where unit
        propagation on the formula, or on what it has learnt, gives a conflict.

        Raises:
            OSError: the file cannot be written.
            SolverError: the solver has no proof.
        """
        with _named_errors():
            lines: list[str] = self._solver.get_proof()
        with path.open("w", encoding="ascii", newline="\n") as stream:
            stream.writelines(f"{line}\n" for line in lines)
            if "0" not in lines:
                stream.write("0\n")

    def _load(self) -> None:
        from pysat.solvers import Solver

        self._free()
        self._solver = Solver(self._alias, **self._options)
        for block in self._cnf.blocks:
            for start in range(0, len(block.clauses), _CLAUSES_PER_PIECE):
                _feed(self._solver, block.clauses[start : start + _CLAUSES_PER_PIECE].tolist())
        _feed(self._solver, self._added)

    def _connect(self, propagator: Any) -> None:
        self._solver.connect_propagator(propagator)
        for variable in propagator.watched:
            self._solver.observe(variable)

    def _free(self) -> None:
        if self._solver is not None:
            self._solver.delete()
            self._solver = None


@contextmanager
def _named_errors() -> Iterator[None]:
    """Turn what PySAT raises into `SolverError`; each of its solvers has exceptions of its own."""
    try:
        yield
    except MemoryError:
        raise
    except Exception as error:
        raise SolverError(f"{type(error).__name__}: {error}") from error


def _feed(solver: Any, clauses: Iterable[list[int]]) -> None:
    """Add clauses; about 1.5 times as fast as ``append_formula``, which looks at each of them."""
    add: Callable[[list[int]], object] = solver.solver.add_clause
    deque(map(add, clauses), maxlen=0)
