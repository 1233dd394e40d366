"""Tabu search finds colourings that the rules allow, and claims nothing else."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

import nlc
from nlc.drivers.base import Limits
from nlc.ir.evaluate import violations
from nlc.solving import tabu
from nlc.solving.policy import DEFAULT, Policy

TEXT = """genre colouring {{
  given clue : cell -> 1..{colours}?;
  given never : cell -> 1..{colours}?;
  var colour : cell -> 1..{colours}{optional};
  rule clues {{ for c in cells where has clue(c) {{ colour[c] = clue(c); }} }}
  rule denied {{ for c in cells where has never(c) {{ colour[c] != never(c); }} }}
  rule differ {{ for l in links {{ colour[a(l)] != colour[b(l)]; }} }}
  {more}
  show colour;
}}
puzzle "map" is colouring {{ topology graph {{ cells {cells}; links {links}; }} {marks} }}
"""

Edges = list[tuple[int, int]]


def puzzle(cells: int, edges: Edges, colours: int, marks: str = "", more: str = "", optional=""):
    names = " ".join(f"v{i}" for i in range(cells))
    links = " ".join(f"v{a}-v{b}" for a, b in edges)
    words = {"colours": colours, "cells": names, "links": links, "marks": marks}
    (found,) = nlc.loads(TEXT.format(**words, more=more, optional=optional))
    return found


def program(*args, **words):
    return nlc.elaborate(puzzle(*args, **words))


def graph(seed: int, cells: int, edges: int) -> Edges:
    return sorted(Random(seed).sample(list(combinations(range(cells), 2)), edges))


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(12))
def test_what_is_found_is_a_solution_and_small_ones_are_found(seed):
    random = Random(seed)
    edges = graph(seed, 11, random.randint(12, 20))
    clue, denied = random.randint(1, 3), random.randint(1, 3)
    made = program(11, edges, 3, f"mark clue = {clue} at v0; mark never = {denied} at v1;")
    colourings = product(range(3), repeat=11)
    some = any(
        c[0] == clue - 1 and c[1] != denied - 1 and all(c[a] != c[b] for a, b in edges)
        for c in colourings
    )
    found = tabu.read(made)
    assert found is not None
    answer = tabu.search(made, found, moves=5000)
    assert answer.status == ("SATISFIABLE" if some else "UNKNOWN")
    assert (answer.reason == "answered") == some
    for board in answer.solutions:
        assert not violations(made, board)


def test_a_map_is_read_with_its_differences_and_what_cells_may_be():
    made = program(3, [(0, 1), (1, 2)], 3, "mark never = 2 at v1;")
    found = tabu.read(made)
    assert found is not None
    assert found.pairs.tolist() == [[0, 1], [1, 2]]
    assert np.argwhere(~found.allowed).tolist() == [[1, 1]]
    together = program(4, [(0, 1)], 4, more="rule every { all_different(colour[cells]); }")
    read = tabu.read(together)
    assert read is not None
    assert len(read.pairs) == 6


@pytest.mark.parametrize(
    "words",
    [
        {"optional": "?"},
        {"more": "rule one { exactly 1 of {colour[c] = 2 for c in cells}; }"},
        {"more": "var dot : cell -> bool; show dot;"},
        {"more": "rule same { for c in cells, d in cells { colour[c] = colour[d]; } }"},
        {"marks": "mark clue = 1 at v0; mark clue = 1 at v2;"},
        {"marks": "mark clue = 1 at v0; mark never = 1 at v0;"},
    ],
)
def test_what_says_more_or_is_given_is_no_map(words):
    assert tabu.read(program(4, [(0, 1)], 3, **words)) is None


def test_an_answer_tells_what_the_search_took_and_is_the_same_each_time():
    edges = graph(1, 100, 1900)
    made = program(100, edges, 13)
    found = tabu.read(made)
    assert found is not None
    answers = [tabu.search(made, found, moves=20_000) for _ in range(2)]
    assert len({str(each.solutions[0].domains["colour"].tolist()) for each in answers}) == 1
    assert answers[0].solver == answers[0].steps[0].solver == tabu.NAME
    assert 0 < answers[0].statistics["moves"] < 20_000


def test_what_the_last_move_finds_counts():
    made = program(100, graph(1, 100, 1900), 13)
    found = tabu.read(made)
    assert found is not None
    _, needed = tabu._Search(found, 1).run(20_000, float("inf"))
    assert needed > 0
    assert tabu._Search(found, 1).run(needed, float("inf"))[0] is not None
    assert tabu._Search(found, 1).run(needed - 1, float("inf")) == (None, needed - 1)


@pytest.mark.parametrize("candidates", [1, 20, 1000])
def test_costs_and_cells_that_are_wrong_are_those_of_the_values(candidates, monkeypatch):
    monkeypatch.setattr(tabu, "_CANDIDATES", candidates)
    made = program(60, graph(1, 60, 800), 5, "mark clue = 2 at v7; mark never = 1 at v8;")
    found = tabu.read(made)
    assert found is not None
    search = tabu._Search(found, 1)
    for _ in range(50):
        assert search.run(7, float("inf")) == (None, 7)
        values = np.array(search._values)
        costs = np.where(found.allowed, 0, tabu._NEVER)
        for a, b in found.pairs:
            costs[a, values[b]] += 1
            costs[b, values[a]] += 1
        assert search._costs == costs.tolist()
        assert sorted(search._wrong) == np.flatnonzero(costs[range(60), values]).tolist()
        assert found.allowed[range(60), values].all()


def test_a_limit_of_time_ends_it():
    edges = graph(1, 60, 1700)
    made = program(60, edges, 5)
    found = tabu.read(made)
    assert found is not None
    answer = tabu.search(made, found, Limits(seconds=0.2), 10**9)
    assert (answer.status, answer.reason) == ("UNKNOWN", "no-answer")


def test_maps_of_many_colours_are_its():
    many = puzzle(200, graph(3, 200, 7000), 20)
    answer = nlc.solve(many)
    assert (answer.status, answer.solver) == ("SATISFIABLE", tabu.NAME)
    assert nlc.solve(many, policy=replace(DEFAULT, relax=False)).solver != tabu.NAME
    named = nlc.solve(many, encoding="passes=fold")
    assert named.encoding is not None


def test_what_it_does_not_find_goes_to_the_solvers():
    edges = [(i, (i + 1) % 5) for i in range(5)]
    answer = nlc.solve(puzzle(5, edges, 2), policy=Policy(confirm=False))
    assert answer.status == "UNSATISFIABLE"
    assert [step.solver for step in answer.steps] == [tabu.NAME, "pysat:minisat22"]


def test_maps_of_one_shape_are_solved_alone_unless_they_are_small():
    answers = [*nlc.solve([puzzle(40, graph(seed, 40, 100), 6) for seed in range(3)])]
    assert [answer.solver for answer in answers] == [tabu.NAME] * 3
    plain = replace(DEFAULT, relax=False)
    shared = [*nlc.solve([puzzle(40, graph(seed, 40, 100), 6) for seed in range(3)], policy=plain)]
    assert [answer.steps[0].shared for answer in shared] == [3] * 3
    small = [*nlc.solve([puzzle(8, graph(seed, 8, 12), 4) for seed in range(3)])]
    assert [answer.steps[0].shared for answer in small] == [3] * 3
