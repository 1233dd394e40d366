"""Clauses that more than one encoding of acyclicity needs."""

from __future__ import annotations

import math

import numpy as np

from nlc.arrays import Ints
from nlc.cnf import Clauses, Cnf
from nlc.encode.template import pairwise

PAIRWISE = 6
"""Longest row that gets pairwise at-most-one: above it, that has more literals than bitwise."""


def at_most_one(cnf: Cnf, rule: str, rows: Clauses) -> None:
    """Allow at most one true literal in each row, shape (m, n).

    Pairwise up to `PAIRWISE` literals, else bitwise (Prestwich 2007): literal i forces the
    ceil(log2 n) auxiliaries of its row to spell i.
    """
    m, n = rows.shape
    if n <= PAIRWISE:
        cnf.add(rule, pairwise(rows))
        return
    width = (n - 1).bit_length()
    bits = block(cnf, rule, "index", (m, 1, width))
    digits = np.arange(n)[:, None] >> np.arange(width) & 1
    heads = np.where(digits == 1, bits, -bits)
    bodies = np.broadcast_to(-rows[:, :, None], heads.shape)
    cnf.add(rule, np.stack((bodies, heads), axis=3).reshape(-1, 2))


def greater(cnf: Cnf, rule: str, guard: Ints, left: Ints, right: Ints) -> None:
    """State left > right where the guard holds.

    From the highest bit down, with k - 1 auxiliaries ("all higher bits are equal") and 3k - 1
    clauses a row.

    Args:
        cnf: takes the clauses.
        rule: name of the rule that asks.
        guard: shape (n,), variables.
        left: shape (n, k), the bits of n numbers, lowest first; k is at least 1.
        right: likewise.
    """
    tie = guard
    for bit in reversed(range(1, left.shape[1])):
        a, b = left[:, bit], right[:, bit]
        lower_tie = block(cnf, rule, "tie", tie.shape)
        cnf.add(rule, np.column_stack((-tie, a, -b)))
        cnf.add(rule, np.column_stack((-tie, a, lower_tie)))
        cnf.add(rule, np.column_stack((-tie, -b, lower_tie)))
        tie = lower_tie
    cnf.add(rule, np.column_stack((-tie, left[:, 0])))
    cnf.add(rule, np.column_stack((-tie, -right[:, 0])))


def block(cnf: Cnf, rule: str, part: str, shape: tuple[int, ...]) -> Ints:
    """Allocate an array of auxiliaries, called ``aux:RULE:PART:VARIABLE``."""
    size = math.prod(shape)
    first = cnf.variables + 1
    cnf.fresh(size, "aux", lambda: [f"aux:{rule}:{part}:{v}" for v in range(first, first + size)])
    return np.arange(first, first + size, dtype=np.int32).reshape(shape)
