"""The vertex tree allows every forest, and some rings too; labels make it exact."""

from __future__ import annotations

import numpy as np
import pytest
from encode import acyclic_graphs as ag
from hypothesis import given, settings
from support.puzzles import SOLVER, boards, driver, program_of
from test_acyclic_exact import PLANE, plane_graphs

from nlc.cnf import Cnf
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


@settings(max_examples=12, deadline=None)
@given(graph=plane_graphs())
def test_allows_every_forest_of_a_grid_with_deletions(graph):
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


@pytest.mark.parametrize(("rows", "cols"), [(2, 2), (3, 4), (6, 5), (20, 20)])
def test_size_on_a_square_board(rows, cols):
    cnf = stated(TREE, ag.grid(rows, cols))
    corners = (rows - 1) * (cols - 1)
    assert cnf.variables == edges(rows, cols) + 4 * corners
    assert cnf.clauses == 13 * corners - (rows - 1) - (cols - 1)


def edges(rows, cols):
    return rows * (cols - 1) + cols * (rows - 1)


def stated(encoding, graph):
    m = len(graph.ends)
    cnf = Cnf(m)
    encoding.lower(cnf, "open", graph, np.arange(1, m + 1, dtype=np.int32), ag.no_degrees(graph))
    return cnf


def test_size_on_a_hexagonal_board():
    rows, cols = 7, 9
    cnf = stated(TREE, ag.triangular(rows, cols))
    corners = 2 * (rows - 1) * (cols - 1)
    links = len(ag.triangular(rows, cols).ends)
    rim = 2 * (rows - 1) + 2 * (cols - 1)
    assert cnf.variables == links + 3 * corners
    assert cnf.clauses == corners * (1 + 3 + 3) + (3 * corners - rim) // 2


def test_labels_cost_what_is_declared():
    rows, cols = 8, 9
    graph = ag.grid(rows, cols)
    plain, labelled = stated(TREE, graph), stated(REGISTRY.get("vertex-tree-order"), graph)
    corners, k = (rows - 1) * (cols - 1), 6
    between = 2 * corners - (rows - 1) - (cols - 1)
    assert labelled.variables - plain.variables == k * corners + (2 * k - 2) * between
    assert labelled.clauses - plain.clauses == (6 * k - 2) * between


def test_a_large_face_gets_one_long_clause_and_no_pairwise_ones():
    n = 60
    ring = ag.drawn(
        [(np.cos(a), np.sin(a)) for a in np.arange(n) * 2 * np.pi / n],
        [(i, (i + 1) % n) for i in range(n)],
    )
    cnf = stated(TREE, ring)
    assert (cnf.variables, cnf.clauses) == (2 * n, n + 1)


def test_trees_and_bridges_cost_nothing():
    for encoding in (TREE, REGISTRY.get("vertex-tree-order")):
        cnf = stated(encoding, ag.grid(1, 10))
        assert (cnf.variables, cnf.clauses) == (9, 0)
