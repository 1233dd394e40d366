"""Puzzles whose cells are given values: MiniSat first, then both solvers at the same time."""

from __future__ import annotations

import time
from itertools import product
from random import Random

import pytest
from msgspec.structs import replace
from support.maps import clique, colouring, solvers, without_triangles

import nlc
from nlc.drivers.base import Limits
from nlc.encode import usage
from nlc.solving import beside, relay, tabu
from nlc.solving.answer import Answer
from nlc.solving.policy import DEFAULT, Policy
from nlc.solving.search import Search
from nlc.solving.tabu import NAME

MINISAT, CADICAL = "pysat:minisat22", "pysat:cadical195"

FEW = Policy(conflicts=0, explain=False, confirm=False)
"""Whatever takes a second conflict goes on."""


@pytest.fixture
def no_few_values(monkeypatch):
    monkeypatch.setattr(usage, "FEW", 0)


@pytest.mark.parametrize("portfolio", [False, True])
def test_verdicts_are_those_of_brute_force(portfolio, no_few_values, monkeypatch):
    monkeypatch.setattr(relay, "LEAD", 0.0)
    random, seen = Random("relay"), set()
    for _ in range(4 if portfolio else 12):
        edges = sorted(random.sample(clique(7), random.randint(9, 14)))
        puzzle = colouring(7, edges, 3)
        count = sum(all(c[a] != c[b] for a, b in edges) for c in product(range(3), repeat=7))
        policy = replace(FEW, portfolio=portfolio)
        answer = nlc.solve(puzzle, nlc.UNIQUE, policy=policy)
        assert (answer.count, answer.complete) == (min(2, count), count < 2)
        one = nlc.solve(puzzle, policy=policy)
        assert one.status == ("SATISFIABLE" if count else "UNSATISFIABLE")
        seen.add(count > 0)
    assert portfolio or seen == {False, True}


def test_what_takes_few_conflicts_is_the_first_solvers(no_few_values):
    answer = nlc.solve(colouring(4, clique(4), 3), policy=Policy(confirm=False))
    assert (answer.status, solvers(answer)) == ("UNSATISFIABLE", [NAME, MINISAT])


def test_what_takes_more_is_the_seconds_where_there_is_no_portfolio():
    puzzle = colouring(11, without_triangles(), 3)
    answer = nlc.solve(puzzle, policy=replace(FEW, portfolio=False))
    assert answer.status == "UNSATISFIABLE"
    assert solvers(answer) == [NAME, MINISAT, CADICAL]


def test_what_takes_more_has_a_second_turn_beside_a_tabu_search(no_few_values, monkeypatch):
    monkeypatch.setattr(relay, "TURN", 10**6)
    monkeypatch.setattr(relay, "LEAD", 30.0)
    answer = nlc.solve(colouring(11, without_triangles(), 3), policy=FEW)
    assert answer.status == "UNSATISFIABLE"
    assert answer.portfolio == {MINISAT: "answered", NAME: "ended"}
    assert solvers(answer) == [NAME, MINISAT, MINISAT]


def test_what_takes_more_still_is_the_seconds(no_few_values, monkeypatch):
    monkeypatch.setattr(beside, "PATIENCE", 0.0)
    answer = nlc.solve(colouring(11, without_triangles(), 3), policy=FEW)
    assert answer.status == "UNSATISFIABLE"
    assert answer.portfolio == {MINISAT: "no-answer", NAME: "ended", CADICAL: "answered"}
    assert solvers(answer) == [NAME, MINISAT, CADICAL]


def test_the_long_tabu_search_may_be_first(no_few_values, monkeypatch):
    nothing = Answer("UNKNOWN", "no-answer")
    search = tabu.search
    monkeypatch.setattr(tabu, "search", lambda *given: search(*given) if given[3:] else nothing)
    monkeypatch.setattr(relay, "LEAD", 30.0)
    monkeypatch.setattr(relay.Relay, "_first", lambda *given: nothing)
    answer = nlc.solve(colouring(11, without_triangles(), 4), policy=FEW)
    assert (answer.status, answer.solver) == ("SATISFIABLE", NAME)
    assert answer.portfolio == {MINISAT: "no-answer", NAME: "answered"}


def test_with_few_values_the_first_goes_on_in_a_race_from_the_start(monkeypatch):
    monkeypatch.setattr(relay, "LEAD", 30.0)
    answer = nlc.solve(colouring(11, without_triangles(), 3), policy=FEW)
    assert answer.status == "UNSATISFIABLE"
    assert answer.portfolio == {MINISAT: "answered", NAME: "ended"}
    assert solvers(answer) == [NAME, MINISAT]


def test_the_second_goes_on_where_the_first_fails(monkeypatch):
    monkeypatch.setattr(relay, "LEAD", 30.0)
    monkeypatch.setattr(relay, "MOVES_OF_FEW", 10)

    def failing(*given):
        raise RuntimeError("it crashed")

    monkeypatch.setattr(relay.Relay, "_first", failing)
    answer = nlc.solve(colouring(11, without_triangles(), 3), policy=FEW)
    assert (answer.status, answer.solver) == ("UNSATISFIABLE", CADICAL)
    assert answer.portfolio == {MINISAT: "crashed", NAME: "no-answer", CADICAL: "answered"}


@pytest.mark.parametrize("reason", ["crashed", "memory"])
def test_the_first_goes_on_where_the_second_fails(reason, no_few_values, monkeypatch):
    monkeypatch.setattr(beside, "PATIENCE", 0.0)
    monkeypatch.setattr(relay, "MOVES", 10)
    failing = Search(0.0, lambda limits: Answer("UNKNOWN", reason))
    made = relay.Relay.__init__

    def init(self, *args):
        made(self, *args)
        object.__setattr__(self, "second", failing)

    monkeypatch.setattr(relay.Relay, "__init__", init)
    answer = nlc.solve(colouring(11, without_triangles(), 3), policy=FEW)
    assert answer.status == "UNSATISFIABLE"
    assert solvers(answer) == [NAME, MINISAT, MINISAT]
    assert answer.portfolio == {MINISAT: "no-answer", NAME: "no-answer", CADICAL: "answered"}


@pytest.mark.slow
@pytest.mark.parametrize(("links", "colours", "few"), [(1360, 4, usage.FEW), (2000, 5, 0)])
def test_limits_hold_for_all_together(links, colours, few, monkeypatch):
    monkeypatch.setattr(usage, "FEW", few)
    edges = sorted(Random(2).sample(clique(300), links))  # nobody decides that in half a minute
    puzzle = colouring(300, edges, colours)
    started = time.monotonic()
    answer = nlc.solve(puzzle, limits=Limits(seconds=1.0), policy=FEW)
    assert time.monotonic() - started < 10
    assert (answer.status, answer.reason) == ("UNKNOWN", "wall-time")


@pytest.mark.parametrize(
    ("policy", "words"),
    [(DEFAULT, {"solver": "pysat:cadical103"}), (Policy(relax=False), {})],
)
def test_a_solver_that_was_named_or_is_asked_plainly_is_alone(policy, words):
    answer = nlc.solve(colouring(7, clique(7), 6), policy=replace(policy, conflicts=0), **words)
    assert len({step.solver for step in answer.steps}) == 1
    assert answer.portfolio is None
