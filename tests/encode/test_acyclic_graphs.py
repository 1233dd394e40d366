"""Array algorithms on graphs agree with plain ones."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nlc.cnf import Cnf
from nlc.encode.acyclic.base import at_most_one
from nlc.graph import by_size, components, core


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


def test_components_of_a_long_path_in_any_order():
    order = np.random.default_rng(1).permutation(5000).astype(np.int32)
    ends = np.stack((order[:-1], order[1:]), axis=1)
    assert not components(5001, ends)[:5000].any()
    assert components(5001, ends)[5000] == 5000


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


@given(st.lists(st.integers(0, 6), max_size=20))
def test_grouping_gives_every_thing_to_its_owner_once(owner):
    found = {}
    sizes = []
    for owners, things in by_size(np.array(owner, dtype=np.int32)):
        sizes.append(things.shape[1])
        found |= dict(zip(owners.tolist(), things.tolist(), strict=True))
    assert sizes == sorted(set(sizes))
    assert found == {o: [i for i, x in enumerate(owner) if x == o] for o in owner}


@given(st.integers(1, 10), st.data())
def test_at_most_one_holds_of_every_row(n, data):
    from pysat.solvers import Solver

    cnf = Cnf(2 * n)
    rows = np.arange(1, 2 * n + 1, dtype=np.int32).reshape(2, n)
    at_most_one(cnf, "rule", rows)
    true = data.draw(st.sets(st.integers(1, 2 * n), max_size=3))
    clauses = [c for b in cnf.blocks for c in b.clauses.tolist()]
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        assumptions = [v if v in true else -v for v in range(1, 2 * n + 1)]
        allowed = all(len(true & set(row)) <= 1 for row in rows.tolist())
        assert solver.solve(assumptions=assumptions) == allowed
