"""Consequences of pairs of literals of counts.

A pair is represented by a number (`key_of`).
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nlc.arrays import Ints
from nlc.ir.nodes import Exactly, Lits, Program

WIDTH = 4
"""The most literals of a count; larger ones have too many pairs."""

Keys = npt.NDArray[np.int64]
"""A number for each of some unordered pairs of literals, shape (m,)."""


class Rows(NamedTuple):
    """Counts, each split into two of its literals and the rest.

    Attributes:
        two: shape (m, 2), the two literals.
        rest: shape (m, n), the other literals.
        guard: shape (m, a).
    """

    two: Lits
    rest: Lits
    guard: Lits


def consequences(program: Program, width: int) -> list[Rows]:
    """Return the consequences of two literals of a count: all of `rest` hold under the guard.

    They come from pairs of counts: at most two literals of the first, and at least two of the
    second one hold. A rest of fewer than two literals is a conflict.

    Args:
        program: has the counts.
        width: the most literals of a count.
    """
    counts = _counts(program, width)
    below = [split(count) for count in counts if max(count.counts, default=0) == 2]
    above = [split(count) for count in of_two_or_more(program, width)]
    found = [_combine(u, w) for u in below for w in above if u.rest.shape[1] == 2]
    return [rows for rows in found if len(rows.two)]


def of_two_or_more(program: Program, width: int) -> list[Exactly]:
    """Return the counts of at most `width` literals with the lower bound 2."""
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


def _combine(below: Rows, above: Rows) -> Rows:
    """Return the consequences of an at-most-two count for an at-least-two count.

    If two literals of the first hold, and its other two are in the second, all other literals of
    the second hold: if these are fewer than two, there is a conflict.

    Returns:
        The pairs, shape (m, 2), their consequences, shape (m, n), and the guards of both counts.
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
    """Return the key of each unordered pair of literals."""
    one, two = pairs.T
    low, high = np.minimum(one, two), np.maximum(one, two)
    out: Keys = low.astype(np.int64) * 2**32 + high
    return out


def pairs_of(keys: Keys) -> Lits:
    """Return the pairs of keys, shape (m, 2)."""
    high = (keys + 2**31) % 2**32 - 2**31
    return np.column_stack([(keys - high) >> 32, high]).astype(np.int32)
