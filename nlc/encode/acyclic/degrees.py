"""What a program's counts say of the number of chosen edges at the nodes of a graph."""

from __future__ import annotations

import numpy as np

from nlc.arrays import Ints, places
from nlc.encode.base import ConditionalDegrees, Degrees
from nlc.graph.graph import by_size
from nlc.ir.nodes import Acyclic, Exactly, Program


def degrees(program: Program, node: Acyclic) -> Degrees:
    """Return which nodes can never have one chosen edge, and which never none.

    The facts come from `Exactly` rows that hold just the literals of the edges at a graph node,
    found by the hash of the sorted row and then compared; those of rows with a guard of one literal
    are conditional, and their guards literals of the IR.

    Args:
        program: the puzzle.
        node: the acyclicity in question, one of its nodes.
    """
    facts = [
        n
        for n in program.nodes
        if isinstance(n, Exactly) and n.guard.shape[1] < 2 and not {0, 1} <= set(n.counts)
    ]
    owner = node.graph.ends.ravel()
    lits = np.repeat(node.lits, 2)
    never_one = np.bincount(owner, minlength=node.graph.nodes) == 0
    never_zero = np.zeros(node.graph.nodes, dtype=np.bool_)
    guarded: list[tuple[Ints, Ints, bool, bool]] = []
    for nodes, halves in by_size(owner):
        at_node = np.sort(lits[halves], axis=1)
        for fact in facts:
            if fact.lits.shape[1] == at_node.shape[1]:
                row = places(at_node, np.sort(fact.lits, axis=1))
                found, rows = nodes[row >= 0], row[row >= 0]
                one, zero = 1 not in fact.counts, 0 not in fact.counts
                if fact.guard.shape[1]:
                    guarded.append((found, fact.guard[rows, 0], one, zero))
                else:
                    never_one[found] |= one
                    never_zero[found] |= zero
    return Degrees(never_one, never_zero, _conditional(guarded))


def _conditional(parts: list[tuple[Ints, Ints, bool, bool]]) -> ConditionalDegrees | None:
    """Join facts, each given as nodes, guards, and what all of them say."""
    if not parts:
        return None
    sizes = [len(nodes) for nodes, _, _, _ in parts]
    return ConditionalDegrees(
        np.concatenate([nodes for nodes, _, _, _ in parts]),
        np.concatenate([guards for _, guards, _, _ in parts]),
        np.repeat([one for _, _, one, _ in parts], sizes),
        np.repeat([zero for _, _, _, zero in parts], sizes),
    )
