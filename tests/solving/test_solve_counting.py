"""The way of counting is chosen: the number is the same either way, and it is told."""

from __future__ import annotations

import pytest
from support.commands import GROWING

import nlc
from nlc.drivers.base import Limits
from nlc.drivers.telling import heard_by
from nlc.errors import Source
from nlc.language.resolve import load
from nlc.oracle.case import TILINGS
from nlc.oracle.random_boards import seeded_cases
from nlc.solving import counting
from nlc.solving.policy import PLAIN, Policy
from nlc.solving.search import COUNT
from nlc.solving.words import COUNTING

ROWS = "\n".join(["1 . . . . . .", *[". . . . . . ."] * 5, ". . . . . . 1"])
MANY = f'puzzle "p" is numberlink {{ topology square; set cover = false; board\n{ROWS}\nend }}'


def puzzle_of(text):
    (found,) = load(Source("test.nl", text)).puzzles
    return found


@pytest.mark.slow
def test_many_solutions_are_counted_by_states():
    heard = []
    with heard_by(heard.append):
        answer = nlc.solve(puzzle_of(MANY), COUNT)
    assert (answer.count, answer.complete, answer.solver) == (575780564, True, COUNTING)
    (note,) = answer.notes
    assert note.startswith("counted by states, on a frontier of 8 nodes: ")
    assert "counting by states" in heard


def test_few_solutions_are_listed(monkeypatch):
    monkeypatch.setattr(counting, "LISTED_SECONDS", 60.0)
    answer = nlc.solve(nlc.load("fixtures/first.nl")[0], COUNT)
    assert (answer.count, answer.solver, answer.notes) == (1, "pysat:cadical195", ())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("asked", "policy"),
    [({"solver": "pysat:cadical195"}, Policy()), ({"encoding": "direct"}, Policy()), ({}, PLAIN)],
)
def test_what_is_named_is_used(asked, policy):
    for seconds in GROWING[1:]:
        limits = Limits(seconds)
        answer = nlc.solve(puzzle_of(MANY), COUNT, policy=policy, limits=limits, **asked)
        if answer.count:
            break
    assert (answer.status, answer.reason) == ("SATISFIABLE", "wall-time")
    assert answer.solver == "pysat:cadical195"


@pytest.mark.slow
def test_a_limit_leaves_the_most_that_was_found(monkeypatch):
    for seconds in GROWING[1:]:
        monkeypatch.setattr(counting, "LISTED_SECONDS", seconds)
        answer = nlc.solve(puzzle_of(MANY), COUNT, limits=Limits(seconds + 0.01))
        if answer.count:
            break
    assert answer.reason in ("wall-time", "answered")
    assert answer.count


@pytest.mark.slow
@pytest.mark.parametrize("tiling", TILINGS)
@pytest.mark.parametrize("genre", ["numberlink", "slitherlink"])
def test_the_number_is_that_of_brute_force(genre, tiling, monkeypatch):
    monkeypatch.setattr(counting, "LISTED_SECONDS", 1e-6)
    monkeypatch.setattr(counting, "LEAST_SECONDS", 1e-6)
    for case in seeded_cases(genre, tiling, 6, seed=31):
        answer = nlc.solve(puzzle_of(case.text), COUNT)
        assert answer.count == len(case.solutions()), case.text
        assert answer.complete
