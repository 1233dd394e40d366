"""Rooted forests: what encodings by directed edges share."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from msgspec import Struct

from nlc.arrays import Ints
from nlc.cnf import Clauses, Cnf
from nlc.encode.acyclic.clauses import at_most_one, block
from nlc.encode.acyclic.pieces import forbid_loops, pieces
from nlc.graph import Graph, by_size


class Arcs(Struct, frozen=True, eq=False):
    """Variables that direct the edges of equally large pieces from a child to its parent.

    Attributes:
        size: number of nodes of each piece.
        nodes: number of nodes of all pieces; node v belongs to piece ``v // size``.
        arcs: shape (n,), variables.
        child: shape (n,), the node that each arc leaves.
        parent: shape (n,), the node where it arrives.
    """

    size: int
    nodes: int
    arcs: Ints
    child: Ints
    parent: Ints


def rooted(cnf: Cnf, rule: str, graph: Graph, lits: Clauses) -> Iterator[Arcs]:
    """State that each chosen edge has an arc, one way or the other, and each node one parent.

    So the arcs of a cycle of chosen edges all go round one way, which the caller has to forbid. In
    a forest each tree has arcs to any node of it. Only the 2-core takes part, as no other edge lies
    on a cycle; self-loops are forbidden outright.

    Args:
        cnf: takes the clauses.
        rule: name of the rule that asks.
        graph: nodes and edges.
        lits: shape (edges,), the CNF literal of each edge.

    Yields:
        The arcs of all pieces of one size.
    """
    forbid_loops(cnf, rule, graph, lits)
    for part in pieces(graph):
        arcs = block(cnf, rule, "arc", part.ends.shape)
        cnf.add(rule, np.column_stack((-lits[part.edges], arcs)))
        child, parent = part.ends.ravel(), part.ends[:, ::-1].ravel()
        for _, places in by_size(child):
            at_most_one(cnf, rule, arcs.ravel()[places])
        yield Arcs(part.size, part.nodes, arcs.ravel(), child, parent)
