"""Candidate orders of decision."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from nlc.arrays import Floats, Ints


def width(places: Floats, ends: Ints) -> int:
    """Return the most nodes in the frontier of a graph at once, by its best candidate order.

    See `node_ranks` for the arguments.
    """
    return min(int(_widths(ranks, ends).max(initial=0)) for ranks in node_ranks(places, ends))


def node_ranks(places: Floats, ends: Ints) -> Iterator[Ints]:
    """Yield the rank of every node of a graph in each candidate order.

    Args:
        places: shape (nodes, 2), where the nodes are drawn.
        ends: shape (edges, 2).
    """
    x, y = np.round(places, 6).T  # one line, though its last digits differ
    for first, second in ((y, x), (x, y), (x + y, x), (x - y, x)):
        for sign in (1, -1):
            yield _ranks(np.lexsort((second, sign * np.round(first, 6))).astype(np.int32))
    # Larger boards are only swept.
    if len(places) <= 2000:
        beside: list[set[int]] = [set() for _ in places]
        for a, b in ends.tolist():
            beside[a].add(b)
            beside[b].add(a)
        starts = sorted(range(len(places)), key=lambda node: len(beside[node]))
        for start in starts[:12]:
            yield _ranks(_grown(beside, start))


def _ranks(order: Ints) -> Ints:
    ranks = np.empty_like(order)
    ranks[order] = np.arange(len(order), dtype=np.int32)
    return ranks


def _grown(beside: list[set[int]], start: int) -> Ints:
    """Return the nodes as a set grows from `start`, and from another where that is surrounded."""
    order: list[int] = []
    seen: set[int] = set()
    for first in (start, *range(len(beside))):
        met = [] if first in seen else [first]
        seen.add(first)
        while met:
            node = min(met, key=lambda v: len(beside[v] - seen))
            met.remove(node)
            order.append(node)
            met += sorted(beside[node] - seen)
            seen |= beside[node]
    return np.array(order, np.int32)


def _widths(ranks: Ints, ends: Ints) -> Ints:
    """Return how many nodes after each one have neighbours up to it, shape (nodes,)."""
    low, high = np.sort(ranks[ends], axis=1).T
    first = np.arange(len(ranks), dtype=np.int32)
    np.minimum.at(first, high, low)
    return np.cumsum(np.bincount(first, minlength=len(ranks)) - 1).astype(np.int32)
