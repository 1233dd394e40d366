"""Orders of edges, and where nodes stand in the frontier."""

from __future__ import annotations

import pytest
from engines.counts import cases_of, empty, puzzle
from oracle.random_boards import seeded_cases

from nlc.engines.frontier.schedule import edge_order, make_schedule
from nlc.engines.problem import read_problem


@pytest.mark.parametrize("shape", [(3, 30), (30, 3)])
def test_a_long_board_is_swept_along_its_length(shape):
    problem = puzzle("numberlink", empty(*shape), cover=False)
    assert make_schedule(problem, edge_order(problem)).width == 4


def test_a_ring_that_is_drawn_across_has_a_frontier_of_three():
    cells = [f"c{7 * i % 30}" for i in range(30)]
    links = [f"{a}-{b}" for a, b in zip(cells, [*cells[1:], cells[0]], strict=True)]
    text = (
        f'puzzle "random" is numberlink {{ topology graph {{ cells '
        f"{' '.join(sorted(cells))}; links {' '.join(links)}; }} mark label = A at c0, c1; }}"
    )
    (case,) = cases_of([text])
    problem = read_problem(case)
    assert make_schedule(problem, edge_order(problem)).width == 3


def test_every_node_keeps_one_slot_of_its_own_from_its_first_edge_to_its_last():
    texts = [case.text for case in seeded_cases("multilink", "hex", 10, seed=4)]
    for case in cases_of(texts):
        problem = read_problem(case)
        plan = make_schedule(problem, edge_order(problem))
        assert sorted(step.edge for step in plan.steps) == list(range(len(problem.ends)))
        slots: dict[int, int] = {}
        for step in plan.steps:
            for place in step.enters:
                assert place.slot not in slots.values()
                slots[place.node] = place.slot
            assert {slots[node] for node in problem.ends[step.edge]} == {
                place.slot for place in step.ends
            }
            for place in step.leaves:
                assert slots.pop(place.node) == place.slot
        assert not slots
