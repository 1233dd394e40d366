"""Undirected multigraphs: components, cores, spanning forests and cycles, vectorized by NumPy."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

import numpy as np
from msgspec import Struct

from nlc.arrays import AnyInts, Bools, Ints, distinct


class Graph(Struct, frozen=True, eq=False, weakref=True):
    """An undirected graph with a rotation system, for acyclicity and connectedness.

    Attributes:
        nodes: number of nodes.
        ends: shape (m, 2), the two nodes of each edge.
        rank: shape (m, 2), the place of the edge in the clockwise order around each of its two
            ends; any strictly increasing numbers will do, so that deleting edges keeps it valid.
        nonplanar: None if the rotation system is probably a plane embedding (callers still check
            Euler's formula), else the reason why there is none.
    """

    nodes: int
    ends: Ints
    rank: Ints
    nonplanar: str | None = None


def components(nodes: int, ends: Ints) -> Ints:
    """Return, for each node, the smallest node of its connected component.

    Hooking and pointer jumping after Shiloach and Vishkin (1982): the larger root of an edge hooks
    on the smaller one, then all trees are flattened; O(log n) rounds in practice.

    Args:
        nodes: number of nodes.
        ends: shape (m, 2).

    Returns:
        Shape (nodes,).
    """
    # `take` converts indices of any other type at each call.
    root = np.arange(nodes, dtype=np.intp)
    first, second = np.ascontiguousarray(ends.T, dtype=np.intp)
    while len(first):
        root[np.maximum(first, second)] = np.minimum(first, second)
        while np.count_nonzero((flat := root.take(root)) != root):
            root = flat.take(flat)
        first, second = root.take(first), root.take(second)
        apart = (first != second).nonzero()[0]
        first, second = first.take(apart), second.take(apart)
    return root.astype(np.int32)


def core(nodes: int, ends: Ints) -> Bools:
    """Return which edges belong to the 2-core, after repeated pruning of nodes of degree 1.

    No other edge lies on a cycle. Each node has the exclusive or of its edges, which for a node of
    degree 1 is its edge, so that a round of pruning takes time for its leaves only.

    Args:
        nodes: number of nodes.
        ends: shape (m, 2).

    Returns:
        Shape (m,).
    """
    keep = np.ones(len(ends), dtype=np.bool_)
    degree = np.bincount(ends.ravel(), minlength=nodes)
    edges = np.zeros(nodes, dtype=np.int64)
    for side in (0, 1):
        np.bitwise_xor.at(edges, ends[:, side], np.arange(len(ends)))
    leaves = np.flatnonzero(degree == 1)
    while len(leaves):
        pruned = distinct(edges[leaves])
        keep[pruned] = False
        for side in (0, 1):
            np.subtract.at(degree, ends[pruned, side], 1)
            np.bitwise_xor.at(edges, ends[pruned, side], pruned)
        touched = distinct(ends[pruned].ravel())
        leaves = touched[degree[touched] == 1]
    return keep


def restrict(graph: Graph, keep: Bools | AnyInts) -> Graph:
    """Return the graph with some of its edges: a mask, shape (m,), or their numbers, ascending."""
    ends = graph.ends[keep]
    if len(ends) == len(graph.ends):
        return graph
    return Graph(graph.nodes, ends, graph.rank[keep], graph.nonplanar)


def by_size(owner: Ints) -> Iterator[tuple[Ints, Ints]]:
    """Group items by their owner, and the owners by their number of items.

    Args:
        owner: shape (n,), the owner of each item, from 0.

    Yields:
        For each size k that occurs, ascending: the owners of k items, shape (g,), and their items
        in ascending order, shape (g, k).
    """
    order = np.argsort(owner, kind="stable").astype(np.int32)
    sizes = np.bincount(owner)
    starts = np.cumsum(sizes) - sizes
    for k in distinct(sizes[sizes > 0]).tolist():
        owners = np.flatnonzero(sizes == k).astype(np.int32)
        yield owners, order[starts[owners][:, None] + np.arange(k)]


class Forest(Struct, frozen=True, eq=False):
    """A spanning forest of an undirected graph.

    Attributes:
        root: shape (nodes,), one node of each node's component, the same for all of them.
        tree: shape (edges,), True for the edges of the forest.
    """

    root: Ints
    tree: Bools


class Cycle(Struct, frozen=True):
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
        # The only cycles of parents are two roots that took the same edge.
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
    """Yield one cycle of each component that has one, in the order of their closing edges.

    Args:
        nodes: number of nodes.
        ends: shape (m, 2), the nodes of each edge.
    """
    trees = np.count_nonzero(components(nodes, ends) == np.arange(nodes))
    if trees == nodes - len(ends):  # the usual case
        return
    forest = spanning_forest(nodes, ends)
    closing = np.flatnonzero(~forest.tree)
    owners, first = np.unique(forest.root[ends[closing, 0]], return_index=True)
    tree = np.flatnonzero(forest.tree)
    owner = forest.root[ends[tree, 0]]
    for i in np.argsort(first, kind="stable"):
        yield close_cycle(ends, tree[owner == owners[i]], int(closing[first[i]]))


def close_cycle(ends: Ints, tree: Ints, closing: int) -> Cycle:
    """Return the cycle of edge `closing` and the path between its ends in `tree`."""
    adjacent: dict[int, list[tuple[int, int]]] = {}
    for edge, (a, b) in zip(tree.tolist(), ends[tree].tolist(), strict=True):
        adjacent.setdefault(a, []).append((b, edge))
        adjacent.setdefault(b, []).append((a, edge))
    start, goal = ends[closing].tolist()
    came: dict[int, tuple[int, int]] = {goal: (goal, closing)}
    queue = deque([goal])
    while start not in came:
        node = queue.popleft()
        for other, edge in adjacent[node]:
            if other not in came:
                came[other] = (node, edge)
                queue.append(other)
    way, over = [start], []
    while way[-1] != goal:
        node, edge = came[way[-1]]
        way.append(node)
        over.append(edge)
    return Cycle(tuple(way), (*over, closing))
