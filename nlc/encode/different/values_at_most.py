"""Value by value: at most one element has it, also in permutations.

Source: Gent, Nightingale 2004, "A new encoding of AllDifferent into SAT", the direct encoding.
"""

from __future__ import annotations

from nlc.encode.base import Declaration
from nlc.encode.different.values import Values

ENCODING = Values(
    Declaration(
        name="values-at-most",
        source="at most one element has a value (folklore)",
        size="p counts of n, by `cardinality`",
    ),
    implied=False,
)
