"""Acyclicity on any graph by labels that grow along the way from a root."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from nlc.board.board import Graph, Ints
from nlc.dimacs.cnf import Clauses, Cnf, Separator
from nlc.encode.acyclic.clauses import at_most_one, fresh
from nlc.encode.acyclic.graphs import by_size, components, core
from nlc.encode.base import Declaration, Degrees


@dataclass(frozen=True)
class Order:
    """Every chosen edge has a child and a parent end, and the child has the larger binary label.

    Only the 2-core of the graph (without self-loops, which are forbidden outright) takes part: no
    other edge lies on a cycle. An edge of the core has two arc variables, one for each of its nodes
    as the child of the other. The clauses say

    1. a chosen edge has an arc,
    2. each node has at most one arc to a parent,
    3. along an arc, label(child) > label(parent).

    Every model is a forest: the edges of a cycle of c nodes need c arcs, and by 2 each of the nodes
    is a child just once; so the arcs go round one way and by 3 the labels grow without end.
    Every forest has a model: root each tree at the middle of its longest path and label the nodes
    by their distance from it. In a piece of n nodes that is floor(n / 2) at most, so
    k = floor(log2 n) bits are enough.

    An arc compares its labels from the highest bit down, with k - 1 auxiliaries ("all higher bits
    are equal") and 3k - 1 clauses.
    """

    @property
    def declaration(self) -> Declaration:
        """What the encoding is."""
        return Declaration(
            name="order",
            node="acyclic",
            source="binary order labels along the arcs of rooted trees",
            exact=True,
            preserves_models=False,
            needs=(),
            size="k variables a node, 2k variables and 6k - 1 clauses an edge, at-most-one parent"
            " a node; k = floor(log2 n) for a piece of n nodes of the 2-core",
        )

    def refusal(self, graph: Graph) -> str | None:
        """Return None: there is no graph that the encoding cannot treat."""
        return None

    def lower(
        self, cnf: Cnf, rule: str, graph: Graph, lits: Clauses, degrees: Degrees
    ) -> Sequence[Separator]:
        """Add labels, arcs and their clauses."""
        loops = graph.ends[:, 0] == graph.ends[:, 1]
        cnf.add(rule, -lits[loops][:, None])
        ends, lits = graph.ends[~loops], lits[~loops]
        kept = core(graph.nodes, ends)
        ends, lits = ends[kept], lits[kept]
        if not len(lits):
            return ()
        root = components(graph.nodes, ends)
        deepest = (np.bincount(root) // 2)[root[ends[:, 0]]]
        width = np.frexp(deepest)[1]
        for k in np.unique(width).tolist():
            _lower_pieces(cnf, rule, ends[width == k], lits[width == k], k)
        return ()


def _lower_pieces(cnf: Cnf, rule: str, ends: Ints, lits: Clauses, k: int) -> None:
    """Lower all pieces whose labels have k bits."""
    nodes, inverse = np.unique(ends, return_inverse=True)
    halves = inverse.astype(np.int32).ravel()
    label = _block(cnf, rule, "label", (len(nodes), k))
    arcs = _block(cnf, rule, "arc", (len(ends), 2))
    cnf.add(rule, np.column_stack((-lits, arcs)))
    for _, places in by_size(halves):
        at_most_one(cnf, rule, arcs.ravel()[places])
    other = halves.reshape(-1, 2)[:, ::-1].ravel()
    _greater(cnf, rule, arcs.ravel(), label[halves], label[other])


def _greater(cnf: Cnf, rule: str, guard: Ints, left: Ints, right: Ints) -> None:
    """State left > right where the guard holds.

    Args:
        guard: shape (n,).
        left: shape (n, k), the bits of n numbers, lowest first.
        right: likewise.
    """
    tie = guard
    for bit in reversed(range(1, left.shape[1])):
        a, b = left[:, bit], right[:, bit]
        lower_tie = _block(cnf, rule, "tie", tie.shape)
        cnf.add(rule, np.column_stack((-tie, a, -b)))
        cnf.add(rule, np.column_stack((-tie, a, lower_tie)))
        cnf.add(rule, np.column_stack((-tie, -b, lower_tie)))
        tie = lower_tie
    cnf.add(rule, np.column_stack((-tie, left[:, 0])))
    cnf.add(rule, np.column_stack((-tie, -right[:, 0])))


def _block(cnf: Cnf, rule: str, part: str, shape: tuple[int, ...]) -> Ints:
    """Allocate an array of variables."""
    size = math.prod(shape)
    base = fresh(cnf, rule, part, size)
    return np.arange(base, base + size, dtype=np.int32).reshape(shape)
