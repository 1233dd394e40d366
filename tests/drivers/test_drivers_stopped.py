"""Which question a limit has stopped: strategies tell each before they ask it."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.commands import GROWING

from nlc.cnf import Cnf
from nlc.drivers.base import Limits, Outcome
from nlc.drivers.pysat.driver import PysatDriver
from nlc.drivers.pysat.strategies import Attempt, Neighbourhoods, Question, ask_twice, attempts

MODEL = Outcome("SATISFIABLE", model=np.array([False, True]))
NONE, OPEN = Outcome("UNSATISFIABLE"), Outcome("UNKNOWN", "no-answer")
OUTCOMES = st.lists(st.sampled_from([MODEL, NONE, OPEN]), min_size=1, max_size=12)


class Solver:
    """Answers as it is told to; then its limit is reached."""

    cnf = Cnf(variables=1, projection=np.array([1], np.int32))
    watch = SimpleNamespace(lap=lambda: None)

    def __init__(self, outcomes):
        self.outcomes = list(outcomes)
        self.bounds = []

    def ask(self, _, conflicts=None, *more):
        self.bounds.append(conflicts)
        return self.outcomes.pop(0) if self.outcomes else Outcome("UNKNOWN", "wall-time")

    def add(self, clauses):
        pass


def check_questions(told):
    """Hold questions and attempts against each other; return the outcomes."""
    questions, tried = told[::2], told[1::2]
    assert all(isinstance(each, Question) for each in questions)
    assert all(isinstance(each, Attempt) for each in tried)
    for question, attempt in zip(questions, tried, strict=True):
        asked = attempt.question
        assert (asked.number, asked.another) == (question.number, question.another)
        assert (asked.near is None) == (question.near is None)
    return [each.outcome for each in tried]


@given(st.integers(1, 4), OUTCOMES)
def test_each_question_is_told_before_it_is_asked(count, outcomes):
    told = list(attempts(Solver(outcomes), [[]] * count, 1))
    found = check_questions(told)
    assert found[: len(outcomes)] == outcomes[: len(found)]


@pytest.mark.parametrize(
    ("rounds", "last", "bounds"),
    [
        (None, None, [8, 8, 32, 32]),
        (None, 2, [8, 2, 32, 32]),
        (1, None, [8, 8]),
        (1, 2, [8, 2]),
    ],
)
def test_the_last_question_may_have_fewer_conflicts_in_the_first_round(rounds, last, bounds):
    solver = Solver([OPEN] * 4)
    list(attempts(solver, [[], []], 8, rounds=rounds, last=last))
    assert solver.bounds[:4] == bounds


@given(st.integers(1, 3), st.integers(0, 2), OUTCOMES)
def test_and_so_it_is_where_a_second_model_is_looked_for(count, parts, outcomes):
    places = Neighbourhoods(np.array([1], np.int32), np.ones((parts, 1), np.bool_))
    check_questions(list(ask_twice(Solver(outcomes), [[]] * count, 1, places)))


REFUTED = Outcome("UNSATISFIABLE", statistics={"conflicts": 4})
FOUND = Outcome("SATISFIABLE", model=np.array([False, True]))


@pytest.mark.parametrize(
    ("first", "brief", "bounds", "near"),
    [
        ([FOUND], 6, [8, 6, 2], "UNKNOWN"),
        ([FOUND], 12, [8, 12, 8, 4], "UNSATISFIABLE"),
        ([FOUND], None, [8, 50, 50, 50, 3, 3], "UNSATISFIABLE"),
        ([OPEN, FOUND], 6, [8, 8, 50, 50, 50, 3, 3], "UNSATISFIABLE"),
    ],
)
def test_beside_a_model_of_a_stricter_question_few_conflicts_may_be_spent(
    first, brief, bounds, near
):
    places = Neighbourhoods(np.array([1], np.int32), np.ones((3, 1), np.bool_), 50)
    solver = Solver([*first, *[REFUTED] * 3, OPEN, OPEN])
    told = list(ask_twice(solver, [[1], []], 8, places, rounds=1, more=3, brief=brief))
    assert solver.bounds == bounds
    beside = [each.outcome for each in told[1::2] if each.question.near is not None]
    assert [outcome.status for outcome in beside] == [near]
    assert (told[-1].outcome is beside[0]) == (bounds[-1] != 3)


@pytest.mark.parametrize(
    ("questions", "stopped"), [([[], [1]], 0), ([[1], [], [-1]], 0), ([[401], []], 1)]
)
def test_a_limit_stops_the_question_that_is_being_asked(questions, stopped):
    rng = np.random.default_rng(1)
    cnf = Cnf(variables=401)
    cnf.add("hard", rng.integers(1, 401, (1720, 3)) * rng.choice([-1, 1], (1720, 3)))
    cnf.add("never", np.array([[-401]]))
    strategy = partial(attempts, questions=questions, conflicts=10**9)
    for seconds in (0.05, *GROWING):
        *_, last = PysatDriver("minisat22").attempt(strategy, cnf, Limits(seconds=seconds))
        if last.question.number == stopped:
            break
    assert (last.question.number, last.outcome.reason) == (stopped, "wall-time")
