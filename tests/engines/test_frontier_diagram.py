"""What is read from a diagram: counts, boards and facts."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
from engines.counts import cases_of, corners, puzzle
from oracle.random_boards import seeded_cases

from nlc.engines.frontier.build import build
from nlc.engines.problem import read_problem


@pytest.mark.slow
def test_facts_are_what_all_and_what_some_solutions_draw():
    solvable = 0
    texts = [case.text for case in seeded_cases("numberlink", "square", 16, seed=2)]
    for case in cases_of(texts):
        diagram = build(read_problem(case))
        drawn = list(diagram.solutions())
        if drawn:
            facts = dict(diagram.facts())
            for edge, (skipped, chosen) in facts.items():
                assert skipped == (not np.all(drawn, axis=0)[edge])
                assert chosen == np.any(drawn, axis=0)[edge]
            solvable += 1
    assert solvable > 5


def test_without_a_solution_nothing_has_any_value():
    diagram = build(puzzle("numberlink", ["A B", "B A"]))
    assert diagram.count() == 0
    assert not any(possible.any() for _, possible in diagram.facts())


def test_the_first_of_very_many_solutions_come_at_once_and_differ():
    diagram = build(puzzle("numberlink", corners(8), cover=False))
    first = {drawn.tobytes() for drawn in islice(diagram.solutions(), 100)}
    assert len(first) == 100


def test_a_cell_without_a_link_is_a_solution_only_where_cells_may_be_left_over():
    rows = ["A A # ."]
    assert build(puzzle("numberlink", rows, cover=True)).count() == 0
    assert build(puzzle("numberlink", rows, cover=False)).count() == 1
    assert build(puzzle("numberlink", ["A # A"], cover=False)).count() == 0


def test_a_board_without_links_and_labels_has_the_empty_solution():
    diagram = build(puzzle("numberlink", ["."], cover=False))
    assert diagram.count() == 1
    assert [drawn.tolist() for drawn in diagram.solutions()] == [[]]
