"""What counts say of pairs of their literals.

A pair is known by the number of its two literals (`key_of`).
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nlc.arrays import Ints
from nlc.ir.nodes import Exactly, Lits, Program

WIDTH = 4
"""Counts of more literals have too many pairs."""

Keys = npt.NDArray[np.int64]
"""A number for each of some unordered pairs of literals, shape (m,)."""


class Rows(NamedTuple):
    """Counts, each with two of its literals and what is left of it.

    Attributes:
        two: shape (m, 2).
        rest: shape (m, n), the other literals.
        guard: shape (m, a).
    """

    two: Lits
    rest: Lits
    guard: Lits


def consequences(program: Program, width: int) -> list[Rows]:
    """Return what follows from two literals of a count: that all of `rest` hold under the guard.

    These are pairs of counts of which the first has at most two literals that hold and the second
    at least two. A rest of fewer than two literals is a conflict.

    Args:
        program: whose counts are read.
        width: counts of more literals are left out.
    """
    counts = _counts(program, width)
    below = [split(count) for count in counts if max(count.counts, default=0) == 2]
    above = [split(count) for count in of_two_or_more(program, width)]
    found = [_joined(u, w) for u in below for w in above if u.rest.shape[1] == 2]
    return [rows for rows in found if len(rows.two)]


def of_two_or_more(program: Program, width: int) -> list[Exactly]:
    """Return the counts of at most `width` literals of each of which at least two hold."""
    return [count for count in _counts(program, width) if min(count.counts, default=0) == 2]


def _counts(program: Program, width: int) -> list[Exactly]:
    return [
        node
        for node in program.nodes
        if isinstance(node, Exactly) and 2 <= node.lits.shape[1] <= width
    ]


def split(node: Exactly) -> Rows:
    """Return all ways to take two literals out of the rows of a count."""
    twos = list(combinations(range(node.lits.shape[1]), 2))
    two = np.concatenate([node.lits[:, both] for both in twos])
    rest = np.concatenate([np.delete(node.lits, both, axis=1) for both in twos])
    return Rows(two, rest, np.tile(node.guard, (len(twos), 1)))


def _joined(below: Rows, above: Rows) -> Rows:
    """Return what follows where one count has at most two literals and another at least two.

    Where two literals of the first hold, and the other two of it are in the second, all the rest of
    the second hold: they are two, or the second is broken.

    Returns:
        The pairs that imply, shape (m, 2), what they imply, shape (m, n), and the guards of both.
    """
    known, asked = key_of(above.two), key_of(below.rest)
    order = np.argsort(known, kind="stable")
    first = np.searchsorted(known, asked, "left", order)
    many = np.searchsorted(known, asked, "right", order) - first
    u = np.repeat(np.arange(len(asked)), many)
    w = order[np.arange(len(u)) - np.repeat(np.cumsum(many) - many, many) + np.repeat(first, many)]
    pairs, rest = below.two[u], above.rest[w]
    guard = np.hstack([below.guard[u], above.guard[w]])
    if rest.shape[1] == 2:  # a count that is both says that its pairs imply themselves
        news = key_of(pairs) != key_of(rest)
        pairs, rest, guard = pairs[news], rest[news], guard[news]
    return Rows(pairs, rest, guard)


def key_of(pairs: Ints) -> Keys:
    """Return a number for each unordered pair of literals."""
    one, two = pairs.T
    low, high = np.minimum(one, two), np.maximum(one, two)
    out: Keys = low.astype(np.int64) * 2**32 + high
    return out


def pairs_of(keys: Keys) -> Lits:
    """Return the pairs of some keys, shape (m, 2)."""
    high = (keys + 2**31) % 2**32 - 2**31
    return np.column_stack([(keys - high) >> 32, high]).astype(np.int32)
