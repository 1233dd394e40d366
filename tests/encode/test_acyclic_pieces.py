"""Pieces of a 2-core, and what elimination makes of a graph."""

from __future__ import annotations

import numpy as np
import pytest
from encode import acyclic_graphs as ag
from hypothesis import given
from hypothesis import strategies as st

from nlc.encode.acyclic import elimination
from nlc.encode.acyclic.base import MAX_CLAUSES, pieces, size_refusal
from nlc.encode.acyclic.elimination import MAX_NODES, eliminate
from nlc.graph import Graph


@st.composite
def multigraphs(draw):
    nodes = draw(st.integers(1, 12))
    node = st.integers(0, nodes - 1)
    ends = draw(st.lists(st.tuples(node, node), max_size=20))
    array = np.array(ends, dtype=np.int32).reshape(-1, 2)
    return Graph(nodes, array, np.zeros_like(array), "by hand")


@pytest.mark.slow
@given(multigraphs())
def test_pieces_are_the_components_of_the_2_core_numbered_one_after_the_other(graph):
    seen = []
    for part in pieces(graph):
        original = np.full(part.nodes, -1)
        original[part.ends] = graph.ends[part.edges]
        assert (graph.ends[part.edges] == original[part.ends]).all()
        assert len(set(original.tolist())) == part.nodes
        assert part.nodes % part.size == 0
        assert (part.ends[:, 0] // part.size == part.ends[:, 1] // part.size).all()
        assert np.bincount(part.ends.ravel(), minlength=part.nodes).min() >= 2
        for first in range(0, part.nodes, part.size):
            inside = part.ends[part.ends[:, 0] // part.size == first // part.size] - first
            reached = {0}
            for _ in range(part.size):
                reached |= {w for e in inside.tolist() if reached & set(e) for w in e}
            assert reached == set(range(part.size))
        seen += part.edges.tolist()
    on_cycles = {
        e
        for e, (u, v) in enumerate(graph.ends.tolist())
        if u != v and joined(graph, u, v, without=e)
    }
    assert len(set(seen)) == len(seen)
    assert set(seen) >= on_cycles
    assert all(graph.ends[e, 0] != graph.ends[e, 1] for e in seen)


def joined(graph, start, goal, without):
    reached = {start}
    for _ in range(graph.nodes):
        for e, ends in enumerate(graph.ends.tolist()):
            if e != without and reached & set(ends):
                reached |= set(ends)
    return goal in reached


@given(multigraphs(), st.integers(0, 12))
def test_the_last_neighbours_of_an_eliminated_node_are_joined_to_each_other(graph, widest):
    ends = graph.ends[graph.ends[:, 0] != graph.ends[:, 1]]
    found = eliminate(graph.nodes, ends, widest)
    edges = set(map(tuple, found.ends.tolist()))
    assert sorted(found.place.tolist()) == list(range(graph.nodes))
    assert {tuple(sorted(found.place[list(e)].tolist())) for e in ends.tolist()} <= edges
    assert all(u < v for u, v in edges)
    for node in range(found.eliminated):
        near = sorted(v for u, v in edges if u == node)
        assert len(near) <= widest
        assert all((u, v) in edges for u in near for v in near if u < v)
    rest = range(found.eliminated, graph.nodes)
    assert all(sum(v in e and min(e) in rest for e in edges) > widest for v in rest)


def test_a_tree_is_eliminated_without_new_edges():
    tree = ag.grid(1, 30)
    found = eliminate(30, tree.ends, 30)
    assert (found.eliminated, len(found.ends)) == (30, 29)


def hub(n: int) -> Graph:
    """A complete graph of n nodes."""
    ends = np.stack(np.triu_indices(n, 1), axis=1).astype(np.int32)
    return Graph(n, ends, np.zeros_like(ends), "by hand")


def cycle(n: int) -> Graph:
    ends = np.stack((np.arange(n), np.roll(np.arange(n), 1)), axis=1).astype(np.int32)
    return Graph(n, ends, np.zeros_like(ends), "by hand")


@pytest.mark.slow
def test_a_dense_graph_is_too_big_for_elimination():
    assert elimination.refusal(hub(100), 100) is None
    assert "more than 10,000,000 clauses" in (elimination.refusal(hub(400), 400) or "")
    assert elimination.refusal(hub(400), 6) is None


@pytest.mark.slow
def test_a_large_graph_is_too_big_for_elimination():
    assert elimination.refusal(cycle(MAX_NODES), 2) is None
    assert "20,001 nodes" in (elimination.refusal(cycle(MAX_NODES + 1), 2) or "")


@pytest.mark.slow
def test_nodes_on_no_cycle_do_not_count():
    ends = np.stack((np.arange(30_000), np.arange(1, 30_001)), axis=1).astype(np.int32)
    assert elimination.refusal(Graph(30_001, ends, np.zeros_like(ends), "by hand"), 2) is None


@pytest.mark.parametrize("extra", [0, 1])
def test_a_size_is_refused_only_above_the_limit(extra):
    reason = size_refusal(cycle(5), lambda part: MAX_CLAUSES + extra)
    assert reason == (
        "it would take about 10,000,001 clauses, and 10,000,000 are the limit" if extra else None
    )
