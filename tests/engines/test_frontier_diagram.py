"""What is read from a diagram: counts, boards and facts."""

from __future__ import annotations

import numpy as np
import pytest
from engines.counts import cases_of, counted, puzzle
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
