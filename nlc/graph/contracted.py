"""A graph with its drawn parts contracted, and the pieces that remain when one of them is removed.

Every part becomes one node, and so does every connected region of nodes without a drawn edge. A
depth-first search numbers these nodes in preorder, so that the nodes that one node cuts off are an
interval (R. Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1, 1972).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, Ints
from nlc.graph import components


class Piece(Struct, frozen=True):
    """Contracted nodes by their numbers: those in an interval, or all but those in several.

    Attributes:
        intervals: first number and the one after the last of each.
        rest: whether the piece is the complement of the intervals.
    """

    intervals: tuple[tuple[int, int], ...]
    rest: bool

    @property
    def all_but(self) -> int | None:
        """The only number that is not in the piece, or None if there are several."""
        ((start, end), *others) = self.intervals
        return start if self.rest and end == start + 1 and not others else None

    def covers(self, numbers: Ints) -> Bools:
        """Return which numbers of an array lie in the piece."""
        inside = np.full(numbers.shape, self.rest)
        for start, end in self.intervals:
            inside ^= (numbers >= start) & (numbers < end)
        return inside


class ContractedGraph(Struct, frozen=True, eq=False):
    """A graph with its drawn parts and its blank regions contracted.

    Attributes:
        number: shape (nodes,), the contracted node that each node is in; a blank region that is
            joined to one part only belongs to that part.
        parts: the contracted nodes that are drawn parts, ascending.
        before: of each node, the number of parts with a smaller number; last their total number.
        cut_off: for each contracted node, the intervals with parts that are joined to smaller
            numbers by it alone; for the root of a search tree, also to each other.
    """

    number: Ints
    parts: list[int]
    before: list[int]
    cut_off: list[list[tuple[int, int]]]

    def pieces(self, part: int) -> Iterator[Piece]:
        """Yield the connected pieces with parts that are left when one part is removed.

        If the graph is not connected, other components count as one piece with the nodes of smaller
        numbers.
        """
        rest = self.before[-1] - 1
        children = self.cut_off[part]
        for start, end in children:
            rest -= self.before[end] - self.before[start]
            yield Piece(((start, end),), rest=False)
        if rest:
            yield Piece(((part, part + 1), *children), rest=True)


def contract(nodes: int, ends: Ints, drawn: Bools) -> ContractedGraph:
    """Contract the connected parts of the drawn edges, and the regions without any.

    Args:
        nodes: number of nodes.
        ends: shape (edges, 2).
        drawn: shape (edges,).
    """
    used = np.zeros(nodes, dtype=np.bool_)
    used[ends[drawn]] = True
    touched = used.take(ends)
    root = components(nodes, ends[drawn | ~(touched[:, 0] | touched[:, 1])])
    is_root = root == np.arange(nodes)
    roots = np.flatnonzero(is_root)
    label = (np.cumsum(is_root, dtype=np.int32) - 1).take(root)
    joins = label.take(ends)
    preorder, cut_off = _search(len(roots), joins[joins[:, 0] != joins[:, 1]])
    is_part = np.zeros(len(roots), dtype=np.bool_)
    is_part[preorder[used[roots]]] = True
    before = [0, *np.cumsum(is_part).tolist()]
    parts = np.flatnonzero(is_part).tolist()
    merged = np.arange(len(roots), dtype=np.int32)
    for part in parts:
        held = []
        for start, end in cut_off[part]:
            if before[start] < before[end]:
                held.append((start, end))
            else:
                merged[start:end] = part
        cut_off[part] = held
    return ContractedGraph(merged[preorder][label], parts, before, cut_off)


def _search(nodes: int, ends: Ints) -> tuple[Ints, list[list[tuple[int, int]]]]:
    """Search a graph depth first.

    Returns:
        The preorder number of each node, and by that number the intervals that it cuts off (see
        `ContractedGraph`).
    """
    tail, head = ends.astype(np.int64).T
    keys = np.sort(np.concatenate([tail * nodes + head, head * nodes + tail]))
    tail, head = np.divmod(keys[np.diff(keys, prepend=-1) > 0], nodes)
    starts = np.searchsorted(tail, np.arange(nodes + 1)).tolist()
    heads = head.tolist()
    around = [iter(heads[i:j]) for i, j in pairwise(starts)]
    number = [-1] * nodes
    low: list[int] = []
    cut_off: list[list[tuple[int, int]]] = []
    for root in range(nodes):
        if number[root] >= 0:
            continue
        stack = [root]
        number[root] = len(low)
        low.append(len(low))
        cut_off.append([])
        while stack:
            node = stack[-1]
            mine = number[node]
            for other in around[node]:
                theirs = number[other]
                if theirs < 0:
                    number[other] = len(low)
                    low.append(mine)
                    cut_off.append([])
                    stack.append(other)
                    break
                if theirs < low[mine]:
                    low[mine] = theirs
            else:
                stack.pop()
                if stack:
                    parent = number[stack[-1]]
                    if low[mine] < low[parent]:
                        low[parent] = low[mine]
                    if low[mine] >= parent:
                        cut_off[parent].append((mine, len(low)))
    return np.array(number, dtype=np.int32), cut_off
