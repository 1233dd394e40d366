"""Puzzles whose cells are given values: MiniSat first, then both solvers at the same time."""

from __future__ import annotations

import time
from itertools import combinations, product
from random import Random

import pytest

import nlc
from nlc.dataclasses import replace
from nlc.drivers.base import Limits
from nlc.solve import beside, relay
from nlc.solve.answer import Answer
from nlc.solve.policy import DEFAULT, Policy
from nlc.solve.tabu import NAME

FEW = Policy(conflicts=0, explain=False, confirm=False)
"""Whatever takes a second conflict goes on."""

COLOURING = """genre colouring {{
  var colour : cell -> 1..{colours};
  rule differ {{ for l in links {{ colour[a(l)] != colour[b(l)]; }} }}
  show colour;
}}
puzzle "map" is colouring {{ topology graph {{ cells {cells}; links {links}; }} }}
"""


def colouring(cells: int, edges: list[tuple[int, int]], colours: int) -> nlc.Puzzle:
    names = " ".join(f"v{i}" for i in range(cells))
    links = " ".join(f"v{a}-v{b}" for a, b in edges)
    (puzzle,) = nlc.loads(COLOURING.format(colours=colours, cells=names, links=links))
    return puzzle


def clique(size: int) -> list[tuple[int, int]]:
    return list(combinations(range(size), 2))


def without_triangles() -> list[tuple[int, int]]:
    """Return the edges of the graph of Grötzsch: 11 nodes, which take four colours."""
    ring = [(i, (i + 1) % 5) for i in range(5)]
    beside = [(a, 5 + b) for a, b in ring] + [(b, 5 + a) for a, b in ring]
    return ring + beside + [(5 + i, 10) for i in range(5)]


@pytest.mark.parametrize("few", [0, relay.FEW])
@pytest.mark.parametrize("portfolio", [False, True])
def test_verdicts_are_those_of_brute_force(portfolio, few, monkeypatch):
    monkeypatch.setattr(relay, "LEAD", 0.0)
    monkeypatch.setattr(relay, "FEW", few)
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


def solvers(answer: Answer) -> list[str | None]:
    return [step.solver for step in answer.steps]


def test_what_takes_few_conflicts_is_the_first_solvers():
    answer = nlc.solve(colouring(4, clique(4), 3), policy=Policy(confirm=False))
    assert (answer.status, solvers(answer)) == ("UNSATISFIABLE", [NAME, "pysat:minisat22"])


@pytest.mark.parametrize(("few", "tries"), [(2, 1), (3, 2)])
def test_what_takes_more_is_the_seconds_where_there_is_no_portfolio(few, tries, monkeypatch):
    monkeypatch.setattr(relay, "FEW", few)
    puzzle = colouring(11, without_triangles(), 3)
    answer = nlc.solve(puzzle, policy=replace(FEW, portfolio=False))
    assert answer.status == "UNSATISFIABLE"
    assert solvers(answer) == [NAME, *["pysat:minisat22"] * tries, "pysat:cadical195"]


@pytest.mark.parametrize(("few", "beside_both"), [(2, {NAME}), (3, set[str]())])
def test_what_takes_more_is_the_first_of_both(few, beside_both, monkeypatch):
    first = relay.Relay._first

    def late(*given):
        if len(given) < 4 or given[3] is None:  # to the end: in the race
            time.sleep(5)
        return first(*given)

    monkeypatch.setattr(relay.Relay, "_first", late)
    monkeypatch.setattr(relay, "FEW", few)
    monkeypatch.setattr(relay, "LEAD", 0.0)
    monkeypatch.setattr(beside, "has_free_core", lambda: True)
    answer = nlc.solve(colouring(11, without_triangles(), 3), policy=FEW)
    assert answer.status == "UNSATISFIABLE"
    assert answer.portfolio is not None
    assert answer.portfolio.keys() == {*beside_both, "pysat:minisat22", "pysat:cadical195"}
    assert answer.solver == "pysat:cadical195"


def test_a_short_try_of_few_values_is_by_a_formula_without_their_order(monkeypatch):
    first, asked = relay.Relay._first, []

    def noted(self, lowered, *given):
        asked.append(lowered.encoding.passes)
        return first(self, lowered, *given)

    monkeypatch.setattr(relay.Relay, "_first", noted)
    answer = nlc.solve(colouring(11, without_triangles(), 3), policy=replace(FEW, portfolio=False))
    assert answer.status == "UNSATISFIABLE"
    assert ["value-precedence" in passes for passes in asked] == [True, False]


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
