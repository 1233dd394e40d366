"""Acyclicity on any graph by labels that step through the states of a shift register."""

from __future__ import annotations

import numpy as np

from nlc.arrays import Ints
from nlc.cnf import Clauses, Cnf
from nlc.encode.acyclic.base import Arcs, add_arcs, block
from nlc.encode.base import AcyclicEncoding, Declaration
from nlc.graph import Graph

TAPS = (
    *((), (), (1,), (2,), (3,), (3,), (5,), (6,), (6, 5, 4), (5,), (7,), (9,), (6, 4, 1)),
    *((4, 3, 1), (5, 3, 1), (14,), (15, 13, 4), (14,), (11,), (6, 2, 1), (17,), (19,), (21,)),
    *((18,), (23, 22, 17), (22,), (6, 2, 1), (5, 2, 1), (25,), (27,), (6, 4, 1), (28,)),
)
"""The middle exponents of a primitive polynomial of each degree from 2 to 31.

From P. Alfke, "Efficient shift registers, LFSR counters, and long pseudo-random sequence
generators", 1996.
"""


class Lfsr(AcyclicEncoding):
    """Every chosen edge has a child and a parent end, and the child the next label of a long cycle.

    Labels are the non-zero states of a linear feedback shift register of k bits, which come round
    after 2^k - 1 steps; A. Johnson numbers the nodes of Hamiltonian cycles so ("Quasi-linear
    reduction of Hamiltonian cycle problem (HCP) to satisfiability problem (SAT)", 2014).

    Every model is a forest: the arcs of a cycle of c edges go round one way (see `add_arcs`), so
    that c steps lead back to the same state; but c <= n < 2^k - 1 in a piece of n nodes. Every
    forest has a model: give each root any state, and each other node the one after its parent's.

    A step multiplies by x modulo a primitive polynomial of degree k: bit i of the child is bit
    i - 1 of the parent, plus the parent's highest bit where the polynomial has x^i. So an arc needs
    2k + 2 or 2k + 6 clauses and no auxiliary, and propagates each bit both ways.
    """

    declaration = Declaration(
        name="lfsr",
        source="Johnson 2014, for Hamiltonian cycles",
        preserves_models=False,
        size="k variables a node, 2 variables and at most 4k + 13 clauses an edge, at-most-one"
        " parent a node; k = ceil(log2(n + 2)) for a piece of n nodes of the 2-core",
    )

    def encode(self, cnf: Cnf, rule: str, graph: Graph, lits: Clauses) -> None:
        for part in add_arcs(cnf, rule, graph, lits):
            labels = block(cnf, rule, "label", (part.nodes, (part.size + 1).bit_length()))
            cnf.add(rule, labels)
            _step(cnf, rule, part, labels)


def _step(cnf: Cnf, rule: str, part: Arcs, labels: Ints) -> None:
    """State that the label of a child is one step after that of its parent.

    Args:
        part: the arcs.
        labels: shape (part.nodes, k), the bits of each node, lowest first.
    """
    arc, child, parent = -part.arcs, labels[part.child], labels[part.parent]
    k = child.shape[1]
    high = parent[:, -1]
    for i in range(k):
        here, before = child[:, i], parent[:, i - 1]
        if i in TAPS[k]:
            for a, b, c in ((1, 1, -1), (1, -1, 1), (-1, 1, 1), (-1, -1, -1)):
                cnf.add(rule, np.column_stack((arc, a * here, b * before, c * high)))
        else:
            cnf.add(rule, np.column_stack((arc, here, -before)))
            cnf.add(rule, np.column_stack((arc, -here, before)))


ENCODING = Lfsr()
