"""Solvers beside each other: who wins, what failures mean, and that nothing is left running."""

from __future__ import annotations

import os
import signal
import time

import pytest
from support.solvers import alive, children
from support.wrapped_driver import WrappedDriver

import nlc
from nlc.drivers import get
from nlc.drivers.base import Outcome
from nlc.solving import race as racing
from nlc.solving.answer import InterruptedSearchError
from nlc.solving.choice import SolverChoice, choose_solvers
from nlc.solving.plan import Plan
from nlc.solving.question import ALL, BACKBONE, ONE, PLAIN, UNIQUE
from nlc.solving.solve import solve_one

(PUZZLE,) = nlc.loads(
    """puzzle "p" is numberlink {
      topology square; set cover = false; set touch = false;
      board
        A . A
        . . .
      end
    }"""
)
"""Has two boards."""

NO = Outcome("UNSATISFIABLE")


@pytest.fixture(autouse=True)
def _patience(monkeypatch):
    """Let no loser be killed because the machine is busy."""
    monkeypatch.setattr(racing, "GRACE_SECONDS", 60)


class Lane(WrappedDriver):
    """A right solver, but for what is done at each of its calls in turn, at the last for ever.

    That may be an outcome, or a function that returns one; None is the right solver.
    """

    def __init__(self, name, *calls):
        super().__init__(get("pysat:minisat22"))
        self.name, self.calls = name, list(calls) or [None]
        self.capabilities = get("minisat").capabilities

    def solve(self, cnf, limits, *more):
        call = self.calls.pop(0) if len(self.calls) > 1 else self.calls[0]
        found = call() if callable(call) else call
        return self.driver.solve(cnf, limits) if found is None else found


def fails(reason, message=None):
    return Outcome("UNKNOWN", reason, message)


def late():
    """Do nothing until the race is over."""
    time.sleep(600)


def after(folder, *calls):
    """Return a call that makes others after some files are in a folder; the last is returned."""

    def call():
        number, *then = calls
        while len(list(folder.iterdir())) < number:
            time.sleep(0.01)
        found = None
        for each in then:
            found = each() if callable(each) else each
        return found

    return call


def noting(folder, then=late):
    """Return a call that puts a file with the number of its process into a folder."""

    def call():
        (folder / str(os.getpid())).touch()
        return then() if callable(then) else then

    return call


def a_moment():
    time.sleep(0.3)


def stubborn(folder, then):
    """Return a call that goes on for a moment though the race has been won; it leaves a file."""

    def call():
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        (folder / "stubborn").touch()
        a_moment()
        return then

    return call


def raced(*lanes, question=ONE):
    before = children()
    answer = solve_one(PUZZLE, question, choose_solvers(lanes), PLAIN)
    assert children() == before
    return answer


def planned(text, *lanes, question=ONE):
    by = SolverChoice(plan=Plan.parse(text), made={lane.name: lane for lane in lanes})
    return solve_one(PUZZLE, question, by, PLAIN)


def test_the_first_answer_wins_and_no_process_of_the_others_is_left(tmp_path):
    answer = raced(
        Lane("slow", noting(tmp_path)),
        Lane("quick", after(tmp_path, 2)),
        Lane("c", noting(tmp_path)),
    )
    assert (answer.solver, answer.status) == ("quick", "SATISFIABLE")
    assert answer.portfolio == {"slow": "ended", "quick": "answered", "c": "ended"}
    assert not any(alive(int(path.name)) for path in tmp_path.iterdir())


@pytest.mark.sample(1)
@pytest.mark.parametrize("reason", ["crashed", "bad-model", "missing", "contradictory"])
def test_a_failure_does_not_matter_where_another_answers(reason, tmp_path):
    bad = Lane("bad", noting(tmp_path, fails(reason)))
    answer = raced(bad, Lane("good", after(tmp_path, 1, a_moment)))
    assert (answer.solver, answer.status, answer.message) == ("good", "SATISFIABLE", None)
    assert answer.portfolio == {"bad": reason, "good": "answered"}


def test_a_process_that_dies_or_raises_is_a_failure():
    def die():
        os.kill(os.getpid(), signal.SIGSEGV)

    answer = raced(Lane("a", die), Lane("b", lambda: 1 / 0))
    assert answer.portfolio == {"a": "crashed", "b": "crashed"}
    assert "killed by SIGSEGV" in answer.message
    assert "ZeroDivisionError" in answer.message


def test_where_none_settles_the_question_the_most_that_was_found_is_kept(tmp_path):
    some = Lane("some", None, noting(tmp_path, fails("wall-time")))
    answer = raced(Lane("none", fails("wall-time")), some, question=ALL)
    assert (answer.count, answer.complete, answer.reason) == (1, False, "wall-time")
    answer = raced(some, Lane("all", after(tmp_path, 1, a_moment)), question=ALL)
    assert (answer.count, answer.complete, answer.solver) == (2, True, "all")


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("question", "liar", "told"),
    [
        (ONE, [NO], "b says that there is no solution, and a gave one that is right"),
        (UNIQUE, [NO], "b says that there is no solution, and a gave one that is right"),
        (BACKBONE, [NO], "b says that there is no solution, and a gave one that is right"),
        (ALL, [None, NO], "b says that there are 1 solutions in all, and a found 2"),
    ],
)
@pytest.mark.parametrize("first", ["a", "b"])
def test_two_that_contradict_each_other_are_a_failure(tmp_path, question, liar, told, first):
    def slowly(call, *more):
        return [stubborn(tmp_path, call), *more]

    def quickly(call, *more):
        return [after(tmp_path, 1, call), *more]

    right, wrong = (quickly, slowly) if first == "a" else (slowly, quickly)
    answer = raced(Lane("a", *right(None, None)), Lane("b", *wrong(*liar)), question=question)
    assert (answer.status, answer.reason) == ("UNKNOWN", "contradictory")
    assert answer.message == told


@pytest.mark.slow
def test_an_interruption_keeps_the_most_that_was_found(tmp_path):
    def interrupt():
        os.kill(os.getppid(), signal.SIGINT)
        late()

    lanes = (
        Lane("one", None, noting(tmp_path)),
        Lane("two", None, None, noting(tmp_path)),
        Lane("last", after(tmp_path, 2, interrupt)),
    )
    before = children()
    with pytest.raises(InterruptedSearchError) as caught:
        raced(*lanes, question=ALL)
    assert (caught.value.answer.count, caught.value.answer.reason) == (2, "interrupted")
    with pytest.raises(KeyboardInterrupt) as nothing:
        raced(Lane("none", late), Lane("last", interrupt), question=ALL)
    assert not isinstance(nothing.value, InterruptedSearchError)
    assert children() == before


def test_a_solver_beside_begins_late(tmp_path):
    started = time.monotonic()
    text = "{solver=first} +0.3s {solver=second} +600s {solver=never}"
    second = Lane(
        "second", noting(tmp_path, lambda: late() if time.monotonic() < started + 0.3 else None)
    )
    answer = planned(text, Lane("first", late), second, Lane("never"))
    assert answer.solver == "second"
    assert answer.portfolio == {"first": "ended", "second": "answered"}


def test_a_solver_beside_does_not_begin_where_the_race_is_won():
    answer = planned("{solver=first} +600s {solver=never}", Lane("first"), Lane("never", late))
    assert (answer.solver, answer.portfolio) == ("first", None)


def test_a_race_for_a_board_goes_on_with_the_next_attempt(tmp_path):
    plan = "{solver=a goal=first} +0s {solver=b goal=first} {solver=c} +0s {solver=d}"
    lanes = Lane("a", late), Lane("b"), Lane("c"), Lane("d", late)
    answer = planned(plan, *lanes, question=ALL)
    assert (answer.count, answer.complete, answer.solver) == (2, True, "c")
    assert [step.solver for step in answer.steps] == ["b", "c"]
    assert answer.portfolio == {"a": "ended", "b": "answered", "c": "answered", "d": "ended"}


def test_two_lanes_of_one_solver_are_told_apart(tmp_path):
    def second():
        try:
            (tmp_path / "first").mkdir()
        except FileExistsError:
            return
        late()

    answer = planned("{solver=a} +0s {solver=a encoding=domains=direct}", Lane("a", second))
    assert answer.status == "SATISFIABLE"
    assert sorted(answer.portfolio.values()) == ["answered", "ended"]


def test_a_limit_beside_failures_is_undecided_and_they_are_named():
    answer = raced(Lane("a", fails("crashed")), Lane("b", fails("wall-time")))
    assert (answer.status, answer.reason) == ("UNKNOWN", "wall-time")
    assert answer.message == "wall-time; a: crashed"
