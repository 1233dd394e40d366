"""Acyclicity on any graph by labels of the nodes, which go on along the arcs of rooted trees."""

from __future__ import annotations

import numpy as np

from nlc.cnf import Clauses, Cnf
from nlc.encode.acyclic import add_arcs, block, encode_greater, size_refusal
from nlc.encode.base import AcyclicEncoding, declared
from nlc.graph import Graph


class Closure(AcyclicEncoding):
    """Every chosen edge has a child and a parent end, and no node is an ancestor of itself.

    Variable (v, w) of two nodes of one piece holds if w is an ancestor of v (the converse is not
    needed): the parent is one, and so is each ancestor of the parent.

    Every model is a forest: the arcs of a cycle go round one way (see `add_arcs`), so that each of
    its nodes would be its own ancestor. Every forest has a model: direct each tree to a root, and
    let the variables be those of its ancestors.
    """

    declaration = declared("acyclic", "closure")

    def refusal(self, graph: Graph) -> str | None:
        return size_refusal(graph, lambda p: len(p.edges) * (2 * p.size + 3) + p.nodes)

    def encode(self, cnf: Cnf, rule: str, graph: Graph, lits: Clauses) -> None:
        for part in add_arcs(cnf, rule, graph, lits):
            n = part.size
            above = block(cnf, rule, "above", (part.nodes, n))
            itself = np.arange(part.nodes)
            cnf.add(rule, -above[itself, itself % n][:, None])
            cnf.add(rule, np.column_stack((-part.arcs, above[part.child, part.parent % n])))
            guard = np.broadcast_to(-part.arcs[:, None], (len(part.arcs), n))
            step = np.stack((guard, -above[part.parent], above[part.child]), axis=2)
            cnf.add(rule, step.reshape(-1, 3))


class OrderBinary(AcyclicEncoding):
    """Every chosen edge has a child and a parent end, and the child has the larger binary label.

    Every model is a forest: the arcs of a cycle go round one way (see `add_arcs`), and labels would
    grow all the way round. Every forest has a model: root each tree at the middle of its longest
    path and label the nodes by their distance from it. In a piece of n nodes that is floor(n / 2)
    at most, so k = floor(log2 n) bits are enough.
    """

    declaration = declared("acyclic", "order-binary")

    def encode(self, cnf: Cnf, rule: str, graph: Graph, lits: Clauses) -> None:
        for part in add_arcs(cnf, rule, graph, lits):
            labels = block(cnf, rule, "label", (part.nodes, (part.size // 2).bit_length()))
            encode_greater(cnf, rule, part.arcs, labels[part.child], labels[part.parent])


class OrderUnary(AcyclicEncoding):
    """Every chosen edge has a child and a parent end, and the child has the larger unary label.

    Variable j of a node says that its label is at least j (the order encoding of Crawford and Baker
    1994); an arc shifts the variables of the parent by one place into the child's.

    Every model is a forest: the arcs of a cycle go round one way (see `add_arcs`), and labels would
    grow all the way round. Every forest has a model: root each tree at the middle of its longest
    path and label the nodes by their distance from it. In a piece of n nodes that is d = floor(n/2)
    at most.
    """

    declaration = declared("acyclic", "order-unary")

    def refusal(self, graph: Graph) -> str | None:
        return size_refusal(
            graph, lambda p: len(p.edges) * (p.size // 2 * 2 + 3) + p.nodes * (p.size // 2 - 1)
        )

    def encode(self, cnf: Cnf, rule: str, graph: Graph, lits: Clauses) -> None:
        for part in add_arcs(cnf, rule, graph, lits):
            d = part.size // 2
            labels = block(cnf, rule, "label", (part.nodes, d))
            cnf.add(rule, np.stack((labels[:, :-1], -labels[:, 1:]), axis=2).reshape(-1, 2))
            child, parent = labels[part.child], labels[part.parent]
            guard = np.broadcast_to(-part.arcs[:, None], (len(part.arcs), d - 1))
            cnf.add(rule, np.column_stack((-part.arcs, child[:, 0])))
            step = np.stack((guard, -parent[:, :-1], child[:, 1:]), axis=2)
            cnf.add(rule, step.reshape(-1, 3))
            cnf.add(rule, np.column_stack((-part.arcs, -parent[:, -1])))


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

    declaration = declared("acyclic", "lfsr")

    def encode(self, cnf: Cnf, rule: str, graph: Graph, lits: Clauses) -> None:
        for part in add_arcs(cnf, rule, graph, lits):
            k = (part.size + 1).bit_length()
            labels = block(cnf, rule, "label", (part.nodes, k))  # the bits, lowest first
            cnf.add(rule, labels)
            arc, child, parent = -part.arcs, labels[part.child], labels[part.parent]
            high = parent[:, -1]
            for i in range(k):
                here, before = child[:, i], parent[:, i - 1]
                if i in TAPS[k]:
                    for a, b, c in ((1, 1, -1), (1, -1, 1), (-1, 1, 1), (-1, -1, -1)):
                        cnf.add(rule, np.column_stack((arc, a * here, b * before, c * high)))
                else:
                    cnf.add(rule, np.column_stack((arc, here, -before)))
                    cnf.add(rule, np.column_stack((arc, -here, before)))
