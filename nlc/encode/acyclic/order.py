"""Acyclicity on any graph by labels that grow along the way from a root."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from nlc.board.board import Graph, Ints
from nlc.dimacs.cnf import Clauses, Cnf, Separator
from nlc.encode.acyclic.clauses import block
from nlc.encode.acyclic.rooted import rooted
from nlc.encode.base import Declaration, Degrees


@dataclass(frozen=True)
class Order:
    """Every chosen edge has a child and a parent end, and the child has the larger binary label.

    Every model is a forest: the arcs of a cycle go round one way (see `rooted`), and labels would
    grow all the way round. Every forest has a model: root each tree at the middle of its longest
    path and label the nodes by their distance from it. In a piece of n nodes that is floor(n / 2)
    at most, so k = floor(log2 n) bits are enough.

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
        for part in rooted(cnf, rule, graph, lits, lambda nodes: nodes // 2):
            child, parent = part.labels[part.child], part.labels[part.parent]
            _greater(cnf, rule, part.arcs, child, parent)
        return ()


def _greater(cnf: Cnf, rule: str, guard: Ints, left: Ints, right: Ints) -> None:
    """State left > right where the guard holds.

    Args:
        guard: shape (n,), variables.
        left: shape (n, k), the bits of n numbers, lowest first.
        right: likewise.
    """
    tie = guard
    for bit in reversed(range(1, left.shape[1])):
        a, b = left[:, bit], right[:, bit]
        lower_tie = block(cnf, rule, "tie", tie.shape)
        cnf.add(rule, np.column_stack((-tie, a, -b)))
        cnf.add(rule, np.column_stack((-tie, a, lower_tie)))
        cnf.add(rule, np.column_stack((-tie, -b, lower_tie)))
        tie = lower_tie
    cnf.add(rule, np.column_stack((-tie, left[:, 0])))
    cnf.add(rule, np.column_stack((-tie, -right[:, 0])))
