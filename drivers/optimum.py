"""Searches a session for a model of the least cost.

There are two methods; each query starts from the bounds of those before it:

- ``core``: core-guided, by PySAT's RC2 (A. Ignatiev, A. Morgado and J. Marques-Silva, RC2: an
  Efficient MaxSAT Solver, JSAT 11, 2019). All literals with costs are assumed false; each core
  raises the lower bound, until a model reaches it. This is the algorithm OLL with intrinsic
  at-most-ones, and exhausted and minimized cores.
- ``counter``: from above. A totalizer sums the costs up, with weights the generalized one (S.
  Joshi, R. Martins and V. Manquinho, Generalized Totalizer Encoding for Pseudo-Boolean
  Constraints, CP 2015), and each model must cost less than the one before, until there is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from operator import itemgetter
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from nlc.arrays import Ints, Wides, distinct
from nlc.cnf import Costs
from nlc.drivers.base import Outcome, sum_calls
from nlc.drivers.pysat.incremental import IncrementalSolver
from nlc.drivers.search import Query, QueryResult
from nlc.drivers.session import Session
from nlc.drivers.verdict import failure, model_outcome

CORE, COUNTER = "core", "counter"
METHODS = (CORE, COUNTER)


class Bound(Struct, frozen=True):
    """A lower bound on the costs of all models.

    Attributes:
        cost: in the sense of `Costs`.
    """

    cost: int


Event = Query | QueryResult | Bound


def optimize(
    session: Session,
    queries: Sequence[Query],
    costs: Costs,
    *,
    best: int | None = None,
    least: int = 0,
) -> Iterator[Event]:
    """Yield each query when it starts, each model that costs less, and each better lower bound.

    It ends when bound and cost meet, when there is no model, with a failure, or when all queries
    have spent their budgets. UNSATISFIABLE means that there is no model, or none that costs less.

    Args:
        session: the formula.
        queries: each names a method.
        costs: of its models.
        best: the cost of a known model.
        least: no model costs less.
    """
    optimizer = _Optimizer(session, costs, best, least)
    for query in queries:
        query = replace(query, another=optimizer.best is not None)
        yield query
        yield from optimizer.core(query) if query.best == CORE else optimizer.counter(query)
        if optimizer.done:
            return


class _StoppedError(Exception):
    """The budget of a query is spent, or a call has failed: the outcome says which."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__()
        self.outcome = outcome


class _Optimizer:
    """The state of an optimization, which the queries of a session share."""

    def __init__(self, session: Session, costs: Costs, best: int | None, least: int) -> None:
        self.session, self.costs = session, costs
        self.best, self.least = best, max(least, costs.constant)
        self.done = False
        self.top = session.cnf.variables
        self._bounds: tuple[Wides, Ints] | None = None
        self._calls: list[Outcome] = []

    def solve(self, assumptions: Sequence[int], conflicts: int | None) -> Outcome:
        """Call the solver; the next result includes the time of this call."""
        self._calls.append(self.session.query(assumptions, conflicts))
        return self._calls[-1]

    def result(self, query: Query, outcome: Outcome) -> QueryResult:
        """Return the result of a query, with the times of all calls since the last result."""
        calls, self._calls = self._calls, []
        outcome = replace(sum_calls(outcome, calls), megabytes=self.session.peak)
        return QueryResult(query, outcome)

    def refutation(self, query: Query) -> QueryResult:
        """Return the result that no model costs less than the best."""
        self.done = True
        return self.result(replace(query, another=True), Outcome("UNSATISFIABLE"))

    # ---------- from above ----------

    def counter(self, query: Query) -> Iterator[Event]:
        """Look for models that cost less and less."""
        self._prefer_cheap()
        left = query.conflicts
        while not self.done:
            if self.best is not None:
                if self.best <= self.least:
                    yield self.refutation(query)
                    return
                self._forbid(self.best)
            outcome = self.solve(query.assumptions, left)
            yield self.checked_result(replace(query, another=self.best is not None), outcome)
            if outcome.model is None:
                self.done |= outcome.reason != "budget"
                return
            if left is not None:
                left = max(1, left - outcome.statistics.get("conflicts", 0))

    def _prefer_cheap(self) -> None:
        """Set the phases of literals with costs to false, if the solver has phases."""
        if (set_phases := getattr(self.session, "set_phases", None)) is not None:
            with suppress(NotImplementedError):
                set_phases((-self.costs.literals).tolist())

    def checked_result(self, query: Query, outcome: Outcome) -> QueryResult:
        """Check the model of an outcome and keep its cost; return the result."""
        if outcome.model is not None:
            right = model_outcome(self.session.name, self.session.cnf, outcome.model)
            if right.model is None:
                self.done = True
                return self.result(query, right)
            cost = self.costs.of(outcome.model)
            if self.best is not None and cost >= self.best:
                self.done = True
                message = f"{self.session.name} gave a model that costs too much"
                return self.result(query, failure("contradictory", message))
            self.best = cost
        return self.result(query, outcome)

    def _forbid(self, cost: int) -> None:
        """Exclude models with this cost or a greater one."""
        if self._bounds is None:
            most = cost - self.costs.constant
            sums, outputs, clauses, self.top = totalizer(
                self.costs.literals, self.costs.weights, most, self.top
            )
            self.session.add(clauses)
            self._bounds = sums, outputs
        sums, outputs = self._bounds
        place = int(np.searchsorted(sums, cost - self.costs.constant))
        if place < len(sums):
            self.session.add([[-int(outputs[place])]])

    # ---------- from below ----------

    def core(self, query: Query) -> Iterator[Event]:
        """Raise the lower bound by cores until a model reaches it."""
        oracle = _Oracle(self, query)
        rc2 = _rc2(oracle, self.costs)
        try:
            if self.best is None:  # first any model, in case time runs out
                self._prefer_cheap()
                oracle.solve_limited()
                yield from oracle.results()
                if self.best is None:
                    self.done = True
                    return
            with suppress(NotImplementedError):  # of a solver without propagation
                rc2.adapt_am1()
            while True:
                if (bound := self._raise_bound(rc2)) is not None:
                    yield bound
                if self.best is not None and self.best <= self.least:
                    yield self.refutation(query)
                    return
                held = oracle.solve_limited(rc2.active_assumps())
                yield from oracle.results()
                if held and self.best != self.least:
                    self.done = True
                    message = f"{self.session.name} gave a model that breaks its assumptions"
                    yield self.result(query, failure("contradictory", message))
                    return
                if held:
                    continue
                rc2.get_core()
                if not rc2.core:
                    yield self.refutation(query)
                    return
                rc2.process_core()
                yield from oracle.results()
        except _StoppedError as stop:
            yield from oracle.results()
            self.done |= stop.outcome.reason != "budget"
            yield self.result(replace(query, another=self.best is not None), stop.outcome)
        finally:
            self.top = rc2.pool.top or self.top

    def _raise_bound(self, rc2: Any) -> Bound | None:
        """Return a better lower bound, if there is one."""
        bound: int = self.costs.constant + rc2.cost
        if self._bounds is not None and self.best is not None:
            bound = min(bound, self.best)  # models that cost more are excluded by clauses
        if bound <= self.least:
            return None
        self.least = bound
        return Bound(bound)


class _Oracle:
    """A session with the interface that RC2 expects of a solver of PySAT."""

    def __init__(self, optimizer: _Optimizer, query: Query) -> None:
        self._optimizer, self._query = optimizer, query
        self._session: IncrementalSolver = optimizer.session  # type: ignore[assignment]
        self._left = query.conflicts
        self._budget: int | None = None
        self._status: bool | None = None
        self._results: list[QueryResult] = []
        self.get_core = self._session.core

    def solve_limited(
        self, assumptions: Sequence[int] = (), expect_interrupt: bool = False
    ) -> bool | None:
        """Return whether there is a model; None if the budget was spent."""
        most = min((each for each in (self._budget, self._left) if each is not None), default=None)
        if self._left is not None and self._left <= 0:
            raise _StoppedError(Outcome("UNKNOWN", "budget", "undecided within its conflicts"))
        outcome = self._optimizer.solve([*self._query.assumptions, *assumptions], most)
        conflicts = outcome.statistics.get("conflicts", 0)
        if self._left is not None:
            self._left -= conflicts
        if self._budget is not None:
            self._budget = max(1, self._budget - conflicts)
        if outcome.status == "UNKNOWN" and (self._budget is None or outcome.reason != "budget"):
            raise _StoppedError(outcome)
        self._status = {"SATISFIABLE": True, "UNSATISFIABLE": False}.get(outcome.status)
        optimizer = self._optimizer
        if outcome.model is not None:
            if optimizer.best is None or optimizer.costs.of(outcome.model) < optimizer.best:
                another = optimizer.best is not None
                self._results.append(
                    optimizer.checked_result(replace(self._query, another=another), outcome)
                )
        elif not assumptions and self._status is False:
            self._results.append(optimizer.result(self._query, outcome))
        return self._status

    def results(self) -> Iterator[QueryResult]:
        """Yield the results since the last call."""
        results, self._results = self._results, []
        yield from results

    def get_status(self) -> bool | None:
        """Return the status of the last call."""
        return self._status

    def propagate(self, assumptions: Sequence[int], phase_saving: int = 0) -> Any:
        """Propagate assumptions; see `IncrementalSolver.propagate`."""
        return self._session.propagate(assumptions)

    def conf_budget(self, budget: int = -1) -> None:
        """Bound the conflicts of all calls from now on."""
        # The budget for minimizing a core.
        self._budget = None if budget < 0 else min(budget, 1000)

    def add_clause(self, clause: list[int]) -> None:
        """Add a clause."""
        self._session.add([clause])

    def supports_atmost(self) -> bool:
        """Return whether the solver has native cardinality constraints."""
        return False

    def delete(self) -> None:
        """Leave the session as it is."""


def _rc2(oracle: _Oracle, costs: Costs) -> Any:
    """Return RC2 with this oracle in place of its solver."""
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    formula = WCNF()
    formula.extend([[-x] for x in costs.literals.tolist()], weights=costs.weights.tolist())
    formula.nv = oracle._optimizer.top
    rc2 = RC2(formula, solver="m22", adapt=True, exhaust=True, minz=True)
    rc2.oracle.delete()
    rc2.oracle = oracle
    return rc2


def totalizer(
    literals: Ints, weights: Wides, most: int, top: int
) -> tuple[Wides, Ints, list[list[int]], int]:
    """Return a generalized totalizer: variables for lower bounds of a weighted sum, and clauses.

    Args:
        literals: shape (n,).
        weights: positive.
        most: greater sums count as this one.
        top: the greatest variable so far.

    Returns:
        Sums, ascending; the variable of each, which holds if that sum is reached; clauses; and the
        greatest variable now.
    """
    heap = [
        (np.array([min(w, most)], np.int64), np.array([x], np.int32))
        for x, w in sorted(zip(literals.tolist(), weights.tolist(), strict=True), key=itemgetter(1))
    ]
    clauses: list[list[int]] = []
    if not heap:
        return np.zeros(0, np.int64), np.zeros(0, np.int32), clauses, top
    while len(heap) > 1:
        merged = heap[: len(heap) % 2]
        for i in range(len(merged), len(heap), 2):
            node, more, top = _merge_nodes(heap[i], heap[i + 1], most, top)
            clauses += more
            merged.append(node)
        heap = merged
    return *heap[0], clauses, top


Node = tuple[Wides, Ints]
"""Sums, ascending, and the variable of each, which holds if that sum is reached."""


def _merge_nodes(one: Node, other: Node, most: int, top: int) -> tuple[Node, list[list[int]], int]:
    """Return the node for the sum of two nodes, with its clauses."""
    left, right = (np.concatenate([[0], sums]) for sums, _ in (one, other))
    total = np.minimum(left[:, None] + right, most)
    sums = distinct(total.ravel())[1:]
    outputs = np.arange(top + 1, top + 1 + len(sums), dtype=np.int32)
    heads = np.concatenate([[0], outputs])[np.searchsorted(sums, total, "right")]
    tails = np.zeros((*total.shape, 2), np.int32)
    tails[1:, :, 0], tails[:, 1:, 1] = -one[1][:, None], -other[1]
    rows = np.concatenate([tails, heads[..., None]], axis=2).reshape(-1, 3)[1:]
    clauses = [[x for x in row if x] for row in rows.tolist()]
    clauses += np.stack([-outputs[1:], outputs[:-1]], axis=1).tolist()
    return (sums, outputs), clauses, top + len(sums)
