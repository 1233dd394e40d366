"""Counts by their prime implicates, without auxiliaries.

Source: folklore (the binomial or naive encoding; Frisch and Giannaros 2010). For degrees on a
board these are formulas (1)-(4), (13) and (14) of the thesis: exactly 1 or 2 links of a cell.
"""

from __future__ import annotations

from itertools import chain, combinations
from math import comb

import numpy as np

from nlc.arrays import Ints
from nlc.cnf import Clauses
from nlc.encode.base import declared
from nlc.encode.template import Template, by_width
from nlc.ir.nodes import Counts

CLAUSES = 1_000_000
"""The most clauses of a row."""


class Binomial:
    """For each maximal gap lo..hi of counts that are not allowed: if lo inputs hold, one of any
    n - hi others does.

    The clauses are all prime implicates of the set of counts, so unit propagation finds every
    conflict and every forced input.
    """

    declaration = declared("cardinality", "binomial")

    def clauses(self, n: int, counts: Counts) -> int:
        """Return the number of clauses of one row; counting stops above `CLAUSES`."""
        total = 0
        for low, high in counts.complement(n).intervals:
            total += comb(n, low) * comb(n - low, n - high)
            if total > CLAUSES:
                break
        return total

    def refusal(self, n: int, counts: Counts) -> str | None:
        """Refuse counts with more than `CLAUSES` clauses."""
        many = self.clauses(n, counts) > CLAUSES
        return f"it takes more than {CLAUSES} clauses a row" if many else None

    def template(self, n: int, counts: Counts) -> Template:
        """Return the clauses, gap by gap."""
        gaps = counts.complement(n).intervals
        return Template(n, 0, by_width(*(_gap(n, low, high) for low, high in gaps)))


def _gap(n: int, low: int, high: int) -> Clauses:
    """Return the clauses (not A) or B for all disjoint A, B with |A| = low and |B| = n - high."""
    chosen = _subsets(n, low)
    others = np.ones((len(chosen), n), np.bool_)
    np.put_along_axis(others, chosen, False, axis=1)
    rest = np.nonzero(others)[1].reshape(len(chosen), n - low)
    positive = rest[:, _subsets(n - low, n - high)]
    negative = np.broadcast_to(chosen[:, None, :], (*positive.shape[:2], low))
    literals = np.concatenate([-1 - negative, positive + 1], axis=2)
    rows, each, width = literals.shape
    return literals.reshape(rows * each, width).astype(np.int32)


def _subsets(n: int, size: int) -> Ints:
    """Return the subsets of 0..n-1 of one size in lexicographic order, shape (C(n, size), size)."""
    flat = np.fromiter(chain.from_iterable(combinations(range(n), size)), np.int32)
    return flat.reshape(comb(n, size), size)


BINOMIAL = Binomial()
