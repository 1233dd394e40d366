"""Puzzles whose cells are given values: MiniSat first, then both solvers at the same time."""

from __future__ import annotations

import time
from itertools import product
from random import Random

import pytest
from support.maps import clique, colouring, solvers, without_triangles

import nlc
from nlc.dataclasses import replace
from nlc.drivers.base import Limits
from nlc.encode import usage
from nlc.solve import beside, relay
from nlc.solve.policy import DEFAULT, Policy
from nlc.solve.tabu import NAME

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
    assert (answer.status, solvers(answer)) == ("UNSATISFIABLE", [NAME, "pysat:minisat22"])


def test_what_takes_more_is_the_seconds_where_there_is_no_portfolio():
    puzzle = colouring(11, without_triangles(), 3)
    answer = nlc.solve(puzzle, policy=replace(FEW, portfolio=False))
    assert answer.status == "UNSATISFIABLE"
    assert solvers(answer) == [NAME, "pysat:minisat22", "pysat:cadical195"]


def test_what_takes_more_is_the_first_of_both(no_few_values, monkeypatch):
    anew = relay.Relay._anew
    monkeypatch.setattr(relay.Relay, "_anew", lambda *given: time.sleep(5) or anew(*given))
    monkeypatch.setattr(relay, "LEAD", 0.0)
    monkeypatch.setattr(beside, "has_free_core", lambda: True)
    answer = nlc.solve(colouring(11, without_triangles(), 3), policy=FEW)
    assert answer.status == "UNSATISFIABLE"
    assert answer.portfolio is not None
    assert answer.portfolio.keys() == {NAME, "pysat:minisat22", "pysat:cadical195"}
    assert answer.solver == "pysat:cadical195"


@pytest.mark.slow
def test_limits_hold_for_both_together():
    edges = sorted(
        Random(2).sample(clique(300), 2000)
    )  # neither solver decides that in half a minute
    answer = nlc.solve(colouring(300, edges, 5), limits=Limits(seconds=1.0), policy=FEW)
    assert (answer.status, answer.reason) == ("UNKNOWN", "wall-time")


@pytest.mark.parametrize(
    ("policy", "words"),
    [(DEFAULT, {"solver": "pysat:cadical103"}), (Policy(relax=False), {})],
)
def test_a_solver_that_was_named_or_is_asked_plainly_is_alone(policy, words):
    answer = nlc.solve(colouring(7, clique(7), 6), policy=replace(policy, conflicts=0), **words)
    assert len({step.solver for step in answer.steps}) == 1
    assert answer.portfolio is None
