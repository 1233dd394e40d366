"""Pair by pair: two elements differ, by the encoding of the variable.

Source: folklore, the clique of disequalities.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from nlc.encode.base import Declaration
from nlc.encode.different.base import AtomTable, DifferentEncoding
from nlc.ir.nodes import ABSENT, AllDifferent, Domain, Implies, Node, Relate


class Pairs(DifferentEncoding):
    """A disequality for each pair."""

    declaration = Declaration(
        name="pairs",
        source="the clique of disequalities (folklore)",
        size="n(n - 1) / 2 disequalities, by `domains`",
    )

    def nodes(self, item: AllDifferent, domain: Domain, atoms: AtomTable) -> Iterator[Node]:
        """See `DifferentEncoding`."""
        m, n = item.elements.shape
        one, two = item.pairs()
        row = np.repeat(np.arange(m, dtype=np.int32), n * (n - 1) // 2)
        guard = item.guard[row]
        if domain.optional:
            # Two missing values are allowed; if one is present, the other differs or is missing.
            absent = np.full(len(one), ABSENT, np.int32)
            present = -atoms.literals(item.variable, one, absent)
            guard = np.column_stack([guard, present])
        differ = Relate(item.variable, one, item.variable, two, equal=False)
        yield Implies(guard.astype(np.int32), differ, item.origin.at(row))


ENCODING = Pairs()
