"""Connected components and cycles of big graphs, by NumPy batches.

The components are those of Borůvka's algorithm (1926): in every round each component takes its
edge of least number, so that at least half of the components vanish, and pointer jumping flattens
what was joined. Rounds are logarithmic in the nodes; no step is a Python loop over nodes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

import numpy as np

from nlc.arrays import Bools, Ints
from nlc.dataclasses import dataclass


@dataclass(frozen=True, eq=False)
class Forest:
    """A spanning forest of an undirected graph.

    Attributes:
        root: shape (nodes,), one node of each node's component, the same for all of them.
        tree: shape (edges,), True for the edges of the forest.
    """

    root: Ints
    tree: Bools


@dataclass(frozen=True)
class Cycle:
    """A closed walk without repetition: `edges[i]` joins `nodes[i]` to the next node."""

    nodes: tuple[int, ...]
    edges: tuple[int, ...]


def spanning_forest(nodes: int, ends: Ints) -> Forest:
    """Return a spanning forest of the graph with the given edges.

    Args:
        nodes: number of nodes.
        ends: shape (m, 2), the nodes of each edge; loops and parallel edges are allowed.
    """
    parent = np.arange(nodes, dtype=np.int32)
    tree = np.zeros(len(ends), dtype=np.bool_)
    live = np.flatnonzero(ends[:, 0] != ends[:, 1])
    tops = ends[live].astype(np.int32)
    pick = np.empty(nodes, dtype=np.int64)
    joined = np.zeros(nodes, dtype=np.bool_)
    while len(live):
        # The last of repeated writes stays: backwards, that is the edge of least number.
        pick[tops[::-1].ravel()] = np.repeat(np.arange(len(live) - 1, -1, -1), 2)
        joined[:] = False
        joined[tops] = True
        roots = np.flatnonzero(joined).astype(np.int32)
        taken = pick[roots]
        tree[live[taken]] = True
        parent[roots] = tops[taken].sum(axis=1) - roots
        # Least edges make no longer ring of parents than two roots that took the same edge.
        mutual = roots[(parent[parent[roots]] == roots) & (roots < parent[roots])]
        parent[mutual] = mutual
        _flatten(parent, roots)
        tops = parent[tops]
        apart = tops[:, 0] != tops[:, 1]
        live, tops = live[apart], tops[apart]
    _flatten(parent, np.arange(nodes, dtype=np.int32))
    return Forest(parent, tree)


def _flatten(parent: Ints, nodes: Ints) -> None:
    """Point each of `nodes` at its root, by pointer jumping."""
    above = parent[nodes]
    while True:
        top = parent[above]
        if np.array_equal(top, above):
            return
        parent[nodes] = top
        above = top


def cycles(nodes: int, ends: Ints) -> Iterator[Cycle]:
    """Yield one cycle of each component that holds a cycle, in the order of the edges that close
    them.

    Args:
        nodes: number of nodes.
        ends: shape (m, 2), the nodes of each edge.
    """
    forest = spanning_forest(nodes, ends)
    closing = np.flatnonzero(~forest.tree)
    owners, first = np.unique(forest.root[ends[closing, 0]], return_index=True)
    tree = np.flatnonzero(forest.tree)
    owner = forest.root[ends[tree, 0]]
    for i in np.argsort(first, kind="stable"):
        yield _close(ends, tree[owner == owners[i]], int(closing[first[i]]))


def _close(ends: Ints, tree: Ints, closing: int) -> Cycle:
    """Return the cycle of edge `closing` and the way between its ends over the edges `tree`."""
    beside: dict[int, list[tuple[int, int]]] = {}
    for edge, (a, b) in zip(tree.tolist(), ends[tree].tolist(), strict=True):
        beside.setdefault(a, []).append((b, edge))
        beside.setdefault(b, []).append((a, edge))
    start, goal = ends[closing].tolist()
    came: dict[int, tuple[int, int]] = {goal: (goal, closing)}
    queue = deque([goal])
    while start not in came:
        node = queue.popleft()
        for other, edge in beside[node]:
            if other not in came:
                came[other] = (node, edge)
                queue.append(other)
    way, over = [start], []
    while way[-1] != goal:
        node, edge = came[way[-1]]
        way.append(node)
        over.append(edge)
    return Cycle(tuple(way), (*over, closing))
