"""Graphs whose edges a program chooses, and bounds of its counts on their degrees."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, Ints, distinct, find_rows
from nlc.graph import Graph, by_size
from nlc.ir.nodes import TRUE, Acyclic, Clause, Counts, Exactly, Lits, Program


class ChosenEdges(Struct, frozen=True, eq=False):
    """A graph whose edges a program chooses.

    Attributes:
        graph: it has at least one edge.
        lits: shape (edges,), whether an edge is chosen; no constants, and no variable twice.
    """

    graph: Graph
    lits: Lits


def chosen_edges(program: Program) -> Iterator[ChosenEdges]:
    """Yield the graphs of global constraints and of acyclicity in a program, each once."""
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
    """Return a property of the number of chosen edges at each node of a graph.

    Args:
        program: its counts without a guard are used.
        item: the graph.
        value: the property of a set of numbers, at least 0, or None.

    Returns:
        Shape (nodes,); `UNKNOWN` without a count, and the property of 0 for nodes without edges.
    """
    nothing = value(Counts.of(0))
    out = np.full(item.graph.nodes, UNKNOWN if nothing is None else nothing, np.int32)
    out[item.graph.ends] = UNKNOWN
    facts = [
        (rows, found) for rows, counts in _counts(program) if (found := value(counts)) is not None
    ]
    for number, nodes, _ in _match(item.graph, item.lits, [rows for rows, _ in facts]):
        out[nodes] = facts[number][1]
    return out


class Degrees(Struct, frozen=True, eq=False):
    """Known facts on the number of chosen edges at each node of a graph.

    Attributes:
        never_one: shape (nodes,), True if a node cannot have exactly one chosen edge.
        never_zero: shape (nodes,), True if it has at least one.
        conditional: facts under guards, or None.
    """

    never_one: Bools
    never_zero: Bools
    conditional: ConditionalDegrees | None = None


class ConditionalDegrees(Struct, frozen=True, eq=False):
    """Facts about the chosen edges at nodes, each under a guard.

    Attributes:
        nodes: shape (k,).
        guards: shape (k,), literals.
        never_one: shape (k,), whether the node then cannot have exactly one chosen edge.
        never_zero: shape (k,), whether it then has at least one.
    """

    nodes: Ints
    guards: Lits
    never_one: Bools
    never_zero: Bools


def degrees(program: Program, node: Acyclic) -> Degrees:
    """Return which nodes never have exactly one chosen edge, and which never none.

    The facts come from `Exactly` rows over exactly the edges at a graph node; those of rows with a
    guard of one literal are conditional, and their guards are literals of the IR.

    Args:
        program: has the counts.
        node: the acyclicity, one of its nodes.
    """
    counts = (n for n in program.nodes if isinstance(n, Exactly) and n.guard.shape[1] < 2)
    facts = [n for n in counts if not {0, 1} <= set(n.counts)]
    never_one = np.bincount(node.graph.ends.ravel(), minlength=node.graph.nodes) == 0
    never_zero = np.zeros(node.graph.nodes, dtype=np.bool_)
    guarded: list[tuple[Ints, Lits, Bools, Bools]] = []
    for number, nodes, rows in _match(node.graph, node.lits, [fact.lits for fact in facts]):
        fact = facts[number]
        one, zero = 1 not in fact.counts, 0 not in fact.counts
        if fact.guard.shape[1]:
            both = (np.full(len(nodes), each, np.bool_) for each in (one, zero))
            guarded.append((nodes, fact.guard[rows, 0], *both))
        else:
            never_one[nodes] |= one
            never_zero[nodes] |= zero
    parts = map(np.concatenate, zip(*guarded, strict=True))
    return Degrees(never_one, never_zero, ConditionalDegrees(*parts) if guarded else None)


def _match(graph: Graph, lits: Lits, facts: Sequence[Lits]) -> Iterator[tuple[int, Ints, Ints]]:
    """Match the literals of facts with the edges at nodes.

    Args:
        graph: the graph.
        lits: shape (edges,).
        facts: each shape (m, n), literals, in any order.

    Yields:
        The number of a fact, nodes, and the row of the fact for each of them.
    """
    rows = [np.sort(fact, axis=1) for fact in facts]
    halved = np.repeat(lits, 2)
    for nodes, halves in by_size(graph.ends.ravel()):
        at_node = np.sort(halved[halves], axis=1)
        for number, fact in enumerate(rows):
            if fact.shape[1] == at_node.shape[1]:
                row = find_rows(at_node, fact)
                yield number, nodes[row >= 0], row[row >= 0]


def _counts(program: Program) -> Iterator[tuple[Lits, Counts]]:
    """Yield literals, shape (m, n), and the numbers of each row that may hold."""
    for node in program.nodes:
        if isinstance(node, Acyclic) or node.guard.shape[1]:
            continue
        if isinstance(node, Exactly):
            yield node.lits, node.counts.within(node.lits.shape[1])
        elif isinstance(node.then, Clause) and node.then.lits.shape[1] == 1:
            yield node.then.lits, Counts.of(1)
            yield -node.then.lits, Counts.of(0)
