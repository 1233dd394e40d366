"""What a program's counts say of the number of chosen edges at the nodes of a graph."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nlc.board.board import Bools, Ints
from nlc.encode.acyclic.graphs import by_size
from nlc.encode.base import Degrees
from nlc.ir.nodes import Acyclic, Exactly, Program


def degrees(program: Program, node: Acyclic) -> Degrees:
    """Return which nodes can never have one chosen edge, and which never none.

    The facts come from unguarded `Exactly` rows that hold just the literals of the edges at a graph
    node, found by the hash of the sorted row and then compared.

    Args:
        program: the puzzle.
        node: the acyclicity in question, one of its nodes.
    """
    facts = [
        n
        for n in program.nodes
        if isinstance(n, Exactly) and not n.guard.shape[1] and not {0, 1} <= set(n.counts)
    ]
    owner = node.graph.ends.ravel()
    lits = np.repeat(node.lits, 2)
    never_one = np.bincount(owner, minlength=node.graph.nodes) == 0
    never_zero = np.zeros(node.graph.nodes, dtype=np.bool_)
    for nodes, halves in by_size(owner):
        at_node = np.sort(lits[halves], axis=1)
        for fact in facts:
            if fact.lits.shape[1] == at_node.shape[1]:
                found = nodes[_among(at_node, np.sort(fact.lits, axis=1))]
                never_one[found] |= 1 not in fact.counts
                never_zero[found] |= 0 not in fact.counts
    return Degrees(never_one, never_zero)


def _among(rows: Ints, table: Ints) -> Bools:
    """Return which rows occur in a table; all rows are sorted.

    Where two rows of the table have one hash, only one of them is found.
    """
    if not len(table):
        return np.zeros(len(rows), dtype=np.bool_)
    keys = _hash(table)
    order = np.argsort(keys)
    place = np.searchsorted(keys, _hash(rows), sorter=order)
    candidate = table[order[np.minimum(place, len(table) - 1)]]
    found: Bools = np.all(candidate == rows, axis=1)
    return found


def _hash(rows: Ints) -> npt.NDArray[np.uint64]:
    """Return a 64-bit hash of each row, by multiplication and shift after each literal."""
    out = np.zeros(len(rows), dtype=np.uint64)
    for column in rows.T:
        out = (out ^ column.astype(np.uint64)) * np.uint64(0x9E3779B97F4A7C15)
        out ^= out >> np.uint64(32)
    return out
