"""Odd and even counts by a tree of exclusive ors.

Source: folklore (splitting a long XOR; Tseitin 1968).
"""

from __future__ import annotations

import numpy as np

from nlc.cnf import Clauses
from nlc.encode.base import Declaration
from nlc.encode.cardinality.binomial import ENCODING as BINOMIAL
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
    """Three inputs at a time are replaced by their exclusive or, until at most four are left."""

    declaration = Declaration(
        name="parity",
        source="XOR cut into a tree of parts (Tseitin 1968)",
        size="about n / 2 variables, 4n clauses of 4 literals",
    )

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


ENCODING = Parity()
