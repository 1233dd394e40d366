"""Acyclicity on any graph by the transitive closure of directed edges."""

from __future__ import annotations

import numpy as np

from nlc.cnf import Clauses, Cnf
from nlc.encode.acyclic.base import Arcs, Pieces, add_arcs, block, size_refusal
from nlc.encode.base import AcyclicEncoding, Declaration
from nlc.graph import Graph


class Closure(AcyclicEncoding):
    """Every chosen edge has a child and a parent end, and no node is an ancestor of itself.

    Variable (v, w) of two nodes of one piece holds if w is an ancestor of v (the converse is not
    needed): the parent is one, and so is each ancestor of the parent.

    Every model is a forest: the arcs of a cycle go round one way (see `add_arcs`), so that each of
    its nodes would be its own ancestor. Every forest has a model: direct each tree to a root, and
    let the variables be those of its ancestors.
    """

    declaration = Declaration(
        name="closure",
        source="transitive closure of the arcs of rooted trees",
        preserves_models=False,
        size="n variables and 1 clause a node, 2 variables and 2n + 3 clauses an edge,"
        " at-most-one parent a node, for a piece of n nodes of the 2-core; refused above 10"
        " million clauses",
    )

    def refusal(self, graph: Graph) -> str | None:
        return size_refusal(graph, _clauses)

    def encode(self, cnf: Cnf, rule: str, graph: Graph, lits: Clauses) -> None:
        for part in add_arcs(cnf, rule, graph, lits):
            _close(cnf, rule, part)


def _clauses(part: Pieces) -> int:
    return len(part.edges) * (2 * part.size + 3) + part.nodes


def _close(cnf: Cnf, rule: str, part: Arcs) -> None:
    """Add the closure of the arcs, and forbid its diagonal."""
    n = part.size
    above = block(cnf, rule, "above", (part.nodes, n))
    itself = np.arange(part.nodes)
    cnf.add(rule, -above[itself, itself % n][:, None])
    cnf.add(rule, np.column_stack((-part.arcs, above[part.child, part.parent % n])))
    guard = np.broadcast_to(-part.arcs[:, None], (len(part.arcs), n))
    step = np.stack((guard, -above[part.parent], above[part.child]), axis=2)
    cnf.add(rule, step.reshape(-1, 3))


ENCODING = Closure()
