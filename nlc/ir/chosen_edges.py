"""Graphs whose edges a program chooses, and what its counts say of the edges at each node."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, Ints, distinct, places
from nlc.graph import Graph, by_size
from nlc.ir.nodes import TRUE, Acyclic, Clause, Counts, Exactly, Lits, Program


class ChosenEdges(Struct, frozen=True, eq=False):
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
        value: what a set of numbers tells, at least 0, or None for nothing.

    Returns:
        Shape (nodes,); `UNKNOWN` where no count tells, and the value of 0 where there is no edge.
    """
    nothing = value(Counts.of(0))
    out = np.full(item.graph.nodes, UNKNOWN if nothing is None else nothing, np.int32)
    out[item.graph.ends] = UNKNOWN
    facts = [
        (rows, found) for rows, counts in _counted(program) if (found := value(counts)) is not None
    ]
    for number, nodes, _ in _met(item.graph, item.lits, [rows for rows, _ in facts]):
        out[nodes] = facts[number][1]
    return out


class Degrees(Struct, frozen=True, eq=False):
    """What the other constraints say of the number of chosen edges at each node of a graph.

    Attributes:
        never_one: shape (nodes,), True where a node cannot have exactly one chosen edge.
        never_zero: shape (nodes,), True where it has at least one.
        conditional: what holds only where some literal does, or None.
    """

    never_one: Bools
    never_zero: Bools
    conditional: ConditionalDegrees | None = None


class ConditionalDegrees(Struct, frozen=True, eq=False):
    """Facts about the chosen edges at nodes, each of which holds where its guard does.

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
    """Return which nodes can never have one chosen edge, and which never none.

    The facts come from `Exactly` rows that hold just the literals of the edges at a graph node;
    those of rows with a guard of one literal are conditional, and their guards literals of the IR.

    Args:
        node: the acyclicity in question, one of its nodes.
    """
    facts = [
        n
        for n in program.nodes
        if isinstance(n, Exactly) and n.guard.shape[1] < 2 and not {0, 1} <= set(n.counts)
    ]
    never_one = np.bincount(node.graph.ends.ravel(), minlength=node.graph.nodes) == 0
    never_zero = np.zeros(node.graph.nodes, dtype=np.bool_)
    guarded: list[tuple[Ints, Ints, bool, bool]] = []
    for number, nodes, rows in _met(node.graph, node.lits, [fact.lits for fact in facts]):
        fact = facts[number]
        one, zero = 1 not in fact.counts, 0 not in fact.counts
        if fact.guard.shape[1]:
            guarded.append((nodes, fact.guard[rows, 0], one, zero))
        else:
            never_one[nodes] |= one
            never_zero[nodes] |= zero
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


def _met(graph: Graph, lits: Lits, facts: Sequence[Lits]) -> Iterator[tuple[int, Ints, Ints]]:
    """Yield where facts speak of just the edges at a node: by the hash of sorted rows, compared.

    Args:
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
                row = places(at_node, fact)
                yield number, nodes[row >= 0], row[row >= 0]


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
