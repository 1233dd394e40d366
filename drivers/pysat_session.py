"""One formula in one solver of PySAT."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, runtime_checkable

import numpy as np

from nlc.dimacs.cnf import Cnf, Model
from nlc.drivers.pysat_backends import aliases_of, backend

_CLAUSES_PER_PIECE = 1 << 16


@runtime_checkable
class Watcher(Protocol):
    """A separator that would rather watch the search, by an external propagator (IPASIR-UP)."""

    def propagator(self) -> Any:
        """Return a new propagator for one solver.

        It has the methods of `pysat.engines.Propagator` with `has_clause`, and the variables that
        it is to be told of in its attribute `watched`.
        """


class Session:
    """A solver that holds a CNF and the clauses added since; a context manager."""

    def __init__(self, name: str, cnf: Cnf, watchers: Sequence[Watcher] = ()) -> None:
        """Load a CNF into the solver of PySAT that is called `name`.

        Args:
            name: of a solver; with watchers, one whose back end has `propagators`.
            cnf: the formula.
            watchers: the first of them watches; a solver takes one propagator.
        """
        self._alias = aliases_of()[name][0]
        self._backend = backend(name)
        self._cnf = cnf
        self._added: list[list[int]] = []
        self._solver: Any = None
        self._load()
        if watchers:
            self._connect(watchers[0].propagator())

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self._free()

    def add(self, clauses: list[list[int]]) -> None:
        """Add clauses, also after a call of `solve`."""
        self._added += clauses
        if self._backend.incremental:
            _feed(self._solver, clauses)
        else:
            self._load()

    def solve(self) -> Model | None:
        """Return a model, in which variables that the solver does not know are false, or None.

        Raises:
            KeyboardInterrupt: Ctrl-C; the session is then of no more use.
        """
        model = np.zeros(self._cnf.variables + 1, np.bool_)
        if not self._cnf.clauses and not self._added:
            return model  # maplesat crashes on a formula without clauses
        if not self._decide():
            return None
        literals = np.array(self._solver.get_model(), dtype=np.int64)
        true = literals[literals > 0]
        model[true[true <= self._cnf.variables]] = True
        return model

    def statistics(self) -> dict[str, int]:
        """Return the figures of all calls of `solve` together; empty where the solver has none."""
        return dict(self._solver.accum_stats()) if self._backend.statistics else {}

    def _decide(self) -> bool:
        from pysat.solvers import pysolvers

        try:
            return bool(self._solver.solve())
        except pysolvers.error as problem:
            if "keyboard interrupt" not in str(problem):
                raise
            self._abandon()
            raise KeyboardInterrupt from None

    def _abandon(self) -> None:
        """Make good what PySAT leaves after Ctrl-C.

        It jumps out of the solver by ``longjmp`` from its own handler of the signal. That leaves
        the solver in no state to be freed, the handler in place, which would next jump into a dead
        stack frame, and the signal blocked.
        """
        inner = self._solver.solver
        vars(inner).update(dict.fromkeys(vars(inner)))
        self._solver = None
        if (handler := signal.getsignal(signal.SIGINT)) is not None:
            signal.signal(signal.SIGINT, handler)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])

    def _load(self) -> None:
        from pysat.solvers import Solver

        self._free()
        self._solver = Solver(self._alias)
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


def _feed(solver: Any, clauses: Iterable[list[int]]) -> None:
    """Add clauses; about 1.5 times as fast as ``append_formula``, which looks at each of them."""
    add: Callable[[list[int]], object] = solver.solver.add_clause
    deque(map(add, clauses), maxlen=0)
