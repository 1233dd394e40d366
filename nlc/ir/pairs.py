"""States what follows where two literals of a count hold, by a variable for the two together.

If at most two of four links round a corner are drawn, two that are leave none for the others, so
that a cell at which both others end draws its remaining two, which may again be two of such a
count: turns of paths lie nested along a diagonal up to a label or the rim. Unit propagation follows
such a chain forwards, from two drawn links. With a variable for each two it follows it backwards
too, and denies all turns on a diagonal that leads to no label, before anything is tried.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nlc.board.board import Ints
from nlc.ir.nodes import (
    Auxiliary,
    Clause,
    CountDefinition,
    Counts,
    Exactly,
    Implies,
    Lits,
    Node,
    Origin,
    Program,
)

RULE = "pairs"
"""The name under which the variables and clauses stand."""

_WIDEST = 4
"""Counts of more literals have too many pairs."""


class _Rows(NamedTuple):
    """Counts, each with two of its literals and what is left of it.

    Attributes:
        two: shape (m, 2).
        rest: shape (m, n), the other literals.
        guard: shape (m, a).
    """

    two: Lits
    rest: Lits
    guard: Lits


def with_pairs(program: Program) -> Program:
    """Return a program with what follows from its counts for pairs of literals.

    It has the same solutions: the new variables are defined by others, and the new clauses follow
    from the counts.
    """
    counts = [
        node
        for node in program.nodes
        if isinstance(node, Exactly) and 2 <= node.lits.shape[1] <= _WIDEST
    ]
    below = [_split(node) for node in counts if max(node.counts, default=0) == 2]
    above = [_split(node) for node in counts if min(node.counts, default=0) == 2]
    found = [_joined(u, w) for u in below for w in above if u.rest.shape[1] == 2]
    found = [(pairs, rest, guard) for pairs, rest, guard in found if len(pairs)]
    if not found:
        return program
    keys = np.unique(np.concatenate([_key(pairs) for pairs, _, _ in found]))
    base = program.variables + 1
    nodes: list[Node] = []
    for pairs, rest, guard in found:
        made = (base + np.searchsorted(keys, _key(pairs))).astype(np.int32)
        head = np.zeros((len(pairs), 0), np.int32)
        if rest.shape[1] == 2:
            place = np.minimum(np.searchsorted(keys, _key(rest)), len(keys) - 1)
            kept = keys[place] == _key(rest)
            made, guard, head = made[kept], guard[kept], (base + place[kept, None]).astype(np.int32)
        if len(made):
            origin = Origin(RULE, None)
            nodes.append(Implies(np.column_stack([guard, made]), Clause(head), origin))
    definition = CountDefinition(Counts.of(2), _unkey(keys))
    block = Auxiliary(base, len(keys), "pair", definition, Origin(RULE, None))
    return replace(
        program,
        auxiliaries=[*program.auxiliaries, block],
        nodes=[*program.nodes, *nodes],
        variables=program.variables + len(keys),
    )


def _split(node: Exactly) -> _Rows:
    """Return all ways to take two literals out of the rows of a count."""
    twos = list(combinations(range(node.lits.shape[1]), 2))
    two = np.concatenate([node.lits[:, both] for both in twos])
    rest = np.concatenate([np.delete(node.lits, both, axis=1) for both in twos])
    return _Rows(two, rest, np.tile(node.guard, (len(twos), 1)))


def _joined(below: _Rows, above: _Rows) -> tuple[Lits, Lits, Lits]:
    """Return what follows where one count has at most two literals and another at least two.

    Where two literals of the first hold, and the other two of it are in the second, all the rest of
    the second hold: they are two, or the second is broken.

    Returns:
        The pairs that imply, shape (m, 2), what they imply, shape (m, n), and the guards of both.
    """
    known, asked = _key(above.two), _key(below.rest)
    order = np.argsort(known, kind="stable")
    first = np.searchsorted(known, asked, "left", order)
    many = np.searchsorted(known, asked, "right", order) - first
    u = np.repeat(np.arange(len(asked)), many)
    w = order[np.arange(len(u)) - np.repeat(np.cumsum(many) - many, many) + np.repeat(first, many)]
    pairs, rest = below.two[u], above.rest[w]
    guard = np.hstack([below.guard[u], above.guard[w]])
    if rest.shape[1] == 2:  # a count that is both says that its pairs imply themselves
        news = _key(pairs) != _key(rest)
        pairs, rest, guard = pairs[news], rest[news], guard[news]
    return pairs, rest, guard


def _key(pairs: Ints) -> npt.NDArray[np.int64]:
    """Return a number for each unordered pair of literals."""
    low, high = pairs.min(axis=1), pairs.max(axis=1)
    out: npt.NDArray[np.int64] = low.astype(np.int64) * 2**32 + high
    return out


def _unkey(keys: npt.NDArray[np.int64]) -> Lits:
    """Return the pairs of some keys, shape (m, 2)."""
    high = (keys + 2**31) % 2**32 - 2**31
    return np.column_stack([(keys - high) >> 32, high]).astype(np.int32)
