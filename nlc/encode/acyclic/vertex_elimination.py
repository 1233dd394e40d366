"""Acyclicity on any graph by eliminating its nodes one after the other."""

from __future__ import annotations

from nlc.cnf import Clauses, Cnf
from nlc.encode.acyclic import elimination
from nlc.encode.acyclic.base import add_arcs
from nlc.encode.base import AcyclicEncoding, Declaration
from nlc.graph import Graph


class VertexElimination(AcyclicEncoding):
    """Every chosen edge has an arc; eliminating a node bridges each way through it by another arc.

    After M. F. Rankooh and J. Rintanen, "Propositional encodings of acyclicity and reachability by
    using vertex elimination" (AAAI 2022); a node with the fewest neighbours goes first.

    Every model is a forest: the arcs of a cycle of chosen edges go round one way (see `add_arcs`).
    Bridging the node of a cycle that is eliminated first makes a shorter cycle of nodes that are
    eliminated later, and so on down to two nodes, which have arcs one way only. Every forest has a
    model: direct each tree to a root, and let u have an arc to w, where there is a variable for it,
    if w is an ancestor of u.
    """

    declaration = Declaration(
        name="vertex-elimination",
        source="Rankooh, Rintanen 2022 (AAAI)",
        preserves_models=False,
        size="2 variables and 3 clauses an edge, at-most-one parent a node; 2 variables and 1"
        " clause an edge of the eliminated graph, w(w - 1) clauses for a node with w neighbours"
        " when eliminated; on square boards of 10x10, 20x20 and 40x40 cells 5, 47 and 529"
        " thousand clauses; refused above 10 million of these or 20,000 nodes",
    )

    def refusal(self, graph: Graph) -> str | None:
        return elimination.refusal(graph, graph.nodes)

    def encode(self, cnf: Cnf, rule: str, graph: Graph, lits: Clauses) -> None:
        for part in add_arcs(cnf, rule, graph, lits):
            elimination.direct_edges(cnf, rule, part, part.nodes)


ENCODING = VertexElimination()
