"""From connectedness over nodes and links to connectedness through nodes alone."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from nlc.arrays import Ints, distinct
from nlc.encode.connected import Demands, Joined
from nlc.graph import Graph, by_size
from nlc.ir.connection import stated
from nlc.ir.nodes import TRUE, Clause, Connection, Exactly, Implies, Lits, Program


def reduced(item: Connection, rows: Rows) -> Joined:
    """Return a connection of a program with every decided edge as a node; literals of the IR.

    What can never be passed is left out.

    Args:
        item: one of the connections of a program, or what one of its globals says.
        rows: its counts and clauses, which say what nodes are surely needed.
    """
    graph, members = item.graph, item.members
    loose = members is None
    opened = np.full(graph.nodes, TRUE, np.int32) if members is None else members
    stay = opened != -TRUE
    number = np.cumsum(stay, dtype=np.int32) - 1
    kept = (item.lits != -TRUE) & stay[graph.ends[:, 0]] & stay[graph.ends[:, 1]]
    if not loose:
        kept &= graph.ends[:, 0] != graph.ends[:, 1]
    ends, rank, lits = number[graph.ends[kept]], graph.rank[kept], item.lits[kept]
    opened = opened[stay]
    middles = np.flatnonzero(np.full(len(lits), loose) | (lits != TRUE))
    nodes = np.arange(len(opened), len(opened) + len(middles), dtype=np.int32)
    halves = np.column_stack([nodes, ends[middles, 1]])
    turned = np.column_stack([np.ones_like(nodes), rank[middles, 1]])
    ends[middles, 1], rank[middles, 1] = nodes, 0
    ends, rank = np.concatenate([ends, halves]), np.concatenate([rank, turned])
    goals = item.goals
    if goals is not None:
        goals = np.append(goals[stay], np.full(len(middles), -TRUE, np.int32))
    needed = np.full_like(opened, -TRUE) if loose else opened
    needed = np.append(needed, lits[middles] if loose else np.full(len(middles), -TRUE, np.int32))
    opened = np.append(opened, lits[middles])
    whole = Graph(len(opened), ends, rank, graph.nonplanar)
    demands, guards = rows.demands_on(needed)
    root = None if item.root is None or not stay[item.root] else int(number[item.root])
    if item.most is None or loose:
        steps = whole.nodes - 1
    else:  # what is decided lies between two members
        steps = max(item.most - 1, 0) * (2 if len(middles) else 1)
    return Joined(whole, opened, needed, goals, demands, guards, steps, root)


def line_of(graph: Graph, lits: Lits, rows: Rows) -> Joined:
    """Return that the drawn edges of a line are joined; literals of the IR.

    Args:
        graph: the edges that may be drawn.
        lits: shape (edges,), the literal of each.
        rows: the counts and clauses of the program.
    """
    demands, guards = rows.demands_on(lits)
    return Joined(line_graph(graph), lits, lits, None, demands, guards, len(lits) - 1)


def line_graph(graph: Graph) -> Graph:
    """Return the graph whose nodes are the edges of another, joined where they share a node."""
    pairs = [np.zeros((0, 2), np.int32)]
    for _, sides in by_size(graph.ends.ravel()):
        one, other = np.triu_indices(sides.shape[1], 1)
        pairs.append(np.stack([sides[:, one] // 2, sides[:, other] // 2], axis=-1).reshape(-1, 2))
    ends = np.concatenate(pairs)
    return Graph(len(graph.ends), ends, np.zeros_like(ends))


class Rows:
    """The counts and clauses of a program, found by their literals: each set of nodes has few."""

    def __init__(self, program: Program) -> None:
        """Take the program whose rows count; those without a guard come first."""
        self._blocks = sorted(_rows(program), key=lambda row: row[2] is not None)
        lits = [lits for lits, _, _ in self._blocks]
        self._firsts = np.cumsum([0, *map(len, lits)])
        flat = np.concatenate([np.zeros(0, np.int32), *(each.ravel() for each in lits)])
        widths = [width for each in lits for width in [each.shape[1]] * len(each)]
        row = np.repeat(np.arange(len(widths)), np.array(widths, np.int32))
        order = np.argsort(flat, kind="stable")
        self._lits, self._row = flat[order], row[order]

    def demands_on(self, needed: Lits) -> tuple[Demands, Lits]:
        """Return the sets of nodes of each of which some row says that so many are needed.

        Of a row with other literals, too, as many are needed as are left to choose when all of
        those hold.

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
        rows = self._about(ascending)
        ends = np.searchsorted(rows, self._firsts)
        for i in np.flatnonzero(np.diff(ends)).tolist():
            lits, least, guard = self._blocks[i]
            chosen = rows[ends[i] : ends[i + 1]] - self._firsts[i]
            place = np.searchsorted(ascending, lits[chosen]).clip(max=len(order) - 1)
            is_node = ascending[place] == lits[chosen]
            asked = least - (~is_node).sum(axis=1)
            # A row that asks for more than it has demands nothing: no model meets it.
            some = (asked > 0) & (is_node.sum(axis=1) >= asked)
            if not some.any():
                continue
            place, is_node, asked = place[some], is_node[some], asked[some]
            sizes = is_node.sum(axis=1)
            starts = (np.cumsum(sizes) - sizes).astype(np.int32)
            parts.append(Demands(starts, order[place[is_node]], asked.astype(np.int32)))
            guards.append(np.zeros(len(asked), np.int32) if guard is None else guard[chosen[some]])
        return Demands.concatenate(parts), np.concatenate(guards)

    def _about(self, lits: Lits) -> Ints:
        """Return the rows with one of some literals, ascending."""
        first = np.searchsorted(self._lits, lits, "left")
        sizes = np.searchsorted(self._lits, lits, "right") - first
        within = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        return distinct(self._row[np.repeat(first, sizes) + within])


def _rows(program: Program) -> Iterator[tuple[Lits, int, Lits | None]]:
    """Yield literals of which at least so many hold, under a guard of one literal or none."""
    for node in stated(program):
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
