"""The encodings for any graph have just the sizes that they declare."""

from __future__ import annotations

import math

import numpy as np
import pytest
from encode import acyclic_graphs as ag

from nlc.cnf import Cnf
from nlc.encode.acyclic import REGISTRY
from nlc.encode.acyclic.base import PAIRWISE
from nlc.graph import Graph


def size(name, graph):
    """Return the numbers of auxiliaries and clauses."""
    m = len(graph.ends)
    cnf = Cnf(m)
    lits = np.arange(1, m + 1, dtype=np.int32)
    REGISTRY.get(name).lower(cnf, "open", graph, lits, ag.no_degrees(graph))
    return cnf.variables - m, cnf.clauses


def one_parent(graph):
    """Return the number of pairs of edges at a node, where at-most-one is pairwise."""
    degree = np.bincount(graph.ends.ravel())
    assert degree.max() <= PAIRWISE
    return int((degree * (degree - 1) // 2).sum())


GRAPHS = [ag.grid(2, 2), ag.grid(4, 5), ag.grid(8, 8), ag.triangular(5, 6)]
"""2-cores of one piece."""


@pytest.fixture(params=GRAPHS, ids=lambda graph: f"{graph.nodes} nodes")
def graph(request) -> Graph:
    return request.param


def test_order_binary(graph):
    n, m = graph.nodes, len(graph.ends)
    k = int(math.log2(n))
    assert size("order-binary", graph) == (k * n + 2 * k * m, (6 * k - 1) * m + one_parent(graph))


def test_order_unary(graph):
    n, m = graph.nodes, len(graph.ends)
    d = n // 2
    clauses = n * (d - 1) + m * (2 * d + 3) + one_parent(graph)
    assert size("order-unary", graph) == (n * d + 2 * m, clauses)


def test_closure(graph):
    n, m = graph.nodes, len(graph.ends)
    clauses = n + m * (2 * n + 3) + one_parent(graph)
    assert size("closure", graph) == (n * n + 2 * m, clauses)


def test_leaf_elimination(graph):
    d = (graph.nodes - 1) // 2
    assert size("leaf-elimination", graph) == (graph.nodes * d, one_parent(graph) * (d + 1))


def test_lfsr(graph):
    n, m = graph.nodes, len(graph.ends)
    k = math.ceil(math.log2(n + 2))
    variables, clauses = size("lfsr", graph)
    assert variables == k * n + 2 * m
    assert clauses <= n + (4 * k + 13) * m + one_parent(graph)


@pytest.mark.sample(1)
@pytest.mark.parametrize(("n", "thousands"), [(10, 5), (20, 47), (40, 529)])
def test_vertex_elimination_of_a_square_board(n, thousands):
    assert round(size("vertex-elimination", ag.grid(n, n))[1] / 1000) == thousands


def test_hybrid_elimination_of_what_has_few_neighbours_is_vertex_elimination():
    ladder = ag.grid(2, 40)
    assert size("hybrid-elimination", ladder) == size("vertex-elimination", ladder)


def test_only_the_2_core_is_encoded_and_pieces_by_themselves():
    two = ag.grid(2, 2), ag.grid(3, 3)
    ends = np.concatenate((two[0].ends, two[1].ends + 4, [[3, 14], [14, 15], [15, 13]]))
    ends[-1] = 15, 16
    graph = Graph(17, ends.astype(np.int32), np.zeros(ends.shape, np.int32), "by hand")
    for name in ("order-binary", "order-unary", "lfsr", "closure", "leaf-elimination"):
        apart = np.add(size(name, two[0]), size(name, two[1]))
        assert size(name, graph) == tuple(apart)
