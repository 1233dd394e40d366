"""Acyclicity on any graph by binary labels that grow along the way from a root."""

from __future__ import annotations

from nlc.cnf import Clauses, Cnf
from nlc.encode.acyclic.base import add_arcs, block, encode_greater
from nlc.encode.base import AcyclicEncoding, Declaration
from nlc.graph import Graph


class OrderBinary(AcyclicEncoding):
    """Every chosen edge has a child and a parent end, and the child has the larger binary label.

    Every model is a forest: the arcs of a cycle go round one way (see `add_arcs`), and labels would
    grow all the way round. Every forest has a model: root each tree at the middle of its longest
    path and label the nodes by their distance from it. In a piece of n nodes that is floor(n / 2)
    at most, so k = floor(log2 n) bits are enough.
    """

    declaration = Declaration(
        name="order-binary",
        source="binary order labels along the arcs of rooted trees",
        preserves_models=False,
        size="k variables a node, 2k variables and 6k - 1 clauses an edge, at-most-one parent"
        " a node; k = floor(log2 n) for a piece of n nodes of the 2-core",
    )

    def encode(self, cnf: Cnf, rule: str, graph: Graph, lits: Clauses) -> None:
        for part in add_arcs(cnf, rule, graph, lits):
            labels = block(cnf, rule, "label", (part.nodes, (part.size // 2).bit_length()))
            encode_greater(cnf, rule, part.arcs, labels[part.child], labels[part.parent])


ENCODING = OrderBinary()
