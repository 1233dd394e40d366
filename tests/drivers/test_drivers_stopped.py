"""Which question a limit has stopped: the one after those that were answered."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlc.cnf.formula import Cnf
from nlc.drivers.base import Limits, Outcome
from nlc.drivers.pysat.assumption_schedule import attempts, next_number
from nlc.drivers.pysat.driver import PysatDriver
from nlc.drivers.pysat.second_model import Neighbourhoods, ask_twice, next_asked

MODEL = Outcome("SATISFIABLE", model=np.array([False, True]))
NONE, OPEN = Outcome("UNSATISFIABLE"), Outcome("UNKNOWN", "no-answer")
OUTCOMES = st.lists(st.sampled_from([MODEL, NONE, OPEN]), min_size=1, max_size=12)


class Session:
    """Answers as it is told to; then its limit is reached."""

    def __init__(self, outcomes):
        self.outcomes = list(outcomes)

    def ask(self, *_):
        return self.outcomes.pop(0) if self.outcomes else Outcome("UNKNOWN", "wall-time")

    def state(self, clause):
        pass


def is_end(outcome):
    return outcome.reason == "wall-time"


@given(st.integers(1, 4), OUTCOMES)
def test_the_stopped_question_is_the_next_of_the_schedule(count, outcomes):
    tried = list(attempts(Session(outcomes), [[]] * count, 1))
    if is_end(tried[-1][1]):
        assert next_number(count, tried[:-1]) == tried[-1][0]


@given(st.integers(1, 3), st.integers(0, 2), OUTCOMES)
def test_and_so_it_is_where_a_second_model_is_looked_for(count, parts, outcomes):
    places = Neighbourhoods(np.array([1], np.int32), np.ones((parts, 1), np.bool_))
    cnf = Cnf(variables=1, projection=np.array([1], np.int32))
    tried = list(ask_twice(Session(outcomes), cnf, [[]] * count, 1, places))
    if is_end(tried[-1].outcome):
        stopped, last = next_asked(count, places, tried[:-1]), tried[-1]
        assert (stopped.number, stopped.another) == (last.number, last.another)
        assert (stopped.near is None) == (last.near is None)


@pytest.mark.parametrize("questions", [[[], [1]], [[1], [], [-1]]])
def test_a_limit_before_the_first_answer_stops_the_first_question(questions):
    rng = np.random.default_rng(1)
    cnf = Cnf(variables=400)
    cnf.add("hard", rng.integers(1, 401, (1720, 3)) * rng.choice([-1, 1], (1720, 3)))
    driver = PysatDriver("minisat22")
    told = list(driver.attempt(cnf, questions, 10**9, Limits(seconds=0.05)))
    assert [(number, outcome.reason) for number, outcome in told] == [(0, "wall-time")]
