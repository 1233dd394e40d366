"""Searches a session: asks the queries of a plan until all wanted models are found.

A query assumes a reading of the rules, and may have a budget. The queries are asked in turn until
one has a model; then the model is excluded, and the queries that look for another one are asked,
and so on. A query that was refuted is not asked again, for clauses are only added.

A second model often differs from the first in one corner of the board only, and a search over all
of it is long in finding that. A query *near* a model keeps most of what it shows, and frees one
small part after the other (large neighbourhood search: P. Shaw, Using Constraint Programming and
Local Search Methods to Solve Vehicle Routing Problems, CP 1998). What it refutes is refuted of the
parts alone.

For the backbone each model has to differ from what all models before agree on, by one clause: the
iterative algorithm of J. Marques-Silva, M. Janota and I. Lynce (On Computing Backbones of
Propositional Theories, ECAI 2010) with all candidates in one chunk (M. Janota, I. Lynce and
J. Marques-Silva, Algorithms for computing backbones of propositional formulae, AI Communications
28(2), 2015).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from nlc.arrays import Bools, Ints
from nlc.cnf import Agreement, Clauses, Cnf, Model, Separator, blocking_clause, projection_variables
from nlc.drivers.base import NO_LIMITS, Limits, Outcome, together
from nlc.drivers.session import NEVER, Deadline, Session, run
from nlc.drivers.verdict import certified, failed

if TYPE_CHECKING:
    from nlc.drivers.base import Driver

FIRST, NEAR, ANOTHER = "first", "near", "another"
"""What a query looks for: the first model alone, one near the last, or any beside the known ones;
the empty text is for a query that looks for every model."""

PART_CONFLICTS = 2000
"""That a query may have for each neighbourhood."""


def is_wanted(goal: str, begun: bool) -> bool:
    """Return whether a goal is what is wanted now; begun: whether a model is known."""
    return goal == "" or (goal == FIRST) != begun


class Neighbourhoods(Struct, frozen=True, eq=False):
    """Parts of what is shown, one of which may change while the rest stays as it is.

    Attributes:
        literals: shape (n,), of the CNF: what is shown.
        free: shape (parts, n), what may change.
    """

    literals: Clauses
    free: Bools

    def assumptions(self, model: Model) -> Iterator[list[int]]:
        """Yield, for each part, the literals that keep the rest as it is in a model."""
        lits = self.literals
        kept = np.where(model[np.abs(lits)] == (lits > 0), lits, -lits)
        for free in self.free:
            yield kept[~free].tolist()


class Query(Struct, frozen=True, eq=False):
    """What is asked of a session.

    Attributes:
        number: of the attempt, in its plan.
        goal: `FIRST`, `NEAR`, `ANOTHER`, or empty.
        assumptions: that choose a reading.
        whole: whether the formula has no model, or no other one, if this query has none.
        conflicts: a budget for each time that it is asked; of `NEAR` for all parts together.
        seconds: a budget for all times together.
        places: of `NEAR`, the parts.
        another: whether a model is known, when it is asked.
        reading: the number of the reading that it assumes.
        best: the method that looks for a model of the least cost (`nlc.drivers.optimum`); empty
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


class Found(Struct, frozen=True, eq=False):
    """What came of a query.

    Attributes:
        query: with whether a model was known.
        outcome: the answer; UNKNOWN, for ``budget``, where that did not suffice.
        parts: of `NEAR`, how many were looked at.
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
) -> Iterator[Query | Found]:
    """Yield each query when it is asked, and what comes of it.

    It ends with the last model that is wanted, where there are no more, where no query is left that
    may find one, or with a failure.

    Args:
        session: the formula.
        queries: in their order.
        most: so many models are wanted; None for all.
        narrow: each model is to differ from what all before it agree on, not just from each.
        known: models that are not wanted; of them only what is projected is used.
        begun: whether one is known, though none is excluded: then another one is looked for.
        certify: whether to compare each model with the clauses.
        deadline: of all queries together.
    """
    variables = projection_variables(session.cnf)
    agreement, seen = Agreement(variables), set[bytes]()
    refuted, spent = set[tuple[int, ...]](), dict[int, float]()
    model: Model | None = None
    count = 0
    for model in known:
        if not _exclude(session, agreement, model, narrow):
            yield Found(Query(queries[0].number), Outcome("UNSATISFIABLE"))
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
                found = Found(query, Outcome("UNKNOWN", "wall-time"))
            else:
                until = deadline if left is None else deadline.within(left)
                asked = time.monotonic()
                found = _ask(session, query, model, until)
                taken = time.monotonic() - asked
            outcome = found.outcome
            spent[query.number] = spent.get(query.number, 0.0) + outcome.seconds
            if outcome.reason == "wall-time" and left is not None and taken >= left:
                message = f"undecided after {query.seconds:g} s"
                outcome = replace(outcome, reason="budget", message=message)
            if outcome.model is not None:
                outcome = _judged(session, outcome, outcome.model, variables, seen, certify)
            elif outcome.status == "SATISFIABLE":
                outcome = failed("bad-model", f"{session.name} gave no model")
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
        if not _exclude(session, agreement, model, narrow):
            yield Found(Query(found.query.number, another=True), Outcome("UNSATISFIABLE"))
            return


def _judged(
    session: Session,
    outcome: Outcome,
    model: Model,
    variables: Ints,
    seen: set[bytes],
    certify: bool,
) -> Outcome:
    """Return an outcome, or a failure where its model is wrong, or was excluded."""
    if len(model) != session.cnf.variables + 1:
        return failed("bad-model", f"{session.name} gave a model of another formula")
    shown = np.packbits(model[variables]).tobytes()
    if shown in seen:
        return failed("contradictory", f"{session.name} repeated a model that was excluded")
    seen.add(shown)
    right = certified(session.name, session.cnf, model) if certify else outcome
    return outcome if right.model is not None else right


def models(
    driver: Driver,
    cnf: Cnf,
    limits: Limits = NO_LIMITS,
    separators: Sequence[Separator] = (),
    most: int | None = None,
    conflicts: int | None = None,
) -> Iterator[Outcome]:
    """Yield one SATISFIABLE outcome for each model that differs on ``cnf.projection``.

    The last outcome is UNSATISFIABLE (there are no more) or UNKNOWN (a limit, a failure), but where
    `most` models end it. Closing the iterator stops the solver.

    Args:
        driver: any.
        cnf: the formula.
        limits: of all models together.
        separators: a model that breaks one of their clauses is none.
        most: so many are wanted; None for all.
        conflicts: that each model may take, of a solver that knows such a budget.
    """
    work = partial(search, queries=(Query(0, conflicts=conflicts),), most=most)
    for each in run(driver, work, cnf, limits, separators):
        if isinstance(each, Found):
            yield each.outcome
        elif isinstance(each, Outcome):
            yield each


def _exclude(session: Session, agreement: Agreement, model: Model, narrow: bool) -> bool:
    """Exclude a model, or all that agrees with all models so far; return whether that may be."""
    if narrow:
        agreement.narrow(model)
    if not len(agreement.variables):
        return False
    session.add([blocking_clause(agreement.variables, model).tolist()])
    return True


def _ask(session: Session, query: Query, model: Model | None, until: Deadline) -> Found:
    if query.goal != NEAR:
        return Found(query, session.ask(query.assumptions, query.conflicts, until))
    assert query.places is not None
    assert model is not None
    outcomes: list[Outcome] = []
    refuted, left = True, query.conflicts
    for kept in query.places.assumptions(model):
        if (left is not None and left <= 0) or until.reached() is not None:
            refuted = False
            break
        most = PART_CONFLICTS if left is None else min(left, PART_CONFLICTS)
        outcomes.append(session.ask([*query.assumptions, *kept], most, until))
        if outcomes[-1].model is not None or outcomes[-1].reason not in ("answered", "budget"):
            break
        refuted &= outcomes[-1].status == "UNSATISFIABLE"
        if left is not None:
            left -= outcomes[-1].statistics.get("conflicts", 0)
    total = outcomes[-1] if outcomes else Outcome("UNSATISFIABLE")
    if total.status == "UNSATISFIABLE" and not refuted:
        total = replace(total, status="UNKNOWN", reason="budget", message=None)
    return Found(query, together(total, outcomes), len(outcomes))
