"""At most one by groups with commanders.

Source: Klieber and Kwon (2007), "Efficient CNF Encoding for Selecting 1 from N Objects", groups of
3, commanders defined in both directions.
"""

from __future__ import annotations

import numpy as np

from nlc.cnf import Clauses
from nlc.encode.base import Declaration
from nlc.encode.cardinality.one import AtMostOne, One, split_into_groups
from nlc.encode.template import pairwise

_GROUP = 3
"""The number of literals of a group; 3 gives the fewest clauses."""


def _at_most_one(n: int) -> AtMostOne:
    """Return the clauses: a commander is the disjunction of its group; at most one of each
    group holds, and at most one commander, by groups again.
    """
    last, level = n, np.arange(1, n + 1, dtype=np.int32)
    clauses: list[Clauses] = []
    definitions: list[Clauses] = []
    # Up to four are encoded pairwise, as in published sizes.
    while len(level) > 4:
        groups = split_into_groups(level, _GROUP)
        commanders = np.arange(last + 1, last + len(groups) + 1, dtype=np.int32)
        last += len(groups)
        clauses.append(pairwise(groups))
        definitions.append(np.column_stack([-commanders, groups]))
        definitions.append(np.column_stack([-level, np.repeat(commanders, _GROUP)[: len(level)]]))
        level = commanders
    return AtMostOne(last, [*clauses, pairwise(level[None])], definitions, level)


ENCODING = One(
    Declaration(
        name="commander",
        source="Klieber, Kwon 2007; groups of 3",
        size="n / 2 variables, 7n / 2 clauses; for at most 1",
    ),
    _at_most_one,
)
