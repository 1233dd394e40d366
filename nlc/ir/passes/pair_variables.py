"""States what follows where two literals of a count hold, by a variable for the two together.

If at most two of four links round a corner are drawn, two that are leave none for the others, so
that a cell at which both others end draws its remaining two, which may again be two of such a
count: turns of paths lie nested along a diagonal up to a label or the rim. Unit propagation follows
such a chain forwards, from two drawn links. With a variable for each two it follows it backwards
too, and denies all turns on a diagonal that leads to no label, before anything is tried. Where a
turn is denied, a path leaves the cell by one of the other two links.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nlc.arrays import Ints
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

_ORIGIN = Origin(RULE, None)


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


def with_pairs(program: Program) -> Program:
    """Return a program with what follows from its counts for pairs of literals.

    It has the same solutions: the new variables are defined by others, and the new clauses follow
    from the counts.
    """
    found = consequences(program)
    if not found:
        return program
    keys = np.unique(np.concatenate([key_of(rows.two) for rows in found]))
    pairs = _Pairs(program.variables + 1, keys)
    nodes: list[Node] = []
    for rows in found:
        nodes += _chained(rows, pairs)
    for count in of_two_or_more(program):
        nodes += _another(count, pairs)
        nodes += _elsewhere(split(count), pairs)
    definition = CountDefinition(Counts.of(2), pairs_of(keys))
    block = Auxiliary(pairs.base, len(keys), "pair", definition, _ORIGIN)
    return replace(
        program,
        auxiliaries=[*program.auxiliaries, block],
        nodes=[*program.nodes, *nodes],
        variables=program.variables + len(keys),
    )


class _Pairs(NamedTuple):
    """Which pairs have a variable.

    Attributes:
        base: the first variable.
        keys: of the pairs, ascending; see `key_of`.
    """

    base: int
    keys: Keys

    def variables(self, two: Lits) -> Lits:
        """Return the variable of each pair, or 0 for one without; shape (m, 2) -> (m,)."""
        asked = key_of(two)
        place = np.minimum(np.searchsorted(self.keys, asked), len(self.keys) - 1)
        return np.where(self.keys[place] == asked, self.base + place, 0).astype(np.int32)


def _chained(rows: Rows, pairs: _Pairs) -> list[Node]:
    """Return that a pair implies the rest of another count, if that is a pair with a variable."""
    made = pairs.variables(rows.two)
    head, kept = np.zeros((len(made), 0), np.int32), made > 0
    if rows.rest.shape[1] == 2:
        then = pairs.variables(rows.rest)
        head, kept = then[:, None], kept & (then > 0)
    return _implied(np.column_stack([rows.guard, made])[kept], head[kept])


def _another(count: Exactly, pairs: _Pairs) -> list[Node]:
    """Return that a literal of a count of at least two holds as one of a pair.

    Where all its turns are denied, a path goes straight on. Another literal stands for the pair
    where that has no variable.
    """
    out: list[Node] = []
    for i in range(count.lits.shape[1]):
        this, others = count.lits[:, i], np.delete(count.lits, i, axis=1)
        both = [pairs.variables(np.column_stack([this, other])) for other in others.T]
        made = np.stack(both, axis=1)
        news = (made > 0).any(axis=1)
        guard = np.column_stack([count.guard, this])
        out += _implied(guard[news], np.where(made > 0, made, others)[news])
    return out


def _elsewhere(rows: Rows, pairs: _Pairs) -> list[Node]:
    """Return that without a pair one of the rest of a count of at least two holds."""
    made = pairs.variables(rows.two)
    kept = made > 0
    return _implied(np.column_stack([rows.guard, -made])[kept], rows.rest[kept])


def _implied(guard: Lits, head: Lits) -> list[Node]:
    """Return that guards imply clauses, if there are any."""
    return [Implies(guard, Clause(head), _ORIGIN)] if len(guard) else []


def consequences(program: Program) -> list[Rows]:
    """Return what follows from two literals of a count: that all of `rest` hold under the guard.

    These are pairs of counts of which the first has at most two literals that hold and the second
    at least two. A rest of fewer than two literals is a conflict.
    """
    below = [split(count) for count in _counts(program) if max(count.counts, default=0) == 2]
    above = [split(count) for count in of_two_or_more(program)]
    found = [_joined(u, w) for u in below for w in above if u.rest.shape[1] == 2]
    return [rows for rows in found if len(rows.two)]


def of_two_or_more(program: Program) -> list[Exactly]:
    """Return the counts of a few literals each of which at least two hold."""
    return [count for count in _counts(program) if min(count.counts, default=0) == 2]


def _counts(program: Program) -> list[Exactly]:
    return [
        node
        for node in program.nodes
        if isinstance(node, Exactly) and 2 <= node.lits.shape[1] <= _WIDEST
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
    low, high = pairs.min(axis=1), pairs.max(axis=1)
    out: Keys = low.astype(np.int64) * 2**32 + high
    return out


def pairs_of(keys: Keys) -> Lits:
    """Return the pairs of some keys, shape (m, 2)."""
    high = (keys + 2**31) % 2**32 - 2**31
    return np.column_stack([(keys - high) >> 32, high]).astype(np.int32)
