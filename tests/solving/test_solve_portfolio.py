"""Solvers that race: who wins, what failures mean, and that nothing is left running."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import numpy as np
import pytest
from support.solvers import children

from nlc.errors import Source
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Assignment
from nlc.language.resolve import load
from nlc.solving import race as racing
from nlc.solving.answer import Answer, InterruptedSearchError
from nlc.solving.race import race
from nlc.solving.search import BACKBONE, Question
from nlc.solving.solver import get

BOARD = Assignment(np.zeros(1, np.bool_), {})
YES = Answer("SATISFIABLE", solutions=(BOARD,))
NO = Answer("UNSATISFIABLE")
TWO = Answer("SATISFIABLE", "wall-time", solutions=(BOARD, BOARD), count=2, complete=False)
FIVE = Answer("SATISFIABLE", solutions=(BOARD,), count=5, complete=True)
ONE, ALL = Question(1, 1), Question(None, 1)


@pytest.fixture(autouse=True)
def _patience(monkeypatch):
    """Let no loser be killed because the machine is busy."""
    monkeypatch.setattr(racing, "GRACE_SECONDS", 60)


def late():
    """Wait until the race is over, like a solver that has no answer."""
    time.sleep(600)
    return NO


def stubborn(result, ready=None):
    """Return a result just after the race has been won; tell by a file when that may be."""

    def solve():
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if ready is not None:
            ready.touch()
        time.sleep(0.3)
        return result

    return solve


def after(ready, result):
    """Return a result once a file is there."""

    def solve():
        while not ready.exists():
            time.sleep(0.01)
        return result

    return solve


def failing(reason, message=None):
    return lambda: Answer("UNKNOWN", reason, message)


def test_the_first_answer_wins_and_the_others_are_ended():
    raced = race({"slow": late, "quick": lambda: YES, "other": late}, ONE.is_answered)
    assert (raced.winner, raced.result.status) == ("quick", "SATISFIABLE")
    assert list(raced.reasons.values()) == ["ended", "answered", "ended"]


def test_no_process_of_the_race_is_left(tmp_path):
    def note():
        (tmp_path / str(os.getpid())).touch()
        return late()

    def when_the_others_run():
        while len(list(tmp_path.iterdir())) < 2:
            time.sleep(0.01)
        return YES

    race({"a": note, "b": when_the_others_run, "c": note}, ONE.is_answered)
    assert not [path for path in tmp_path.iterdir() if Path("/proc", path.name).exists()]


def test_a_loser_tidies_up(tmp_path):
    mess = tmp_path / "mess"

    def untidy():
        try:
            mess.touch()
            return late()
        finally:
            mess.unlink()

    def when_there_is_a_mess():
        while not mess.exists():
            time.sleep(0.01)
        return YES

    race({"a": untidy, "b": when_there_is_a_mess}, ONE.is_answered)
    assert not mess.exists()


@pytest.mark.sample(1)
@pytest.mark.parametrize("reason", ["crashed", "bad-model", "missing", "contradictory"])
def test_a_failure_does_not_matter_where_another_answers(reason):
    raced = race({"bad": failing(reason), "good": stubborn(YES)}, ONE.is_answered)
    assert (raced.winner, raced.result.message) == ("good", None)
    assert raced.reasons == {"bad": reason, "good": "answered"}


def test_failures_of_all_are_named():
    raced = race({"a": failing("crashed", "boom"), "b": failing("missing")}, ONE.is_answered)
    assert (raced.winner, raced.result.status, raced.result.reason) == (None, "UNKNOWN", "crashed")
    assert raced.result.message == "every solver failed: a: boom; b: missing"


def test_a_process_that_dies_or_raises_is_a_failure():
    def die():
        os.kill(os.getpid(), signal.SIGSEGV)

    def err():
        raise ZeroDivisionError

    raced = race({"a": die, "b": err}, ONE.is_answered)
    assert raced.reasons == {"a": "crashed", "b": "crashed"}
    assert "killed by SIGSEGV" in (raced.result.message or "")
    assert "ZeroDivisionError" in (raced.result.message or "")


def test_a_limit_beside_failures_is_undecided_and_they_are_named():
    raced = race({"a": failing("crashed"), "b": failing("wall-time")}, ONE.is_answered)
    assert (raced.winner, raced.result.reason) == ("b", "wall-time")
    assert raced.result.message == "wall-time; a: crashed"


@pytest.mark.slow
def test_where_none_settles_the_question_the_most_that_was_found_is_kept():
    raced = race({"a": failing("wall-time"), "b": lambda: TWO}, ALL.is_answered)
    assert (raced.winner, raced.result.count, raced.result.reason) == ("b", 2, "wall-time")
    raced = race({"a": lambda: TWO, "b": stubborn(FIVE)}, ALL.is_answered)
    assert (raced.winner, raced.result.count) == ("b", 5)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("quick", "slow", "told"),
    [
        (YES, NO, "b says that there is no solution, and a gave one that is right"),
        (NO, YES, "a says that there is no solution, and b gave one that is right"),
        (NO, TWO, "a says that there is no solution, and b gave one that is right"),
        (
            Answer("SATISFIABLE", solutions=(BOARD,), count=1, complete=True),
            TWO,
            "a says that there are 1 solutions in all, and b found 2",
        ),
    ],
)
def test_two_that_contradict_each_other_are_a_failure(tmp_path, quick, slow, told):
    ready = tmp_path / "ready"
    raced = race({"a": after(ready, quick), "b": stubborn(slow, ready)}, ONE.is_answered)
    assert (raced.winner, raced.result.status) == (None, "UNKNOWN")
    assert (raced.result.reason, raced.result.message) == ("contradictory", told)


@pytest.mark.slow
def test_an_interruption_keeps_the_most_that_was_found(tmp_path):
    def found(count):
        def solve():
            try:
                (tmp_path / str(count)).touch()
                return late()
            except KeyboardInterrupt as stop:
                result = Answer("SATISFIABLE", solutions=(BOARD,), count=count, complete=False)
                raise InterruptedSearchError(result, stop) from None

        return solve

    def interrupting():
        while len(list(tmp_path.iterdir())) < 2:
            time.sleep(0.01)
        os.kill(os.getppid(), signal.SIGINT)
        return late()

    with pytest.raises(InterruptedSearchError) as caught:  # the last one may still be at its start
        race({"a": found(3), "b": found(7), "c": interrupting}, ALL.is_answered)
    assert (caught.value.answer.count, caught.value.answer.reason) == (7, "interrupted")


def test_an_interruption_before_anything_is_found_is_passed_on():
    def interrupting():
        os.kill(os.getppid(), signal.SIGINT)
        return late()

    before = children()
    with pytest.raises(KeyboardInterrupt) as caught:
        race({"a": late, "b": interrupting}, ALL.is_answered)
    assert not isinstance(caught.value, InterruptedSearchError)
    assert children() == before


@pytest.mark.sample(1)
@pytest.mark.parametrize("question", [ONE, ALL, Question(2), BACKBONE])
def test_real_solvers_answer_every_question(question):
    text = 'puzzle "p" is numberlink { set cover = false; topology square; board\nA.A\n...\nend }'
    (case,) = load(Source("test.nl", text)).puzzles
    program = elaborate(case)

    names = ["minisat", "pysat:cadical195", "cmd:sleep 600"]
    answer = get(names).read(case, program, question).ask()
    assert answer.solver in names[:2]
    assert list(answer.portfolio.values())[2] == "ended"
    assert answer.status == "SATISFIABLE"
    assert question.is_answered(answer)
