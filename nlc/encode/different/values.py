"""Value by value: at most one element has it, or exactly one in a permutation.

Source: Gent, Nightingale 2004, "A new encoding of AllDifferent into SAT", as the direct encoding;
the implied clauses that each value occurs are those of Kwon, Jain 2006, "Optimized CNF encoding for
sudoku puzzles", for permutations of any size.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from nlc.encode.base import Declaration
from nlc.encode.different.base import AtomTable, DifferentEncoding
from nlc.ir.nodes import AllDifferent, Counts, Domain, Exactly, Node


@dataclass(frozen=True)
class Values(DifferentEncoding):
    """A count for each value.

    Attributes:
        declaration: see `DifferentEncoding`.
        implied: whether to add the implied constraint that a permutation has every value.
    """

    declaration: Declaration
    implied: bool = True

    def nodes(self, item: AllDifferent, domain: Domain, atoms: AtomTable) -> Iterator[Node]:
        """See `DifferentEncoding`."""
        m, n = item.elements.shape
        values = len(domain.values)
        every = self.implied and n == values and not domain.optional
        flat = item.elements.ravel()
        lits = [
            atoms.literals(item.variable, flat, np.full(len(flat), value, np.int32)).reshape(m, n)
            for value in range(values)
        ]
        counts = Counts.of(1) if every else Counts.between(0, 1)
        rows = np.tile(np.arange(m, dtype=np.int32), values)
        yield Exactly(counts, np.concatenate(lits), item.guard[rows], item.origin.at(rows))


ENCODING = Values(
    Declaration(
        name="values",
        source="a count for each value, permutations exactly (Kwon, Jain 2006)",
        size="p counts of n, by `cardinality`",
    )
)
