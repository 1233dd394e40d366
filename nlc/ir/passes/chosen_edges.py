"""Graphs whose edges a program chooses, and what its counts say of the edges at each node."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from nlc.arrays import Ints, distinct, places
from nlc.dataclasses import dataclass
from nlc.graph.graph import Graph, by_size
from nlc.ir.nodes import TRUE, Acyclic, Clause, Counts, Exactly, Lits, Program


@dataclass(frozen=True, eq=False)
class ChosenEdges:
    """A graph of which a program chooses edges.

    Attributes:
        graph: with at least one edge.
        lits: shape (edges,), whether an edge is chosen; no constants, and no variable twice.
    """

    graph: Graph
    lits: Lits


def chosen_edges(program: Program) -> Iterator[ChosenEdges]:
    """Yield the graphs that a program speaks of as a whole, each once."""
    found = [(item.graph, item.lits) for item in program.globals]
    nodes = [node for node in program.nodes if isinstance(node, Acyclic)]
    found += [(node.graph, node.lits) for node in nodes if node.origin.expands is None]
    seen: set[bytes] = set()
    for graph, lits in found:
        key = graph.ends.tobytes() + lits.tobytes()
        variables = np.abs(lits)
        plain = len(distinct(variables)) == len(lits) and not np.any(variables == TRUE)
        if len(lits) and plain and key not in seen:
            yield ChosenEdges(graph, lits)
        seen.add(key)


UNKNOWN = -1


def at_nodes(program: Program, item: ChosenEdges, value: Callable[[Counts], int | None]) -> Ints:
    """Return what counts say of the number of chosen edges at each node of a graph.

    Args:
        program: its counts that hold without a condition are read.
        item: the graph.
        value: what a set of numbers tells, at least 0, or None for nothing.

    Returns:
        Shape (nodes,); `UNKNOWN` where no count tells, and the value of 0 where there is no edge.
    """
    nothing = value(Counts.of(0))
    out = np.full(item.graph.nodes, UNKNOWN if nothing is None else nothing, np.int32)
    out[item.graph.ends] = UNKNOWN
    facts = [
        (np.sort(rows, axis=1), found)
        for rows, counts in _counted(program)
        if (found := value(counts)) is not None
    ]
    lits = np.repeat(item.lits, 2)
    for nodes, halves in by_size(item.graph.ends.ravel()):
        at_node = np.sort(lits[halves], axis=1)
        for rows, found in facts:
            if rows.shape[1] == at_node.shape[1]:
                out[nodes[places(at_node, rows) >= 0]] = found
    return out


def _counted(program: Program) -> Iterator[tuple[Lits, Counts]]:
    """Yield literals, shape (m, n), and how many of each row hold, as far as nodes say so."""
    for node in program.nodes:
        if isinstance(node, Acyclic) or node.guard.shape[1]:
            continue
        if isinstance(node, Exactly):
            yield node.lits, node.counts.within(node.lits.shape[1])
        elif isinstance(node.then, Clause) and node.then.lits.shape[1] == 1:
            yield node.then.lits, Counts.of(1)
            yield -node.then.lits, Counts.of(0)
