"""Tabu search finds colourings that the rules allow, and claims nothing else."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import numpy as np
import pytest

import nlc
from nlc.drivers.base import Limits
from nlc.engines import tabu
from nlc.errors import UserError

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


@pytest.fixture
def few_moves(monkeypatch):
    monkeypatch.setattr(tabu, "MOVES", 5000)


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(12))
def test_what_is_found_is_a_solution_and_small_ones_are_found(seed, few_moves):
    random = Random(seed)
    edges = graph(seed, 11, random.randint(12, 20))
    clue, denied = random.randint(1, 3), random.randint(1, 3)
    made = puzzle(11, edges, 3, f"mark clue = {clue} at v0; mark never = {denied} at v1;")
    colourings = product(range(3), repeat=11)
    some = any(
        c[0] == clue - 1 and c[1] != denied - 1 and all(c[a] != c[b] for a, b in edges)
        for c in colourings
    )
    answer = nlc.solve(made, solver="tabu")
    assert answer.status == ("SATISFIABLE" if some else "UNKNOWN")
    assert answer.reason == ("answered" if some else "no-answer")
    assert len(answer.solutions) == some


def test_it_says_that_it_gives_up(few_moves):
    answer = nlc.solve(puzzle(3, [(0, 1), (1, 2), (0, 2)], 2), solver="tabu")
    assert answer.status == "UNKNOWN"
    assert "gives up after 5,000 moves, and finds no more boards by that" in answer.message


def test_several_solutions_are_found_and_none_twice(few_moves):
    answer = nlc.solve(puzzle(4, [(0, 1), (1, 2), (2, 3)], 2), nlc.ALL, solver="tabu")
    boards = {tuple(board.domains["colour"].tolist()) for board in answer.solutions}
    assert boards == {(0, 1, 0, 1), (1, 0, 1, 0)}
    assert (answer.count, answer.complete, answer.reason) == (2, False, "no-answer")


def test_a_map_is_read_with_its_differences_and_what_cells_may_be():
    made = program(3, [(0, 1), (1, 2)], 3, "mark never = 2 at v1;")
    found = tabu.map_of(made)
    assert found is not None
    assert found.pairs.tolist() == [[0, 1], [1, 2]]
    assert np.argwhere(~found.allowed).tolist() == [[1, 1]]
    together = program(4, [(0, 1)], 4, more="rule every { all_different(colour[cells]); }")
    read = tabu.map_of(together)
    assert read is not None
    assert len(read.pairs) == 6


@pytest.mark.parametrize(
    "words",
    [
        {"optional": "?"},
        {"more": "rule one { exactly 1 of {colour[c] = 2 for c in cells}; }"},
        {"more": "var dot : cell -> bool; show dot;"},
        {"more": "rule same { for c in cells, d in cells { colour[c] = colour[d]; } }"},
    ],
)
def test_what_says_more_is_no_map(words):
    assert tabu.map_of(program(4, [(0, 1)], 3, **words)) is None


def test_other_genres_are_refused_by_name():
    (other,) = nlc.loads('puzzle "p" is masyu { topology square; board\n. .\n. .\nend }')
    with pytest.raises(UserError, match="the engine 'tabu' solves maps only"):
        nlc.solve(other, solver="tabu")


@pytest.mark.slow
def test_an_answer_tells_what_the_search_took_and_is_the_same_each_time():
    made = puzzle(100, graph(1, 100, 1900), 13)
    answers = [nlc.solve(made, solver="tabu") for _ in range(2)]
    assert len({str(each.solutions[0].domains["colour"].tolist()) for each in answers}) == 1
    assert answers[0].solver == "tabu"
    assert 0 < answers[0].statistics["moves"] < 20_000


def test_what_the_last_move_finds_counts():
    found = tabu.map_of(program(100, graph(1, 100, 1900), 13))
    assert found is not None
    _, needed = tabu._TabuSearch(found, 0).run(20_000)
    assert needed > 0
    assert tabu._TabuSearch(found, 0).run(needed)[0] is not None
    assert tabu._TabuSearch(found, 0).run(needed - 1) == (None, needed - 1)


@pytest.mark.parametrize(("candidates", "seed"), [(1, 0), (20, 1), (1000, 0)])
def test_costs_and_cells_that_are_wrong_are_those_of_the_values(candidates, seed, monkeypatch):
    monkeypatch.setattr(tabu, "_CANDIDATES", candidates)
    made = program(60, graph(1, 60, 800), 5, "mark clue = 2 at v7; mark never = 1 at v8;")
    found = tabu.map_of(made)
    assert found is not None
    search = tabu._TabuSearch(found, seed)
    for _ in range(50):
        assert search.run(7) == (None, 7)
        values = np.array(search._values)
        costs = np.where(found.allowed, 0, tabu._NEVER)
        for a, b in found.pairs:
            costs[a, values[b]] += 1
            costs[b, values[a]] += 1
        assert search._costs == costs.tolist()
        assert sorted(search._conflicting) == np.flatnonzero(costs[range(60), values]).tolist()
        assert found.allowed[range(60), values].all()


def test_a_limit_of_time_ends_it():
    made = puzzle(60, graph(1, 60, 1700), 5)
    answer = nlc.solve(made, solver="tabu", limits=Limits(seconds=0.5))
    assert (answer.status, answer.reason) == ("UNKNOWN", "wall-time")
