"""Vertex elimination: the chordal graph that it yields, and clauses over its directed edges."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush

import numpy as np
from msgspec import Struct

from nlc.arrays import Ints
from nlc.cnf import Clauses, Cnf
from nlc.encode.acyclic.base import MAX_CLAUSES, Arcs, block, pieces
from nlc.graph import Graph, by_size

MAX_NODES = 20_000
"""The order of elimination is found node by node, which takes long on larger graphs."""


class Elimination(Struct, frozen=True, eq=False):
    """The result of eliminating some nodes of a graph, one after the other.

    Eliminating a node joins all of its neighbours to each other and removes it. Nodes are numbered
    in the order of elimination; those that remain come last.

    Attributes:
        place: shape (nodes,), the new number of each node.
        eliminated: the number of eliminated nodes.
        ends: shape (m, 2), all original and added edges, smaller number first, in ascending order:
            those with ``ends[:, 0] = v < eliminated`` lead to the last neighbours of v.
    """

    place: Ints
    eliminated: int
    ends: Ints


def eliminate(nodes: int, ends: Ints, widest: int) -> Elimination | None:
    """Eliminate nodes, always the smallest of those with the fewest neighbours.

    Args:
        nodes: number of nodes.
        ends: shape (m, 2); parallel edges count as one, and there are no self-loops.
        widest: stop when each node has more neighbours than this.

    Returns:
        The elimination; None if there are more than `MAX_CLAUSES` ordered pairs of last neighbours.
    """
    around: list[set[int]] = [set() for _ in range(nodes)]
    for u, v in ends.tolist():
        around[u].add(v)
        around[v].add(u)
    queue = [(len(near), v) for v, near in enumerate(around)]
    heapify(queue)
    order: dict[int, Sequence[int]] = {}
    pairs = 0
    while queue:
        width, v = heappop(queue)
        if v in order or width != len(around[v]):
            continue
        if width > widest:
            break
        pairs += width * (width - 1)
        if pairs > MAX_CLAUSES:
            return None
        order[v] = near = sorted(around[v])
        for u in near:
            around[u].update(near)
            around[u] -= {u, v}
            heappush(queue, (len(around[u]), u))
    rest = [v for v in range(nodes) if v not in order]
    found = [(v, u) for v, near in order.items() for u in near]
    found += [(v, u) for v in rest for u in around[v] if v < u]
    place = np.empty(nodes, dtype=np.int32)
    place[[*order, *rest]] = np.arange(nodes)
    edges = place[np.array(found, dtype=np.int32).reshape(-1, 2)]
    return Elimination(place, len(order), edges[np.lexsort((edges[:, 1], edges[:, 0]))])


def refusal(graph: Graph, widest: int) -> str | None:
    """Return why a graph is too large for elimination up to a number of neighbours, or None."""
    parts = list(pieces(graph))
    nodes = sum(part.nodes for part in parts)
    if nodes > MAX_NODES:
        return f"it has {nodes:,} nodes on cycles, and {MAX_NODES:,} are the limit"
    if all(eliminate(part.nodes, part.ends, widest) is not None for part in parts):
        return None
    return f"it would take more than {MAX_CLAUSES:,} clauses"


def direct_edges(cnf: Cnf, rule: str, part: Arcs, widest: int) -> tuple[Elimination, Ints]:
    """Direct the edges of an elimination so that no cycle of arcs runs through an eliminated node.

    Each edge has a new variable for each of its directions, at most one of which holds. An arc
    implies the variable of its direction, and for an eliminated node v, u to v and v to w imply u
    to w.

    Args:
        part: the arcs of a graph for which `refusal` is None.
        widest: as in `eliminate`.

    Returns:
        The elimination, and the variables, shape (m, 2): of the direction to the larger number, and
        to the smaller one.
    """
    both_ways = np.column_stack((part.child, part.parent))
    elimination = eliminate(part.nodes, both_ways, widest)
    assert elimination is not None, "the graph is refused"
    ends, place = elimination.ends, elimination.place
    ways = block(cnf, rule, "way", ends.shape)
    cnf.add(rule, -ways)
    keys = ends[:, 0] * np.int64(part.nodes) + ends[:, 1]

    def way(tail: Ints, head: Ints) -> Clauses:
        """Return the variables of directions; shapes (n,)."""
        key = np.minimum(tail, head) * np.int64(part.nodes) + np.maximum(tail, head)
        found: Clauses = ways[np.searchsorted(keys, key), (tail > head).astype(np.int32)]
        return found

    cnf.add(rule, np.column_stack((-part.arcs, way(place[part.child], place[part.parent]))))
    inner = ends[ends[:, 0] < elimination.eliminated]
    for v, rows in by_size(inner[:, 0]):
        near = inner[rows, 1]
        i, j = np.nonzero(~np.eye(rows.shape[1], dtype=np.bool_))
        middle, tail, head = np.repeat(v, len(i)), near[:, i].ravel(), near[:, j].ravel()
        step = np.column_stack((-way(tail, middle), -way(middle, head), way(tail, head)))
        cnf.add(rule, step)
    return elimination, ways
