"""What is read from a diagram: counts, boards and facts."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
from engines.counts import cases_of, corners, count, counted, puzzle
from oracle.random_boards import seeded_cases


@pytest.mark.slow
def test_facts_are_what_all_and_what_some_solutions_draw():
    solvable = 0
    texts = [case.text for case in seeded_cases("numberlink", "square", 16, seed=2)]
    for case in cases_of(texts):
        found = counted(case)
        drawn = [board.bools for board in found.solutions()]
        if drawn:
            first = next(found.solutions())
            backbone = found.backbone(first)
            assert (backbone.open_bools == (np.any(drawn, axis=0) & ~np.all(drawn, axis=0))).all()
            solvable += 1
    assert solvable > 5


def test_without_a_solution_nothing_has_any_value():
    diagram = counted(puzzle("numberlink", ["A B", "B A"])).diagram
    assert diagram.count() == 0
    assert not any(possible.any() for _, possible in diagram.facts())


def test_the_first_of_very_many_solutions_differ():
    boards = counted(puzzle("numberlink", corners(6), cover=False)).solutions()
    assert len({board.bools.tobytes() for board in islice(boards, 100)}) == 100


def test_a_cell_without_a_link_is_a_solution_only_where_cells_may_be_left_over():
    rows = ["A A # ."]
    assert count(puzzle("numberlink", rows, cover=True)) == 0
    assert count(puzzle("numberlink", rows, cover=False)) == 1
    assert count(puzzle("numberlink", ["A # A"], cover=False)) == 0


def test_a_board_without_links_and_labels_has_the_empty_solution():
    found = counted(puzzle("numberlink", ["."], cover=False))
    assert found.count() == 1
    assert [board.bools.any() for board in found.solutions()] == [False]
