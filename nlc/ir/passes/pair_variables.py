"""Gives each pair of literals of a count a variable, and adds the consequences of the pair.

If at most two of four links round a corner are drawn, and two are, the other two are not. A cell at
which both of these end then draws its remaining two links, which may again be a pair of such a
count: turns of paths are nested along a diagonal up to a label or the rim. Unit propagation follows
such a chain forwards, from two drawn links. With a variable for each pair it also follows it
backwards, and denies all turns on a diagonal without a label before any decision. If a turn is
denied, a path leaves the cell by one of the other two links.

A pair is represented by a number (`key_of`).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from nlc.arrays import Ints, distinct
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
from nlc.ir.passes import PAIRS, Pass

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


_ORIGIN = Origin(PAIRS, None)


@dataclass(frozen=True)
class PairVariables(Pass):
    """Defines a variable for each pair, and adds the consequences of the pair and of its negation.

    Attributes:
        width: the most literals of a count.
    """

    name = "pair-variables"
    source = "nlc"
    needs = ("counts of 2, or of at most 2, of a few literals",)
    size = "a variable and about 7 clauses a pair"

    width: int = WIDTH

    def apply(self, program: Program) -> Program:
        """Return a program with variables for pairs of literals of its counts.

        The new variables are defined by others, and the new clauses follow from the counts.
        """
        found = consequences(program, self.width)
        if not found:
            return program
        keys = distinct(np.concatenate([key_of(rows.two) for rows in found]))
        pairs = _Pairs(program.variables + 1, keys)
        nodes: list[Node] = []
        for rows in found:
            nodes += _chained(rows, pairs)
        for count in of_two_or_more(program, self.width):
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


PASS = PairVariables


class _Pairs(NamedTuple):
    """The variables of pairs."""

    base: int
    keys: Keys

    def variables(self, two: Lits) -> Lits:
        """Return the variable of each pair, or 0 for one without; shape (m, 2) -> (m,)."""
        asked = key_of(two)
        place = np.minimum(np.searchsorted(self.keys, asked), len(self.keys) - 1)
        return np.where(self.keys[place] == asked, self.base + place, 0).astype(np.int32)


def _chained(rows: Rows, pairs: _Pairs) -> list[Node]:
    """Return clauses "a pair implies the rest of another count", if that has a variable."""
    made = pairs.variables(rows.two)
    head, kept = np.zeros((len(made), 0), np.int32), made > 0
    if rows.rest.shape[1] == 2:
        then = pairs.variables(rows.rest)
        head, kept = then[:, None], kept & (then > 0)
    return _implications(np.column_stack([rows.guard, made])[kept], head[kept])


def _another(count: Exactly, pairs: _Pairs) -> list[Node]:
    """Return clauses "a literal of an at-least-two count is in a pair".

    If all its turns are denied, a path goes straight on. A pair without a variable is represented
    by its other literal.
    """
    out: list[Node] = []
    for i in range(count.lits.shape[1]):
        this, others = count.lits[:, i], np.delete(count.lits, i, axis=1)
        both = [pairs.variables(np.column_stack([this, other])) for other in others.T]
        made = np.stack(both, axis=1)
        news = (made > 0).any(axis=1)
        guard = np.column_stack([count.guard, this])
        out += _implications(guard[news], np.where(made > 0, made, others)[news])
    return out


def _elsewhere(rows: Rows, pairs: _Pairs) -> list[Node]:
    """Return clauses "a pair or one of the rest of an at-least-two count holds"."""
    made = pairs.variables(rows.two)
    kept = made > 0
    return _implications(np.column_stack([rows.guard, -made])[kept], rows.rest[kept])


def _implications(guard: Lits, head: Lits) -> list[Node]:
    """Return nodes "guards imply clauses", if there are any."""
    return [Implies(guard, Clause(head), _ORIGIN)] if len(guard) else []
