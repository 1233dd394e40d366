"""Array algorithms on graphs agree with plain ones."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nlc.graph import components, core


@st.composite
def multigraphs(draw):
    nodes = draw(st.integers(1, 12))
    node = st.integers(0, nodes - 1)
    ends = draw(st.lists(st.tuples(node, node), max_size=20))
    return nodes, np.array(ends, dtype=np.int32).reshape(-1, 2)


@given(multigraphs())
def test_a_component_is_known_by_its_smallest_node(graph):
    nodes, ends = graph
    least = list(range(nodes))
    for _ in range(nodes):
        for u, v in ends.tolist():
            least[u] = least[v] = min(least[u], least[v])
    assert components(nodes, ends).tolist() == least


@given(multigraphs())
def test_the_core_is_what_pruning_leaves(graph):
    nodes, ends = graph
    kept = set(range(len(ends)))
    while True:
        degree = np.bincount(ends[sorted(kept)].ravel(), minlength=nodes)
        leaves = {e for e in kept if 1 in degree[ends[e]]}
        if not leaves:
            break
        kept -= leaves
    assert np.flatnonzero(core(nodes, ends)).tolist() == sorted(kept)
