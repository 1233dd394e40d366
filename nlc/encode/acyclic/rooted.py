"""Rooted forests with labels at their nodes: what encodings by labels share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from nlc.board.board import Graph, Ints
from nlc.dimacs.cnf import Clauses, Cnf
from nlc.encode.acyclic.clauses import at_most_one, block
from nlc.encode.acyclic.graphs import by_size, components, core


@dataclass(frozen=True, eq=False)
class Arcs:
    """Variables that direct edges from a child to its parent, and binary labels of the nodes.

    Attributes:
        labels: shape (nodes, k), the bits of each node, lowest first.
        arcs: shape (n,), variables.
        child: shape (n,), the row of `labels` of the node that the arc leaves.
        parent: shape (n,), that of the node where it arrives.
    """

    labels: Ints
    arcs: Ints
    child: Ints
    parent: Ints


def rooted(
    cnf: Cnf, rule: str, graph: Graph, lits: Clauses, largest: Callable[[Ints], Ints]
) -> Iterator[Arcs]:
    """State that each chosen edge has an arc, one way or the other, and each node one parent.

    So the arcs of a cycle of chosen edges all go round one way, which labels can forbid. Only the
    2-core takes part, as no other edge lies on a cycle; self-loops are forbidden outright.

    Args:
        cnf: takes the clauses.
        rule: name of the rule that asks.
        graph: nodes and edges.
        lits: shape (edges,), the CNF literal of each edge.
        largest: from the numbers of nodes of connected pieces, the largest label of each.

    Yields:
        The arcs of all pieces whose labels have equally many bits, which the caller has to relate.
    """
    loops = graph.ends[:, 0] == graph.ends[:, 1]
    cnf.add(rule, -lits[loops][:, None])
    ends, lits = graph.ends[~loops], lits[~loops]
    kept = core(graph.nodes, ends)
    ends, lits = ends[kept], lits[kept]
    piece = components(graph.nodes, ends)
    size = np.bincount(piece)[piece[ends[:, 0]]].astype(np.int32)
    bits = np.frexp(largest(size))[1]
    for k in np.unique(bits).tolist():
        nodes, inverse = np.unique(ends[bits == k], return_inverse=True)
        child = inverse.astype(np.int32).ravel()
        labels = block(cnf, rule, "label", (len(nodes), k))
        arcs = block(cnf, rule, "arc", (len(child) // 2, 2))
        cnf.add(rule, np.column_stack((-lits[bits == k], arcs)))
        for _, places in by_size(child):
            at_most_one(cnf, rule, arcs.ravel()[places])
        yield Arcs(labels, arcs.ravel(), child, child.reshape(-1, 2)[:, ::-1].ravel())
