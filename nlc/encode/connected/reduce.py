"""From connectedness over nodes and links to connectedness through nodes alone."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from nlc.encode.connected.base import Joined
from nlc.encode.loop_cuts import Demands
from nlc.graph import Graph
from nlc.ir.nodes import TRUE, Clause, Connection, Exactly, Implies, Lits, Program


def reduced(program: Program, item: Connection) -> Joined:
    """Return a connection of a program with every decided edge as a node; literals of the IR.

    What can never be passed is left out.

    Args:
        program: whose counts and clauses say which nodes are surely needed.
        item: one of its connections, or what one of its globals says.
    """
    graph, members = item.graph, item.members
    loose = members is None
    opened = np.full(graph.nodes, TRUE, np.int32) if members is None else members
    kept = (item.lits != -TRUE) & (opened[graph.ends] != -TRUE).all(axis=1)
    if not loose:
        kept &= graph.ends[:, 0] != graph.ends[:, 1]
    ends, rank, lits = graph.ends[kept], graph.rank[kept], item.lits[kept]
    middles = np.flatnonzero(np.full(len(lits), loose) | (lits != TRUE))
    nodes = np.arange(graph.nodes, graph.nodes + len(middles), dtype=np.int32)
    halves = np.column_stack([nodes, ends[middles, 1]])
    turned = np.column_stack([np.ones_like(nodes), rank[middles, 1]])
    ends[middles, 1], rank[middles, 1] = nodes, 0
    ends, rank = np.concatenate([ends, halves]), np.concatenate([rank, turned])
    goals = item.goals
    if goals is not None:
        goals = np.append(goals, np.full(len(middles), -TRUE, np.int32))
    needed = np.append(opened, np.full(len(middles), -TRUE, np.int32))
    opened = np.append(opened, lits[middles])
    if loose:
        needed = np.append(np.full(graph.nodes, -TRUE, np.int32), lits[middles])
    stay = opened != -TRUE
    number = np.cumsum(stay, dtype=np.int32) - 1
    whole = Graph(int(stay.sum()), number[ends], rank, graph.nonplanar)
    demands, guards = demands_on(program, needed[stay])
    goals = None if goals is None else goals[stay]
    root = None if item.root is None or not stay[item.root] else int(number[item.root])
    if item.most is None or loose:
        steps = whole.nodes - 1
    else:  # what is decided lies between two members
        steps = max(item.most - 1, 0) * (2 if len(middles) else 1)
    return Joined(whole, opened[stay], needed[stay], goals, demands, guards, steps, root)


def demands_on(program: Program, needed: Lits) -> tuple[Demands, Lits]:
    """Return the sets of nodes of each of which some rule says that at least so many are needed.

    They come from counts and clauses about the literals of nodes. Of a row with other literals,
    too, as many are needed as are left to choose when all of those hold.

    Args:
        needed: shape (nodes,), the IR literal of each node.

    Returns:
        The demands, those without a guard first, and their guards as IR literals, 0 for none.
    """
    surely = np.flatnonzero(needed == TRUE)
    ones = np.ones(len(surely), np.int32)
    parts = [Demands(np.arange(len(surely), dtype=np.int32), surely.astype(np.int32), ones)]
    guards = [np.zeros(len(surely), np.int32)]
    order = np.argsort(needed, kind="stable").astype(np.int32)
    order = order[np.abs(needed[order]) != TRUE]
    ascending = needed[order]
    rows = _rows(program) if len(order) else iter(())
    for lits, least, guard in sorted(rows, key=lambda row: row[2] is not None):
        place = np.searchsorted(ascending, lits).clip(max=len(order) - 1)
        is_node = ascending[place] == lits
        asked = least - (~is_node).sum(axis=1)
        # A row that asks for more than it has demands nothing: no model meets it.
        chosen = np.flatnonzero((asked > 0) & (is_node.sum(axis=1) >= asked))
        if not len(chosen):
            continue
        sizes = is_node[chosen].sum(axis=1)
        starts = (np.cumsum(sizes) - sizes).astype(np.int32)
        demanded = order[place[chosen][is_node[chosen]]]
        parts.append(Demands(starts, demanded, asked[chosen].astype(np.int32)))
        guards.append(np.zeros(len(chosen), np.int32) if guard is None else guard[chosen])
    return Demands.concatenate(parts), np.concatenate(guards)


def _rows(program: Program) -> Iterator[tuple[Lits, int, Lits | None]]:
    """Yield literals of which at least so many hold, under a guard of one literal or none."""
    for node in program.nodes:
        match node:
            case Exactly(counts, lits, guard) if counts.intervals and guard.shape[1] < 2:
                given = guard[:, 0] if guard.shape[1] else None
                least, most = counts.intervals[0][0], counts.intervals[-1][1]
                if least:
                    yield lits, least, given
                if most < lits.shape[1]:
                    yield -lits, lits.shape[1] - most, given
            case Implies(guard, Clause(lits)):
                yield np.hstack([-guard, lits]), 1, None
                if guard.shape[1]:
                    yield np.hstack([-guard[:, 1:], lits]), 1, guard[:, 0]
