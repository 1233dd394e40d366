"""Acyclicity on any graph by vertex elimination, and by order labels of the remaining nodes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from nlc.cnf import Clauses, Cnf
from nlc.encode.acyclic import elimination
from nlc.encode.acyclic.base import add_arcs, block, encode_greater
from nlc.encode.base import AcyclicEncoding, Declaration
from nlc.graph import Graph


@dataclass(frozen=True)
class HybridElimination(AcyclicEncoding):
    """Nodes are eliminated while one has few neighbours; arcs between the others lower a label.

    After the hybrid of vertex elimination and leaf elimination with binary time of N.-F. Zhou,
    R. Wang and R. H. C. Yap, "A comparison of SAT encodings for acyclicity of directed graphs" (SAT
    2023): the time at which a node is a leaf is a label that grows along arcs.

    Every model is a forest: a cycle of arcs is shortened as in `VertexElimination`, to one of two
    nodes or one without an eliminated node, round which labels would grow. Every forest has a
    model: arcs go to ancestors, and of r nodes that are left, each has its height among them as its
    label, at most r - 1.

    Attributes:
        widest: nodes with more neighbours are not eliminated.
    """

    widest: int = 6

    declaration = Declaration(
        name="hybrid-elimination",
        source="Zhou, Wang, Yap 2023 (SAT), LEE-b and VEE",
        preserves_models=False,
        size="as vertex-elimination for the nodes that have at most 6 neighbours when their"
        " turn comes; of the r others, k = ceil(log2 r) variables a node, 2k - 2 variables and"
        " 6k - 2 clauses an edge; refused above 20,000 nodes",
    )

    def refusal(self, graph: Graph) -> str | None:
        return elimination.refusal(graph, self.widest)

    def encode(self, cnf: Cnf, rule: str, graph: Graph, lits: Clauses) -> None:
        for part in add_arcs(cnf, rule, graph, lits):
            made, ways = elimination.direct_edges(cnf, rule, part, self.widest)
            left = part.nodes - made.eliminated
            if left:
                labels = block(cnf, rule, "label", (left, (left - 1).bit_length()))
                kept = made.ends[:, 0] >= made.eliminated
                low, high = labels[(made.ends[kept] - made.eliminated).T]
                guards = ways[kept].T.ravel()
                tail, head = np.concatenate((low, high)), np.concatenate((high, low))
                encode_greater(cnf, rule, guards, tail, head)


ENCODING = HybridElimination()
