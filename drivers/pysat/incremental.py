"""A formula in a solver of PySAT, which keeps its learnt clauses from query to query.

PySAT holds the interpreter lock while it solves, and leaves a solver at SIGINT by a ``longjmp`` out
of its signal handler. So it should run in processes that do nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from msgspec.structs import replace

from nlc.arrays import Ints
from nlc.cnf import Cnf, Model, Separator, cuts
from nlc.drivers.base import Outcome
from nlc.drivers.pysat import aliases_of, backend
from nlc.drivers.session import NEVER, Deadline
from nlc.process.platform import PORTABLE
from nlc.process.usage import Stopwatch

PIECE = 1000
"""A search with a deadline is cut into pieces of this many conflicts; on large boards a piece takes
about a tenth of a second."""

ROUND = 50
"""What a model that a separator cuts off counts for in the budgets of `find_model`: it takes as
long, and some searches meet thousands."""

PIECE_PART, TIME_PART = 2, 4
"""A piece may be longer: up to these parts of the conflicts so far and of the time that is left.
Each piece restarts the solver and its own schedule of restarts: with short pieces alone, a long
search takes up to half as long again."""

T = TypeVar("T", bound="IncrementalSolver")

_CLAUSES_PER_PIECE = 1 << 12


class SolverError(Exception):
    """A solver of PySAT raised an exception; the message names it."""


class ExhaustedError(Exception):
    """A call was not decided within its conflicts."""


class IncrementalSolver:
    """A solver with a CNF and the clauses that were added; a context manager.

    It runs in the calling process, which should be one that may be killed.

    Attributes:
        name: the driver's, such as ``pysat:minisat22``.
        cnf: the formula.
        variables: the greatest variable.
        separators: their clauses hold under all assumptions, and stay for all later queries.
        watch: started before the formula is loaded; `query` returns the times of its lap.
        on_conflicts: called with the conflicts of all queries together during a query, if the back
            end has budgets and statistics.
    """

    def __init__(
        self,
        solver: str,
        cnf: Cnf,
        separators: Sequence[Separator] = (),
        tracing: bool = False,
    ) -> None:
        """Load a CNF into the solver that PySAT calls `solver`.

        Args:
            solver: its name.
            cnf: the formula.
            separators: a solver accepts one propagator, so the one that observes most variables
                becomes it; that needs a back end with `propagators`.
            tracing: keep a proof; only for back ends with `proofs`.

        Raises:
            SolverError: the solver cannot be made.
        """
        self.name = f"pysat:{solver}"
        self.cnf, self.variables, self.separators = cnf, cnf.variables, separators
        self.watch = Stopwatch()
        self._name = solver
        self._alias = aliases_of()[solver][0]
        self._backend = backend(solver)
        self._options = {"with_proof": True} if tracing else {}
        self._added: list[list[int]] = []
        self._solver: Any = None
        self._literals: Ints = np.zeros(0, np.int32)
        self._before: dict[str, int] = {}
        self._queried = False
        self._rounds = 0
        self.on_conflicts: Callable[[int], None] | None = None
        with self._wrap_errors():
            self._load()

    @property
    def peak(self) -> float | None:
        """The megabytes by which the process has grown at most; see `nlc.drivers.session`."""
        return self.watch.megabytes

    def __enter__(self: T) -> T:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def variable(self) -> int:
        """Return a new variable."""
        self.variables += 1
        return self.variables

    def add(self, clauses: list[list[int]]) -> None:
        """Add clauses, for all later calls of `solve`.

        Raises:
            SolverError: the solver refuses one.
        """
        self._added += clauses
        with self._wrap_errors():
            if self._backend.incremental:
                self._solver.append_formula(clauses)
            else:
                self._load()

    def solve(self, assumptions: Sequence[int] = (), conflicts: int | None = None) -> bool | None:
        """Return whether there is a model; None if that is undecided after some conflicts.

        Args:
            assumptions: literals that hold in this call only; for incremental back ends.
            conflicts: the approximate budget of this call, at least 1; for incremental back ends.

        Raises:
            SolverError: the solver raised an exception.
        """
        self._literals = np.zeros(0, np.int32)
        if not assumptions and not self._added and not self.cnf.clauses:
            return True  # maplesat crashes on a formula without clauses
        with self._wrap_errors():
            if conflicts is None and not PORTABLE:
                satisfiable: bool | None = self._solver.solve(list(assumptions))
            else:
                satisfiable = self._solve_limited(list(assumptions), conflicts)
            if satisfiable:
                self._literals = np.array(self._solver.get_model(), np.int32)
        return satisfiable

    def _solve_limited(self, assumptions: list[int], conflicts: int | None) -> bool | None:
        """See `solve`. Without a budget, other threads have their turn after each piece."""
        # A propagator is called with the interpreter's lock, so it is kept.
        shared = PORTABLE and not self._backend.propagators
        piece = conflicts or PIECE
        while True:
            self._solver.conf_budget(piece)
            found: bool | None = self._solver.solve_limited(assumptions, expect_interrupt=shared)
            if found is not None or conflicts is not None:
                return found
            piece += piece // 10

    def model(self) -> Model:
        """Return the model of the last `solve`; variables without a value are false."""
        model = np.zeros(self.variables + 1, np.bool_)
        true = self._literals[self._literals > 0]
        model[true[true <= self.variables]] = True
        return model

    def core(self) -> list[int]:
        """Return a core of the assumptions of the last `solve`, which found no model."""
        return list(self._solver.get_core() or ())

    def set_phases(self, literals: Sequence[int]) -> None:
        """Set the phases in which decisions try variables; not every back end has them."""
        self._solver.set_phases(list(literals))

    def propagate(self, assumptions: Sequence[int]) -> tuple[bool, list[int]]:
        """Propagate assumptions: return whether there is no conflict, and all literals that follow,
        the assumptions among them; for solvers of the MiniSat and Glucose families."""
        consistent, literals = self._solver.propagate(list(assumptions))
        return bool(consistent), list(literals)

    def query(
        self,
        assumptions: Sequence[int] = (),
        conflicts: int | None = None,
        deadline: Deadline = NEVER,
    ) -> Outcome:
        """Decide the formula with the separators' clauses; see `nlc.drivers.session.Session`.

        Models are not checked against the clauses. The first query's times include loading.

        Args:
            assumptions: the literals.
            conflicts: a budget, at least 1.
            deadline: checked after each piece (`PIECE`); later queries can go on.

        Raises:
            RuntimeError: a separator returned no clause that the model breaks.
            SolverError: the solver raised an exception.
        """
        if self._queried:
            self.watch.lap()
        self._queried = True
        outcome, lazy_clauses = self._decide(assumptions, conflicts, deadline)
        figures = self._figures()
        if self.separators:
            figures["lazy_clauses"] = lazy_clauses
        self._before = self.statistics()
        return replace(
            outcome,
            seconds=self.watch.seconds,
            cpu_seconds=self.watch.cpu_seconds,
            statistics=figures,
        )

    def find_model(self, assumptions: Sequence[int], conflicts: int | None = None) -> Model | None:
        """Return a model where all assumptions and the separators' clauses hold, or None.

        Raises:
            ExhaustedError: that is not decided within the conflicts; each round counts for `ROUND`.
        """
        if conflicts is not None:
            self._before = self.statistics()
        outcome, _ = self._decide(assumptions, conflicts, NEVER, ROUND)
        if outcome.status == "UNKNOWN":
            raise ExhaustedError
        return outcome.model

    def cuts(self, model: Model) -> list[list[int]]:
        """Return the clauses of the separators that a model breaks."""
        return cuts(model, self.separators)

    def conflicts(self) -> int:
        """Return how many there have been in all; each round counts for `ROUND`."""
        return self.statistics().get("conflicts", 0) + ROUND * self._rounds

    def _decide(
        self,
        assumptions: Sequence[int],
        conflicts: int | None,
        deadline: Deadline,
        round_conflicts: int = 0,
    ) -> tuple[Outcome, int]:
        """Return the outcome of `query`, and the number of clauses from separators.

        Args:
            round_conflicts: what each model that a separator cuts off counts for.
        """
        lazy_clauses = spent = 0
        left = conflicts
        while True:
            piece = self._piece(left, deadline)
            satisfiable = self.solve(assumptions, piece)
            if self.on_conflicts is not None and satisfiable is None:
                self.on_conflicts(self.statistics().get("conflicts", 0))
            if satisfiable is None:
                left = left - piece if left and piece else None
                if left == 0:
                    message = f"undecided after {conflicts} conflicts"
                    return Outcome("UNKNOWN", "budget", message), lazy_clauses
            elif not satisfiable:
                return Outcome("UNSATISFIABLE"), lazy_clauses
            else:
                model = self.model()
                found = self.cuts(model)
                if not found:
                    return Outcome("SATISFIABLE", model=model), lazy_clauses
                lazy_clauses += len(found)
                self._rounds += 1
                self.add(found)
                if conflicts is not None:
                    spent += round_conflicts
                    if spent >= conflicts:
                        return Outcome("UNKNOWN", "budget"), lazy_clauses
                    left = max(1, conflicts - spent - self._figures().get("conflicts", 0))
            if (reached := deadline.reached_limit()) is not None:
                return Outcome("UNKNOWN", reached), lazy_clauses

    def _piece(self, left: int | None, deadline: Deadline) -> int | None:
        """Return the conflicts of the next piece of the search; None for no bound."""
        piece = PIECE
        if deadline == NEVER:
            if self.on_conflicts is None or not (
                self._backend.budgets and self._backend.statistics
            ):
                return left
            # Conflicts are reported whenever their number has grown by a twentieth.
            piece = max(PIECE, self.statistics().get("conflicts", 0) // 20)
        elif (done := self._figures().get("conflicts", 0)) and (spent := self.watch.seconds) > 0:
            in_time = done * deadline.left() / spent
            piece = max(PIECE, int(min(done / PIECE_PART, in_time / TIME_PART)))
        return min(left or piece, piece)

    def statistics(self) -> dict[str, int]:
        """Return the statistics of all calls of `solve` together; empty if the solver has none."""
        return dict(self._solver.accum_stats()) if self._backend.statistics else {}

    def write_proof(self, path: Path) -> None:
        """Write a DRAT proof, in text, after the solver has refuted the formula.

        The empty clause is added if the solver has left it out, as it does after a conflict by unit
        propagation on the formula and its learnt clauses.

        Raises:
            OSError: the file cannot be written.
            SolverError: the solver has no proof.
        """
        with self._wrap_errors():
            lines: list[str] = self._solver.get_proof()
        with path.open("w", encoding="ascii", newline="\n") as stream:
            stream.writelines(f"{line}\n" for line in lines)
            if "0" not in lines:
                stream.write("0\n")

    def _figures(self) -> dict[str, int]:
        """Return the solver's statistics since the last query."""
        after = self.statistics()
        return {key: value - self._before.get(key, 0) for key, value in after.items()}

    def _load(self) -> None:
        from pysat.solvers import Solver

        self.close()
        self._solver = Solver(self._alias, **self._options)
        for block in self.cnf.blocks:
            for start in range(0, len(block.clauses), _CLAUSES_PER_PIECE):
                rows = block.clauses[start : start + _CLAUSES_PER_PIECE].tolist()
                self._solver.append_formula(rows)
        self._solver.append_formula(self._added)
        if propagators := [make() for make in watchers(self.separators)]:
            chosen = max(propagators, key=lambda each: len(each.watched))
            self._solver.connect_propagator(chosen)
            for variable in chosen.watched:
                self._solver.observe(variable)

    def close(self) -> None:
        """Free the solver."""
        if self._solver is not None:
            self._solver.delete()
            self._solver = None

    @contextmanager
    def _wrap_errors(self) -> Iterator[None]:
        """Turn the exceptions of PySAT, which differ from solver to solver, into `SolverError`."""
        try:
            yield
        except MemoryError:
            raise
        except Exception as error:
            raise SolverError(f"{self.name} failed: {type(error).__name__}: {error}") from error


def watchers(separators: Sequence[object]) -> list[Callable[[], Any]]:
    """Return what makes the external propagators (IPASIR-UP) of separators that have one.

    A propagator has the methods of `pysat.engines.Propagator` with `has_clause`, and the variables
    that it observes in its attribute `watched`.
    """
    made = (getattr(separator, "propagator", None) for separator in separators)
    return [each for each in made if each is not None]
