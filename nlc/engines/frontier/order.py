"""In which order the edges are decided: one that keeps the frontier narrow."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from nlc.arrays import Ints
from nlc.engines.problem import Problem

GREEDY_NODES = 2000
"""Boards with more nodes are only swept."""

GREEDY_STARTS = 12


def edge_order(problem: Problem) -> Ints:
    """Return the edges in the order that is likely to need the fewest states.

    The nodes are ordered, and an edge is due with the first of its ends. Candidates are sweeps over
    the drawing in eight directions, and growing a set of nodes by the one that brings the fewest
    new neighbours, as orders for a small profile of a sparse matrix are found. A frontier of w
    nodes has about 3^w states, so the sum of these powers over all steps is what is compared.
    """
    best = np.arange(len(problem.ends), dtype=np.int32)
    least = np.inf
    for ranks in _node_ranks(problem):
        first, second = np.sort(ranks[problem.ends], axis=1).T
        order = np.lexsort((second, first)).astype(np.int32)
        cost = float((3.0 ** np.minimum(_widths(problem, order), 600)).sum())
        if cost < least:
            best, least = order, cost
    return best


def _node_ranks(problem: Problem) -> Iterator[Ints]:
    """Yield the rank of every node in each candidate order."""
    x, y = np.round(problem.places, 6).T  # one line, though its last digits differ
    for first, second in ((y, x), (x, y), (x + y, x), (x - y, x)):
        for sign in (1, -1):
            yield _ranks(np.lexsort((second, sign * np.round(first, 6))).astype(np.int32))
    if problem.nodes <= GREEDY_NODES:
        beside: list[set[int]] = [set() for _ in range(problem.nodes)]
        for a, b in problem.ends.tolist():
            beside[a].add(b)
            beside[b].add(a)
        starts = sorted(range(problem.nodes), key=lambda node: len(beside[node]))
        for start in starts[:GREEDY_STARTS]:
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


def _widths(problem: Problem, order: Ints) -> Ints:
    """Return how many nodes stand in the frontier at each step."""
    m = len(order)
    at = np.repeat(np.arange(m, dtype=np.int32), 2)
    nodes = problem.ends[order].ravel()
    first = np.full(problem.nodes, m, np.int32)
    last = np.full(problem.nodes, m, np.int32)
    np.minimum.at(first, nodes, at)
    last[nodes] = at  # ascending, so the last one stays
    change = np.bincount(first, minlength=m + 1) - np.bincount(
        np.minimum(last + 1, m), minlength=m + 1
    )
    return np.cumsum(change)[:m].astype(np.int32)
