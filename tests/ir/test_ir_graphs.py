from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlc.graph import cycles, spanning_forest

GRAPHS = st.integers(1, 9).flatmap(
    lambda n: st.tuples(
        st.just(n),
        st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=14),
    )
)


def ends_of(edges: list[tuple[int, int]]) -> np.ndarray:
    return np.array(edges, dtype=np.int32).reshape(-1, 2)


def components(nodes: int, edges: list[tuple[int, int]]) -> list[int]:
    name = list(range(nodes))
    for a, b in edges:
        name = [name[a] if other == name[b] else other for other in name]
    return name


@given(GRAPHS)
def test_nodes_have_the_same_root_just_when_edges_join_them(graph):
    nodes, edges = graph
    root = spanning_forest(nodes, ends_of(edges)).root.tolist()
    name = components(nodes, edges)
    for a in range(nodes):
        for b in range(nodes):
            assert (root[a] == root[b]) == (name[a] == name[b])


@given(GRAPHS)
def test_the_forest_joins_what_the_graph_joins_with_no_edge_too_many(graph):
    nodes, edges = graph
    tree = spanning_forest(nodes, ends_of(edges)).tree
    kept = [edge for edge, is_kept in zip(edges, tree, strict=True) if is_kept]
    name = components(nodes, edges)
    assert components(nodes, kept).count(0) == name.count(0)
    assert len(kept) == nodes - len(set(name)) == nodes - len(set(components(nodes, kept)))


@pytest.mark.slow
@given(GRAPHS)
def test_every_component_with_a_cycle_gives_one_simple_cycle(graph):
    nodes, edges = graph
    name = components(nodes, edges)
    found = list(cycles(nodes, ends_of(edges)))
    for cycle in found:
        assert len(set(cycle.nodes)) == len(cycle.nodes) == len(cycle.edges)
        assert len(set(cycle.edges)) == len(cycle.edges)
        for i, edge in enumerate(cycle.edges):
            here, there = cycle.nodes[i], cycle.nodes[(i + 1) % len(cycle.nodes)]
            assert sorted(edges[edge]) == sorted((here, there))
    cyclic = {
        part for part in set(name) if sum(name[a] == part for a, _ in edges) >= name.count(part)
    }
    assert sorted(name[cycle.nodes[0]] for cycle in found) == sorted(cyclic)


def test_a_long_path_with_its_edges_in_any_order_is_one_component():
    order = np.random.default_rng(0).permutation(5000).astype(np.int32)
    ends = np.stack([order[:-1], order[1:]], axis=1)
    forest = spanning_forest(5000, ends[np.random.default_rng(1).permutation(4999)])
    assert forest.tree.all()
    assert len(np.unique(forest.root)) == 1
