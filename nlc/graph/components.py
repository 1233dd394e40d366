"""Array algorithms on undirected multigraphs, without a Python loop over nodes or edges."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from nlc.arrays import Bools, Ints
from nlc.graph.graph import Graph


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
    # Indices of the machine's own width: `take` would convert all others at each call.
    root = np.arange(nodes, dtype=np.intp)
    first, second = np.ascontiguousarray(ends.T, dtype=np.intp)
    while len(first):
        root[np.maximum(first, second)] = np.minimum(first, second)
        while ((flat := root.take(root)) != root).any():
            root = flat
        first, second = root.take(first), root.take(second)
        apart = (first != second).nonzero()[0]
        first, second = first.take(apart), second.take(apart)
    return root.astype(np.int32)


def core(nodes: int, ends: Ints) -> Bools:
    """Return which edges belong to the 2-core: what is left when nodes of degree 1 are pruned.

    No other edge lies on a cycle. Each node keeps the exclusive or of its edges, which for a node
    of degree 1 is that edge, so that a round of pruning costs only the leaves that it prunes.

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
        pruned = np.unique(edges[leaves])
        keep[pruned] = False
        for side in (0, 1):
            np.subtract.at(degree, ends[pruned, side], 1)
            np.bitwise_xor.at(edges, ends[pruned, side], pruned)
        touched = np.unique(ends[pruned])
        leaves = touched[degree[touched] == 1]
    return keep


def restrict(graph: Graph, keep: Bools) -> Graph:
    """Return the graph with only the edges where `keep`, shape (m,), is True."""
    return Graph(graph.nodes, graph.ends[keep], graph.rank[keep], graph.nonplanar)


def by_size(owner: Ints) -> Iterator[tuple[Ints, Ints]]:
    """Group things by their owner, and the owners by how many things they have.

    Args:
        owner: shape (n,), the owner of each thing, from 0.

    Yields:
        For each size k that occurs, ascending: the owners of k things, shape (g,), and their things
        in ascending order, shape (g, k).
    """
    order = np.argsort(owner, kind="stable").astype(np.int32)
    sizes = np.bincount(owner)
    starts = np.cumsum(sizes) - sizes
    for k in np.unique(sizes[sizes > 0]).tolist():
        owners = np.flatnonzero(sizes == k).astype(np.int32)
        yield owners, order[starts[owners][:, None] + np.arange(k)]
