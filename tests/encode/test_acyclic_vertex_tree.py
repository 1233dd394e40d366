"""The vertex tree allows every forest, and some rings too; labels make it exact."""

from __future__ import annotations

import pytest
from encode import acyclic_graphs as ag
from support.puzzles import SOLVER, boards, driver, program_of
from test_acyclic_exact import PLANE

from nlc.drivers.search import models
from nlc.encode.acyclic import REGISTRY
from nlc.encode.lower import lower
from nlc.encode.spec import Encoding

TREE = REGISTRY.get("vertex-tree")

RINGS = {
    "3x4": ((". . . .", ". A A .", ". . . ."), 2, 3),
    "4x4": ((". . . .", ". A A .", ". . . .", ". . . ."), 4, 6),
}
"""Boards with their numbers of solutions and of boards that the vertex tree accepts."""


@pytest.mark.parametrize("graph", PLANE.values(), ids=PLANE.keys())
def test_allows_every_forest_of_a_plane_graph(graph):
    assert TREE.refusal(graph) is None
    assert ag.Decider(TREE, graph).allowed(graph) >= ag.forests(graph)


def test_allows_a_ring_round_a_node_and_no_other_cycle_of_a_3x3_grid():
    graph = ag.grid(3, 3)
    wrong = ag.Decider(TREE, graph).allowed(graph) - ag.forests(graph)
    middle = [e for e, ends in enumerate(graph.ends.tolist()) if 4 in ends]
    assert wrong == {tuple(e for e in range(12) if e not in middle)}


def test_forbids_a_ring_round_a_tree_of_faces():
    graph = ag.grid(2, 5)
    assert ag.Decider(TREE, graph).allowed(graph) == ag.forests(graph)


def text(rows, *walls):
    drawn = "".join(f"    {row}\n" for row in rows)
    ways = "".join(f"  wall {wall};\n" for wall in walls)
    return f'puzzle "ring" is numberlink {{\n  topology square;\n  board\n{drawn}  end\n{ways}}}\n'


@pytest.mark.parametrize("passes", ["auto", "none"])
@pytest.mark.parametrize(("rows", "solutions", "accepted"), RINGS.values(), ids=RINGS.keys())
def test_accepts_boards_with_a_ring_round_a_finished_path(rows, solutions, accepted, passes):
    program = program_of(text(rows))
    lowered = lower(program, Encoding.parse(f"acyclic=vertex-tree,passes={passes}"))
    *several, last = models(driver(SOLVER), lowered.cnf)
    assert last.status == "UNSATISFIABLE"
    assert (len(several), lowered.exact) == (accepted, False)
    exact = boards(program, f"acyclic=vertex-tree-order,passes={passes}")
    assert len(exact) == solutions
    found = {tuple(lowered.assignment(m.model).bools) for m in several}
    whole = lower(program, Encoding.parse("acyclic=order-binary"))
    *right, _ = models(driver(SOLVER), whole.cnf)
    assert found > {tuple(whole.assignment(m.model).bools) for m in right}
