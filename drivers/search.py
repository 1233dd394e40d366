"""Enumerates models: runs the queries of a plan in a session until all wanted models are found.

A query assumes a reading of the rules, and may have a budget. The queries run in turn until one has
a model; a clause excludes that model, then the queries for another model run, and so on. A refuted
query is not repeated, because clauses are only added.

A second model often differs from the first in one corner of the board only, and a search over the
whole board finds it late. A query *near* a model fixes most shown variables to its values and frees
one small part after the other (large neighbourhood search: P. Shaw, Using Constraint Programming
and Local Search Methods to Solve Vehicle Routing Problems, CP 1998). Its refutation covers these
parts alone.

For the backbone each model has to differ from what all models before agree on, by one clause: the
iterative algorithm of J. Marques-Silva, M. Janota and I. Lynce (On Computing Backbones of
Propositional Theories, ECAI 2010) with all candidates in one chunk (M. Janota, I. Lynce and
J. Marques-Silva, Algorithms for computing backbones of propositional formulae, AI Communications
28(2), 2015).
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Sequence
from functools import partial

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from nlc.arrays import Bools
from nlc.cnf import Clauses, Cnf, Model, Separator, blocking_clause, projection_variables
from nlc.drivers.base import NO_LIMITS, Driver, Limits, Outcome, sum_calls
from nlc.drivers.session import NEVER, Deadline, Session, run
from nlc.drivers.verdict import failure, model_outcome

FIRST, NEAR, ANOTHER = "first", "near", "another"
"""The goals of queries: the first model, a model near the last one, any further model. The empty
text is the goal of a query for every model."""

PART_CONFLICTS = 2000
"""The budget of a query for each neighbourhood."""


def is_wanted(goal: str, begun: bool) -> bool:
    """Return whether a query with a goal is due; begun: whether a model is known."""
    return goal == "" or (goal == FIRST) != begun


class Neighbourhoods(Struct, frozen=True, eq=False):
    """Parts of the board, each of which may change while the rest is fixed.

    Attributes:
        literals: shape (n,), the CNF literals of the shown variables.
        free: shape (parts, n), the literals that are free in each part.
    """

    literals: Clauses
    free: Bools

    def assumptions(self, model: Model) -> Iterator[list[int]]:
        """Yield, for each part, the assumptions that fix the rest to its values in a model."""
        lits = self.literals
        kept = np.where(model[np.abs(lits)] == (lits > 0), lits, -lits)
        for free in self.free:
            yield kept[~free].tolist()


class Query(Struct, frozen=True, eq=False):
    """One query to a session.

    Attributes:
        number: of the attempt, in its plan.
        goal: `FIRST`, `NEAR`, `ANOTHER`, or empty.
        assumptions: that choose a reading.
        whole: whether a refutation of this query means that the formula has no (further) model.
        conflicts: the budget of each run; with `NEAR`, of all parts together.
        seconds: the budget of all runs together.
        places: with `NEAR`, the parts.
        another: whether a model was known when it ran.
        reading: the number of the reading that it assumes.
        best: the method of optimization (`nlc.drivers.optimum`); empty
            where any model will do.
    """

    number: int
    goal: str = ""
    assumptions: tuple[int, ...] = ()
    whole: bool = True
    conflicts: int | None = None
    seconds: float | None = None
    places: Neighbourhoods | None = None
    another: bool = False
    reading: int = 0
    best: str = ""


class QueryResult(Struct, frozen=True, eq=False):
    """The result of a query.

    Attributes:
        query: with whether a model was known.
        outcome: UNKNOWN, for ``budget``, where the budget was spent.
        parts: with `NEAR`, the number of parts that were searched.
    """

    query: Query
    outcome: Outcome
    parts: int | None = None


def search(
    session: Session,
    queries: Sequence[Query],
    *,
    most: int | None = None,
    narrow: bool = False,
    known: Sequence[Model] = (),
    begun: bool = False,
    certify: bool = True,
    deadline: Deadline = NEVER,
) -> Iterator[Query | QueryResult]:
    """Yield each query when it starts, and its result.

    The search ends with the last wanted model, with a refutation of further models, when no query
    is left that may find one, or with a failure.

    Args:
        session: the formula.
        queries: in order.
        most: the number of wanted models; None for all.
        narrow: each model has to differ from all models before it in a variable on which these
            agree; else it just has to be another one.
        known: models to be excluded from the start; only their projected variables are used.
        begun: whether a model is known, though none is excluded: then queries for another one run.
        certify: whether to check each model against the clauses.
        deadline: of all queries together.
    """
    variables = projection_variables(session.cnf)
    agreed, seen = variables, set[bytes]()
    first: Model | None = None
    refuted, spent = set[tuple[int, ...]](), dict[int, float]()
    model: Model | None = None
    count = 0

    def exclude(model: Model) -> bool:
        """Exclude a model, and if `narrow` all that agree with what the models so far share."""
        nonlocal agreed, first
        if narrow:
            first = model if first is None else first
            agreed = agreed[model[agreed] == first[agreed]]
        if not len(agreed):
            return False  # that is every model
        session.add([blocking_clause(agreed, model).tolist()])
        return True

    def checked(outcome: Outcome, model: Model) -> Outcome:
        """Return an outcome, or a failure where its model is wrong or had been excluded."""
        if len(model) != session.cnf.variables + 1:
            return failure("bad-model", f"{session.name} gave a model of another formula")
        shown = np.packbits(model[variables]).tobytes()
        if shown in seen:
            return failure("contradictory", f"{session.name} repeated a model that was excluded")
        seen.add(shown)
        right = model_outcome(session.name, session.cnf, model) if certify else outcome
        return outcome if right.model is not None else right

    for model in known:
        if not exclude(model):
            yield QueryResult(Query(queries[0].number), Outcome("UNSATISFIABLE"))
            return
    while True:
        found = None
        for query in queries:
            begun = begun or model is not None
            if not is_wanted(query.goal, begun) or query.assumptions in refuted:
                continue
            if query.goal == NEAR and model is None:
                continue
            left = None if query.seconds is None else query.seconds - spent.get(query.number, 0.0)
            query = replace(query, another=begun)
            yield query
            taken = 0.0
            if left is not None and left <= 0:
                found = QueryResult(query, Outcome("UNKNOWN", "wall-time"))
            else:
                until = deadline if left is None else deadline.within(left)
                began = time.monotonic()
                found = _run_query(session, query, model, until)
                taken = time.monotonic() - began
            outcome = found.outcome
            spent[query.number] = spent.get(query.number, 0.0) + outcome.seconds
            if outcome.reason == "wall-time" and left is not None and taken >= left:
                message = f"undecided after {query.seconds:g} s"
                outcome = replace(outcome, reason="budget", message=message)
            if outcome.model is not None:
                outcome = checked(outcome, outcome.model)
            elif outcome.status == "SATISFIABLE":
                outcome = failure("bad-model", f"{session.name} gave no model")
            outcome = replace(outcome, megabytes=session.peak)
            found = replace(found, outcome=outcome)
            yield found
            if outcome.reason not in ("answered", "budget"):
                return
            if outcome.model is not None:
                break
            if outcome.status == "UNSATISFIABLE" and query.goal != NEAR:
                if query.whole:
                    return
                refuted.add(query.assumptions)
        if found is None or (model := found.outcome.model) is None:
            return
        count += 1
        if count == most:
            return
        if not exclude(model):
            yield QueryResult(Query(found.query.number, another=True), Outcome("UNSATISFIABLE"))
            return


def models(
    driver: Driver,
    cnf: Cnf,
    limits: Limits = NO_LIMITS,
    separators: Sequence[Separator] = (),
    most: int | None = None,
) -> Generator[Outcome, None, None]:
    """Yield one SATISFIABLE outcome for each model that differs on ``cnf.projection``.

    The last outcome is UNSATISFIABLE (there are no more) or UNKNOWN (a limit, a failure), unless
    `most` models end it. Closing the iterator stops the solver.

    Args:
        driver: any.
        cnf: the formula.
        limits: of all models together.
        separators: their clauses are part of the formula.
        most: the number of wanted models; None for all.
    """
    work = partial(search, queries=(Query(0),), most=most)
    for each in run(driver, work, cnf, limits, separators):
        if isinstance(each, QueryResult):
            yield each.outcome
        elif isinstance(each, Outcome):
            yield each


def _run_query(session: Session, query: Query, model: Model | None, until: Deadline) -> QueryResult:
    if query.goal != NEAR:
        return QueryResult(query, session.query(query.assumptions, query.conflicts, until))
    assert query.places is not None
    assert model is not None
    outcomes: list[Outcome] = []
    refuted, left = True, query.conflicts
    for kept in query.places.assumptions(model):
        if (left is not None and left <= 0) or until.reached_limit() is not None:
            refuted = False
            break
        most = PART_CONFLICTS if left is None else min(left, PART_CONFLICTS)
        outcomes.append(session.query([*query.assumptions, *kept], most, until))
        if outcomes[-1].model is not None or outcomes[-1].reason not in ("answered", "budget"):
            break
        refuted &= outcomes[-1].status == "UNSATISFIABLE"
        if left is not None:
            left -= outcomes[-1].statistics.get("conflicts", 0)
    total = outcomes[-1] if outcomes else Outcome("UNSATISFIABLE")
    if total.status == "UNSATISFIABLE" and not refuted:
        total = replace(total, status="UNKNOWN", reason="budget", message=None)
    return QueryResult(query, sum_calls(total, outcomes), len(outcomes))
