"""Degree facts are read from counts over just the edges at a node."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
from encode import acyclic_graphs as ag

from nlc.graph import Graph
from nlc.ir.chosen_edges import degrees
from nlc.ir.nodes import Acyclic, Counts, Exactly, Origin, Program

ORIGIN = Origin("rule", None)


def count(counts: Counts, lits, guard=()) -> Exactly:
    rows = np.array(lits, dtype=np.int32)
    guards = np.array([guard] * len(rows), dtype=np.int32).reshape(len(rows), -1)
    return Exactly(counts, rows, guards, ORIGIN)


def facts(graph: Graph, lits, *nodes: Exactly):
    acyclic = Acyclic(graph, np.array(lits, dtype=np.int32), ORIGIN)
    program = cast(Program, SimpleNamespace(nodes=[*nodes, acyclic]))
    found = degrees(program, acyclic)
    return np.flatnonzero(found.never_one).tolist(), np.flatnonzero(found.never_zero).tolist()


def at_nodes(graph: Graph, lits):
    return [[x for x, ends in zip(lits, graph.ends, strict=True) if v in ends] for v in range(9)]


GRID = ag.grid(3, 3)
LITS = [-21, 22, 23, -24, 25, 26, 27, 28, 29, 30, 31, 32]
AT = at_nodes(GRID, LITS)


def of_width(n: int):
    return [row for row in AT if len(row) == n]


@pytest.mark.parametrize(
    ("counts", "never_one", "never_zero"),
    [
        (Counts.of(2), True, True),
        (Counts.of(0, 2), True, False),
        (Counts.of(1), False, True),
        (Counts.between(1, 3), False, True),
        (Counts.between(0, 2), False, False),
    ],
)
def test_a_count_of_the_edges_at_a_node_is_a_fact(counts, never_one, never_zero):
    found = facts(GRID, LITS, count(counts, of_width(3)))
    sides = [1, 3, 5, 7]
    assert found == (sides if never_one else [], sides if never_zero else [])


def test_literals_may_come_in_any_order_and_rows_too():
    rows = [row[::-1] for row in reversed(of_width(3))]
    assert facts(GRID, LITS, count(Counts.of(2), rows))[0] == [1, 3, 5, 7]


def test_facts_of_several_counts_add_up():
    found = facts(
        GRID, LITS, count(Counts.of(0, 2), of_width(3)), count(Counts.between(1, 2), of_width(3))
    )
    assert found == ([1, 3, 5, 7], [1, 3, 5, 7])


def test_a_guarded_count_is_no_fact():
    assert facts(GRID, LITS, count(Counts.of(2), of_width(4), guard=(9,))) == ([], [])


def test_a_count_of_more_fewer_or_other_literals_is_no_fact():
    (middle,) = of_width(4)
    other = [-middle[0], *middle[1:]]
    for row in ([*middle, 40], middle[:3], other):
        assert facts(GRID, LITS, count(Counts.of(2), [row])) == ([], [])


def test_an_edge_that_stands_twice_at_a_node_is_no_row():
    graph = Graph(2, np.array([[0, 1], [0, 1], [0, 1]], np.int32), np.zeros((3, 2), np.int32))
    assert facts(graph, [5, 5, 6], count(Counts.of(2), [[5, 6, 7]])) == ([], [])


def test_nodes_with_the_same_edges_share_a_fact():
    graph = Graph(2, np.array([[0, 1], [0, 1]], np.int32), np.zeros((2, 2), np.int32))
    assert facts(graph, [6, 5], count(Counts.of(0, 2), [[5, 6]])) == ([0, 1], [])


def test_a_node_without_edges_never_has_one():
    graph = Graph(3, np.array([[0, 1]], np.int32), np.zeros((1, 2), np.int32))
    assert facts(graph, [5]) == ([2], [])
