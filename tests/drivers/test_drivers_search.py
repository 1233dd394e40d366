"""What a search asks a session, in which order and with what budgets."""

from __future__ import annotations

import time
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.commands import GROWING
from support.solvers import make_cnf

from nlc.cnf import Cnf
from nlc.drivers import get
from nlc.drivers.base import Limits, Outcome
from nlc.drivers.search import (
    ANOTHER,
    FIRST,
    NEAR,
    Neighbourhoods,
    Query,
    QueryResult,
    search,
)
from nlc.drivers.session import run

MODEL = Outcome("SATISFIABLE", model=np.array([False, True]))
NONE, OPEN = Outcome("UNSATISFIABLE"), Outcome("UNKNOWN", "budget")
OUTCOMES = st.lists(st.sampled_from([MODEL, NONE, OPEN]), min_size=1, max_size=12)
ANY = ("", FIRST, NEAR, ANOTHER)
PLACES = Neighbourhoods(np.array([1], np.int32), np.ones((3, 1), np.bool_))


class Scripted:
    """A session that answers as it is told to; then its limit is reached."""

    name, peak = "scripted", None
    cnf = Cnf(variables=1, projection=np.array([1], np.int32))

    def __init__(self, outcomes):
        self.outcomes = list(outcomes)
        self.asked, self.added = [], []

    def query(self, assumptions=(), conflicts=None, deadline=None):
        self.asked.append((tuple(assumptions), conflicts))
        return self.outcomes.pop(0) if self.outcomes else Outcome("UNKNOWN", "wall-time")

    def add(self, clauses):
        self.added += clauses


def asked(session, queries, **how):
    """Return the numbers of the queries that were asked; each comes before what came of it."""
    events = list(search(session, queries, certify=False, **how))
    pairs = list(zip(events[::2], events[1::2], strict=True))
    for query, found in pairs:
        assert isinstance(query, Query)
        assert isinstance(found, QueryResult)
        assert found.query is query
    return [query.number for query, _ in pairs]


@given(st.lists(st.sampled_from(ANY), min_size=1, max_size=5), OUTCOMES)
def test_a_query_is_asked_for_what_is_wanted_only(goals, outcomes):
    queries = [
        Query(n, goal, (n + 2,), whole=False, places=PLACES if goal == NEAR else None)
        for n, goal in enumerate(goals)
    ]
    events = list(search(Scripted(outcomes), queries, certify=False))
    known = False
    refuted = set()
    for query, found in zip(events[::2], events[1::2], strict=True):
        assert query.goal == "" or (query.goal == FIRST) == (not known)
        assert query.another == known
        assert query.number not in refuted
        known |= found.outcome.model is not None
        if found.outcome.status == "UNSATISFIABLE" and query.goal != NEAR:
            refuted.add(query.number)


def test_budgets_go_from_query_to_query_until_the_whole_is_refuted():
    queries = [
        Query(0, assumptions=(5,), whole=False, conflicts=8),
        Query(1, conflicts=2),
        Query(2, assumptions=(5,), whole=False, conflicts=32),
        Query(3),
        Query(4),
    ]
    session = Scripted([OPEN, OPEN, NONE, NONE])
    assert asked(session, queries) == [0, 1, 2, 3]
    assert session.asked == [((5,), 8), ((), 2), ((5,), 32), ((), None)]


def test_a_refuted_reading_is_not_asked_again_and_a_model_is_excluded():
    queries = [Query(0, assumptions=(5,), whole=False), Query(1)]
    session = Scripted([NONE, MODEL, NONE])
    assert asked(session, queries) == [0, 1, 1]
    assert session.added == [[-1]]


def test_the_parts_near_a_model_share_a_budget_and_refute_nothing_else():
    conflicts = Outcome("UNSATISFIABLE", statistics={"conflicts": 4})
    queries = [Query(0, FIRST), Query(1, NEAR, conflicts=6, places=PLACES), Query(2, ANOTHER)]
    session = Scripted([MODEL, conflicts, conflicts, NONE])
    assert asked(session, queries) == [0, 1, 2]
    assert [bound for _, bound in session.asked] == [None, 6, 2, None]
    found = list(search(Scripted([MODEL, conflicts, conflicts]), queries, certify=False))[3]
    assert (found.outcome.status, found.outcome.reason, found.parts) == ("UNKNOWN", "budget", 2)


@pytest.mark.slow
@pytest.mark.parametrize("solver", ["minisat", "pysat:minisat22", "pysat:kissat404"])
def test_known_models_are_left_out(solver):
    cnf = make_cnf(3, [[1, 2, 3]])
    known = [np.array([0, 1, 0, 0], np.bool_), np.array([0, 1, 1, 1], np.bool_)]
    work = partial(search, queries=(Query(0),), known=tuple(known))
    found = [each for each in run(get(solver), work, cnf) if isinstance(each, QueryResult)]
    several = [each.outcome.model for each in found if each.outcome.model is not None]
    boards = {tuple(model.tolist()) for model in several}
    assert found[-1].outcome.status == "UNSATISFIABLE"
    assert len(boards) == 5
    assert not boards & {tuple(each.tolist()) for each in known}


def test_seconds_are_for_all_times_that_a_query_is_asked():
    cnf = make_cnf(30, [[1, 2]])
    queries = (Query(0, seconds=0.1), Query(1, FIRST))
    started = time.monotonic()
    *_, last = run(get("pysat:minisat22"), partial(search, queries=queries), cnf)
    assert last.outcome.reason == "budget"
    assert time.monotonic() - started < 20


@pytest.mark.parametrize(("queries", "stopped"), [((), 0), (((401,),), 1)])
def test_a_limit_stops_the_query_that_is_being_asked(queries, stopped):
    rng = np.random.default_rng(1)
    cnf = Cnf(variables=401)
    cnf.add("hard", rng.integers(1, 401, (1720, 3)) * rng.choice([-1, 1], (1720, 3)))
    cnf.add("never", np.array([[-401]]))
    every = [Query(n, assumptions=each, whole=False) for n, each in enumerate(queries)]
    work = partial(search, queries=(*every, Query(len(every))))
    for seconds in (0.05, *GROWING):
        *events, last = run(get("pysat:minisat22"), work, cnf, Limits(seconds=seconds))
        if events and events[-1].number == stopped:
            break
    assert isinstance(last, Outcome)
    assert (events[-1].number, last.reason) == (stopped, "wall-time")
