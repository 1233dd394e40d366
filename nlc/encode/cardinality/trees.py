"""Counts by trees: of exclusive ors, and of unary adders."""

from __future__ import annotations

import numpy as np

from nlc.cnf import Clauses
from nlc.encode.base import declared
from nlc.encode.cardinality.binomial import BINOMIAL
from nlc.encode.template import Template, by_width, stamp
from nlc.ir.nodes import Counts

_ARITY = 3
"""The inputs of one exclusive or; of the arities with 4 clauses an input, 3 has the fewest
auxiliaries."""


def parity(n: int, counts: Counts) -> int | None:
    """Return 1 for the set of odd numbers up to n, 0 for the even ones, and None for others."""
    part = counts.within(n)
    for remainder in (0, 1):
        if part == Counts.of(*range(remainder, n + 1, 2)):
            return remainder
    return None


class Parity:
    """Three inputs at a time are replaced by their exclusive or, until at most four are left.

    Source: folklore (splitting a long XOR; Tseitin 1968).
    """

    declaration = declared("cardinality", "parity")

    def refusal(self, n: int, counts: Counts) -> str | None:
        """Refuse all counts but the odd and the even numbers."""
        return "it encodes only odd and even counts" if parity(n, counts) is None else None

    def template(self, n: int, counts: Counts) -> Template:
        """Return the tree, level by level."""
        odd = parity(n, counts)
        definition = BINOMIAL.template(_ARITY + 1, Counts.of(0, 2, 4)).clauses
        definitions: list[Clauses] = []
        last, level = n, np.arange(1, n + 1, dtype=np.int32)
        while len(level) > _ARITY + 1:
            whole = len(level) - len(level) % _ARITY
            parts = level[:whole].reshape(-1, _ARITY)
            sums = np.arange(last + 1, last + len(parts) + 1, dtype=np.int32)
            definitions += stamp(definition, np.column_stack([parts, sums]))
            last += len(parts)
            level = np.concatenate([sums, level[whole:]])
        root = BINOMIAL.template(len(level), Counts.of(*range(odd or 0, len(level) + 1, 2)))
        clauses = stamp(root.clauses, level[None])
        return Template(n, last - n, by_width(*clauses), by_width(*definitions))


class Unary:
    """A saturated totalizer, both ways, with forbidden outputs.

    Source: the totalizer of Bailleux and Boufkhad (2003), its outputs cut off at the largest bound
    (Büttner and Rintanen 2005) and defined in both directions. It is a tree of unary adders over
    the inputs: output j of a node says that at least j of its leaves hold.

    Outputs stop at k, the largest number that the set of counts distinguishes. If no number above k
    is allowed, every node forbids k + 1. The inputs or their negations are counted, whichever gives
    the smaller k.
    """

    declaration = declared("cardinality", "unary")

    def refusal(self, n: int, counts: Counts) -> str | None:
        """Refuse counts with tens of millions of clauses a row."""
        cap = min(_cap(n, counts), _cap(n, _mirror(n, counts)))
        # A row takes about 6nk clauses.
        return f"it counts up to {cap} of {n} literals" if n * cap > 10_000_000 else None

    def template(self, n: int, counts: Counts) -> Template:
        """Return the tree, leaves first."""
        sign, mirrored = 1, _mirror(n, counts)
        if _cap(n, mirrored) < _cap(n, counts):
            sign, counts = -1, mirrored
        cap, gaps = _cap(n, counts), list(counts.complement(n).intervals)
        if cap == 0 or n < 2:
            flipped = _mirror(n, counts) if sign < 0 else counts
            return BINOMIAL.template(n, flipped)
        tree = _Tree(n, cap, most=gaps[-1][1] == n)
        root = tree.build(sign * np.arange(1, n + 1, dtype=np.int32)[:, None])
        if tree.most:
            gaps.pop()
        root_clauses = [
            np.array([[-root[low - 1] if low else 0, root[high]]], np.int32) for low, high in gaps
        ]
        return Template(
            n, tree.last - n, by_width(*tree.clauses, *root_clauses), by_width(*tree.definitions)
        )


def _mirror(n: int, counts: Counts) -> Counts:
    """Return the counts of the negated literals."""
    return Counts(tuple((n - b, n - a) for a, b in reversed(counts.within(n).intervals)))


def _cap(n: int, counts: Counts) -> int:
    """Return the number to count to: the largest allowed one, or the first after the last gap."""
    gaps = counts.complement(n).intervals
    if not gaps:
        return 0
    low, high = gaps[-1]
    return max(low - 1, 0) if high == n else high + 1


class _Tree:
    """Collects the clauses of the adders; nodes of a level have one shape and form a batch."""

    def __init__(self, n: int, cap: int, most: bool) -> None:
        self.last, self.cap, self.most = n, cap, most
        self.definitions: list[Clauses] = []
        self.clauses: list[Clauses] = []

    def build(self, level: Clauses) -> Clauses:
        """Return the outputs of the root over nodes of one shape, given by their outputs."""
        rest: Clauses | None = None
        while len(level) > 1:
            if len(level) % 2:
                rest = level[-1:] if rest is None else self.merge(level[-1:], rest)
            level = self.merge(level[:-1:2], level[1::2])
        if rest is not None:
            level = self.merge(level, rest)
        root: Clauses = level[0]
        return root

    def merge(self, left: Clauses, right: Clauses) -> Clauses:
        """Return the outputs, shape (m, c), of adders over outputs of shapes (m, a), (m, b)."""
        a, b = left.shape[1], right.shape[1]
        width = min(a + b, self.cap)
        out = np.arange(self.last + 1, self.last + len(left) * width + 1, dtype=np.int32)
        out = out.reshape(len(left), width)
        self.last += out.size
        table = np.hstack([left, right, out])
        i, j = (x.ravel() for x in np.indices((a + 1, b + 1)))
        total = i + j
        x, y = np.where(i > 0, i, 0), np.where(j > 0, a + j, 0)
        # At least i and at least j: at least i + j.
        up = np.column_stack([-x, -y, a + b + total])[(total >= 1) & (total <= width)]
        # Fewer than i + 1 and fewer than j + 1: fewer than i + j + 1.
        x, y = np.where(i < a, i + 1, 0), np.where(j < b, a + j + 1, 0)
        down = np.column_stack([x, y, -(a + b + total + 1)])[total + 1 <= width]
        self.definitions += stamp(by_width(up, down), table)
        if self.most:
            above = total == self.cap + 1
            self.clauses += stamp(by_width(-np.column_stack([i, a + j])[above]), table)
        return out


PARITY = Parity()
UNARY = Unary()
