"""Acyclicity on any graph by unary labels that grow along the way from a root."""

from __future__ import annotations

import numpy as np

from nlc.cnf import Clauses, Cnf
from nlc.encode.acyclic.base import Arcs, Pieces, add_arcs, block, size_refusal
from nlc.encode.base import AcyclicEncoding, Declaration
from nlc.graph import Graph


class OrderUnary(AcyclicEncoding):
    """Every chosen edge has a child and a parent end, and the child has the larger unary label.

    Variable j of a node says that its label is at least j (the order encoding of Crawford and Baker
    1994); an arc shifts the variables of the parent by one place into the child's.

    Every model is a forest: the arcs of a cycle go round one way (see `add_arcs`), and labels would
    grow all the way round. Every forest has a model: root each tree at the middle of its longest
    path and label the nodes by their distance from it. In a piece of n nodes that is d = floor(n/2)
    at most.
    """

    declaration = Declaration(
        name="order-unary",
        source="unary order labels along the arcs of rooted trees",
        preserves_models=False,
        size="d variables and d - 1 clauses a node, 2 variables and 2d + 3 clauses an edge,"
        " at-most-one parent a node; d = floor(n / 2) for a piece of n nodes of the 2-core;"
        " refused above 10 million clauses",
    )

    def refusal(self, graph: Graph) -> str | None:
        return size_refusal(graph, _clauses)

    def encode(self, cnf: Cnf, rule: str, graph: Graph, lits: Clauses) -> None:
        for part in add_arcs(cnf, rule, graph, lits):
            _grow(cnf, rule, part, part.size // 2)


def _clauses(part: Pieces) -> int:
    d = part.size // 2
    return len(part.edges) * (2 * d + 3) + part.nodes * (d - 1)


def _grow(cnf: Cnf, rule: str, part: Arcs, d: int) -> None:
    """Add labels from 0 to d, which grow from parent to child."""
    labels = block(cnf, rule, "label", (part.nodes, d))
    cnf.add(rule, np.stack((labels[:, :-1], -labels[:, 1:]), axis=2).reshape(-1, 2))
    child, parent = labels[part.child], labels[part.parent]
    guard = np.broadcast_to(-part.arcs[:, None], (len(part.arcs), d - 1))
    cnf.add(rule, np.column_stack((-part.arcs, child[:, 0])))
    cnf.add(rule, np.stack((guard, -parent[:, :-1], child[:, 1:]), axis=2).reshape(-1, 3))
    cnf.add(rule, np.column_stack((-part.arcs, -parent[:, -1])))


ENCODING = OrderUnary()
