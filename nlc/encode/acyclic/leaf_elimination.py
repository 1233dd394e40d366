"""Acyclicity on any graph by removing leaves, round by round, until nothing is left."""

from __future__ import annotations

import numpy as np

from nlc.arrays import Ints
from nlc.cnf import Clauses, Cnf
from nlc.encode.acyclic.base import Pieces, block, forbid_self_loops, pieces, size_refusal
from nlc.encode.base import AcyclicEncoding, Declaration
from nlc.encode.template import tidy
from nlc.graph import Graph, by_size


class LeafElimination(AcyclicEncoding):
    """Every node is removed as soon as at most one chosen edge joins it to the remaining nodes.

    The leaf elimination with unary time of N.-F. Zhou, R. Wang and R. H. C. Yap, "A comparison of
    SAT encodings for acyclicity of directed graphs" (SAT 2023), for undirected graphs: no arcs are
    needed, as a leaf is a node with at most one edge. Variable t of a node holds if the node is
    left after round t, and it must where two of its chosen edges lead to nodes that were left after
    round t - 1; a node where this happens after the last round is forbidden.

    Every model is a forest: all nodes of a cycle are left after each round. Every forest has a
    model, by removing leaves: a node that is left after round t lies in the middle of a path of
    2t + 1 nodes, so that d = floor((n - 1) / 2) rounds leave nothing to forbid in a piece of n
    nodes.
    """

    declaration = Declaration(
        name="leaf-elimination",
        source="Zhou, Wang, Yap 2023 (SAT), LEE-u for undirected graphs",
        preserves_models=False,
        size="d variables a node, d + 1 clauses for each two edges at a node;"
        " d = floor((n - 1) / 2) for a piece of n nodes of the 2-core; refused above 10 million"
        " clauses",
    )

    def refusal(self, graph: Graph) -> str | None:
        return size_refusal(graph, _clauses)

    def encode(self, cnf: Cnf, rule: str, graph: Graph, lits: Clauses) -> None:
        forbid_self_loops(cnf, rule, graph, lits)
        for part in pieces(graph):
            left = block(cnf, rule, "left", (part.nodes, (part.size - 1) // 2))
            halves = part.ends.ravel()
            for nodes, places in by_size(halves):
                first, second = np.triu_indices(places.shape[1], 1)
                one, other = places[:, first].ravel(), places[:, second].ravel()
                edges = -lits[part.edges[np.stack((one // 2, other // 2), axis=1)]]
                far_ends = np.stack((halves[one ^ 1], halves[other ^ 1]), axis=1)
                _rounds(cnf, rule, left, edges, np.repeat(nodes, len(first)), far_ends)


def _clauses(part: Pieces) -> int:
    degree = np.bincount(part.ends.ravel()).astype(np.int64)
    return int((degree * (degree - 1) // 2).sum()) * ((part.size - 1) // 2 + 1)


def _rounds(cnf: Cnf, rule: str, left: Ints, edges: Clauses, node: Ints, far_ends: Ints) -> None:
    """Add "a node is left if both of its neighbours were left", for pairs of edges at it.

    Args:
        left: shape (nodes, d).
        edges: shape (n, 2), the negated literals of the edges.
        node: shape (n,), where the two edges meet.
        far_ends: shape (n, 2), their other ends.
    """
    d = left.shape[1]
    for t in range(d + 1):
        clauses = edges
        if t > 0:
            clauses = np.column_stack((clauses, -left[far_ends, t - 1]))
        if t < d:
            clauses = np.column_stack((clauses, left[node, t]))
        for tidied in tidy(clauses):
            cnf.add(rule, tidied)


ENCODING = LeafElimination()
