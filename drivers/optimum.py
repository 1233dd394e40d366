"""Searches a session for a model of the least cost.

Two methods, and each next query goes on with what those before it have found:

- ``core``: core-guided, by PySAT's RC2 (A. Ignatiev, A. Morgado and J. Marques-Silva, RC2: an
  Efficient MaxSAT Solver, JSAT 11, 2019): all literals that cost are assumed false; a core of them
  says that some of it must be paid, so that the lower bound grows until a model has it. That is
  the algorithm OLL with at-most-ones that are found beforehand, and exhausted and minimized cores.
- ``counter``: from above. A totalizer adds the costs up, of weights the generalized one (S. Joshi,
  R. Martins and V. Manquinho, Generalized Totalizer Encoding for Pseudo-Boolean Constraints, CP
  2015), and each model must cost less than the one before, until there is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from nlc.arrays import Ints, Wides, distinct
from nlc.cnf import Costs
from nlc.drivers.base import Outcome, together
from nlc.drivers.search import Found, Query
from nlc.drivers.verdict import certified, failed

if TYPE_CHECKING:
    from nlc.drivers.pysat.incremental import IncrementalSolver
    from nlc.drivers.session import Session

CORE, COUNTER = "core", "counter"
METHODS = (CORE, COUNTER)

CORE_CONFLICTS = 1000
"""That making a core smaller may take."""


class Bound(Struct, frozen=True):
    """No model costs less.

    Attributes:
        cost: as `Costs` has it.
    """

    cost: int


Event = Query | Found | Bound


def optimize(
    session: Session,
    queries: Sequence[Query],
    costs: Costs,
    *,
    best: int | None = None,
    least: int = 0,
) -> Iterator[Event]:
    """Yield each query when it is asked, each model that costs less, and each better lower bound.

    It ends where bound and cost meet, where there is no model, with a failure, or when all queries
    have spent their budgets. UNSATISFIABLE says that there is no model, or none that costs less.

    Args:
        session: the formula.
        queries: each names a method.
        costs: of its models.
        best: what a known model costs.
        least: no model costs less.
    """
    search = _Search(session, costs, best, least)
    for query in queries:
        query = replace(query, another=search.best is not None)
        yield query
        yield from search.core(query) if query.best == CORE else search.counter(query)
        if search.over:
            return


class _SpentError(Exception):
    """The budget of a query is spent, or its question has failed: the outcome says which."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__()
        self.outcome = outcome


class _Search:
    """What the queries of a session have found.

    Attributes:
        best: the cost of the best model.
        least: the lower bound.
        over: whether nothing is left to be asked.
    """

    def __init__(self, session: Session, costs: Costs, best: int | None, least: int) -> None:
        self.session, self.costs = session, costs
        self.best, self.least = best, max(least, costs.constant)
        self.over = False
        self.top = session.cnf.variables
        self._bounds: tuple[Wides, Ints] | None = None
        self._asked: list[Outcome] = []

    def ask(self, assumptions: Sequence[int], conflicts: int | None) -> Outcome:
        """Ask the session; what that takes is told with the next thing that is found."""
        self._asked.append(self.session.ask(assumptions, conflicts))
        return self._asked[-1]

    def told(self, query: Query, outcome: Outcome) -> Found:
        """Return what came of a query, with what all questions since the last one took."""
        asked, self._asked = self._asked, []
        outcome = replace(together(outcome, asked), megabytes=self.session.peak)
        return Found(query, outcome)

    def proved(self, query: Query) -> Found:
        """Return that nothing is better."""
        self.over = True
        return self.told(replace(query, another=True), Outcome("UNSATISFIABLE"))

    # ---------- from above ----------

    def counter(self, query: Query) -> Iterator[Event]:
        """Ask for models that cost less and less."""
        self._prefer_cheap()
        left = query.conflicts
        while not self.over:
            if self.best is not None:
                if self.best <= self.least:
                    yield self.proved(query)
                    return
                self._forbid(self.best)
            outcome = self.ask(query.assumptions, left)
            yield self.found(replace(query, another=self.best is not None), outcome)
            if outcome.model is None:
                self.over |= outcome.reason != "budget"
                return
            if left is not None:
                left = max(1, left - outcome.statistics.get("conflicts", 0))

    def _prefer_cheap(self) -> None:
        """Have decisions try first what costs nothing, if the solver can be told so."""
        if (set_phases := getattr(self.session, "set_phases", None)) is not None:
            with suppress(NotImplementedError):
                set_phases((-self.costs.literals).tolist())

    def found(self, query: Query, outcome: Outcome) -> Found:
        """Return what came of a question, its model checked, and note the cost."""
        if outcome.model is not None:
            right = certified(self.session.name, self.session.cnf, outcome.model)
            if right.model is None:
                self.over = True
                return self.told(query, right)
            cost = self.costs.of(outcome.model)
            if self.best is not None and cost >= self.best:
                self.over = True
                told = f"{self.session.name} gave a model that costs too much"
                return self.told(query, failed("contradictory", told))
            self.best = cost
        return self.told(query, outcome)

    def _forbid(self, cost: int) -> None:
        """Exclude models that cost so much, or more."""
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
        """Raise the lower bound by cores until a model has it."""
        oracle = _Oracle(self, query)
        rc2 = _rc2(oracle, self.costs)
        try:
            if self.best is None:  # for one that is there if the time is over
                self._prefer_cheap()
                oracle.solve_limited()
                yield from oracle.news()
                if self.best is None:
                    self.over = True
                    return
            with suppress(NotImplementedError):  # of a solver that cannot be asked to propagate
                rc2.adapt_am1()
            while True:
                if (bound := self._raised(rc2)) is not None:
                    yield bound
                if self.best is not None and self.best <= self.least:
                    yield self.proved(query)
                    return
                held = oracle.solve_limited(rc2.active_assumps())
                yield from oracle.news()
                if held and self.best != self.least:
                    self.over = True
                    told = f"{self.session.name} gave a model that breaks its assumptions"
                    yield self.told(query, failed("contradictory", told))
                    return
                if held:
                    continue
                rc2.get_core()
                if not rc2.core:
                    yield self.proved(query)
                    return
                rc2.process_core()
                yield from oracle.news()
        except _SpentError as spent:
            yield from oracle.news()
            self.over |= spent.outcome.reason != "budget"
            yield self.told(replace(query, another=self.best is not None), spent.outcome)
        finally:
            self.top = rc2.pool.top or self.top

    def _raised(self, rc2: Any) -> Bound | None:
        """Return a better lower bound, if there is one."""
        bound: int = self.costs.constant + rc2.cost
        if self._bounds is not None and self.best is not None:
            bound = min(bound, self.best)  # what costs more is excluded: of that it says nothing
        if bound <= self.least:
            return None
        self.least = bound
        return Bound(bound)


class _Oracle:
    """A session as RC2 asks it, by PySAT's names."""

    def __init__(self, search: _Search, query: Query) -> None:
        self._search, self._query = search, query
        self._session: IncrementalSolver = search.session  # type: ignore[assignment]
        self._left = query.conflicts
        self._budget: int | None = None
        self._status: bool | None = None
        self._models: list[Found] = []
        self.get_core = self._session.core

    def solve_limited(
        self, assumptions: Sequence[int] = (), expect_interrupt: bool = False
    ) -> bool | None:
        """Return whether there is a model; None where the budget did not suffice."""
        most = min((each for each in (self._budget, self._left) if each is not None), default=None)
        if self._left is not None and self._left <= 0:
            raise _SpentError(Outcome("UNKNOWN", "budget", "undecided within its conflicts"))
        outcome = self._search.ask([*self._query.assumptions, *assumptions], most)
        conflicts = outcome.statistics.get("conflicts", 0)
        if self._left is not None:
            self._left -= conflicts
        if self._budget is not None:
            self._budget = max(1, self._budget - conflicts)
        if outcome.status == "UNKNOWN" and (self._budget is None or outcome.reason != "budget"):
            raise _SpentError(outcome)
        self._status = {"SATISFIABLE": True, "UNSATISFIABLE": False}.get(outcome.status)
        search = self._search
        if outcome.model is not None:
            if search.best is None or search.costs.of(outcome.model) < search.best:
                another = search.best is not None
                self._models.append(search.found(replace(self._query, another=another), outcome))
        elif not assumptions and self._status is False:
            self._models.append(search.told(self._query, outcome))
        return self._status

    def news(self) -> Iterator[Found]:
        """Yield what was found since the last time."""
        found, self._models = self._models, []
        yield from found

    def get_status(self) -> bool | None:
        """Return what the last question came to."""
        return self._status

    def propagate(self, assumptions: Sequence[int], phase_saving: int = 0) -> Any:
        """Return whether unit propagation meets no conflict, and what it finds."""
        return self._session.propagate(assumptions)

    def conf_budget(self, budget: int = -1) -> None:
        """Bound the conflicts of all questions from now on."""
        self._budget = None if budget < 0 else min(budget, CORE_CONFLICTS)

    def add_clause(self, clause: list[int]) -> None:
        """Add a clause."""
        self._session.add([clause])

    def supports_atmost(self) -> bool:
        """Return whether counts need no clauses."""
        return False

    def delete(self) -> None:
        """Leave the session as it is."""


def _rc2(oracle: _Oracle, costs: Costs) -> Any:
    """Return RC2 with an oracle of our own, at the beginning."""
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    formula = WCNF()
    formula.extend([[-x] for x in costs.literals.tolist()], weights=costs.weights.tolist())
    formula.nv = oracle._search.top
    rc2 = RC2(formula, solver="m22", adapt=True, exhaust=True, minz=True)
    rc2.oracle.delete()
    rc2.oracle = oracle
    return rc2


def totalizer(
    literals: Ints, weights: Wides, most: int, top: int
) -> tuple[Wides, Ints, list[list[int]], int]:
    """Return variables that hold if literals weigh at least so much, and their clauses.

    Args:
        literals: shape (n,).
        weights: positive.
        most: sums beyond it are as good as it.
        top: the last variable that is there.

    Returns:
        Sums, ascending, the variable of each, clauses, and the last variable now.
    """
    heap = [
        (np.array([min(w, most)], np.int64), np.array([x], np.int32))
        for x, w in sorted(zip(literals.tolist(), weights.tolist(), strict=True), key=_weight)
    ]
    clauses: list[list[int]] = []
    if not heap:
        return np.zeros(0, np.int64), np.zeros(0, np.int32), clauses, top
    while len(heap) > 1:
        joined = heap[: len(heap) % 2]
        for i in range(len(joined), len(heap), 2):
            node, more, top = _joined(heap[i], heap[i + 1], most, top)
            clauses += more
            joined.append(node)
        heap = joined
    return *heap[0], clauses, top


def _weight(item: tuple[int, int]) -> int:
    return item[1]


Node = tuple[Wides, Ints]
"""Sums, ascending, and the variable that holds if so much is reached."""


def _joined(one: Node, other: Node, most: int, top: int) -> tuple[Node, list[list[int]], int]:
    """Return the sums of two parts, with the clauses."""
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
