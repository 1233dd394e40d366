"""At most one by the coordinates of a grid.

Source: Chen (2010), "A New SAT Encoding of the At-Most-One Constraint".
"""

from __future__ import annotations

from math import isqrt

import numpy as np

from nlc.cnf import Clauses
from nlc.encode.base import Declaration
from nlc.encode.cardinality.one import AtMostOne, One
from nlc.encode.template import pairwise


def _at_most_one(n: int) -> AtMostOne:
    """Return the clauses: a true input makes its row and its column of a grid true.

    The grid has p = ceil(sqrt n) rows of ceil(n / p) places. At most one row and at most one column
    holds, by grids again.
    """
    last = n
    inputs = np.arange(1, n + 1, dtype=np.int32)
    clauses: list[Clauses] = []
    definitions: list[Clauses] = []
    waiting = [inputs]
    while waiting:
        literals = waiting.pop()
        size = len(literals)
        # Up to four are encoded pairwise, as in published sizes.
        if size <= 4:
            clauses.append(pairwise(literals[None]))
            continue
        rows = isqrt(size - 1) + 1
        columns = -(-size // rows)
        lines = np.arange(last + 1, last + rows + columns + 1, dtype=np.int32)
        last += rows + columns
        at = np.arange(size)
        for line in (lines[at // columns], lines[rows + at % columns]):
            definitions.append(np.column_stack([-literals, line]))
        waiting += [lines[rows:], lines[:rows]]
    return AtMostOne(last, clauses, definitions, inputs)


ENCODING = One(
    Declaration(
        name="product",
        source="Chen 2010",
        preserves_models=False,
        size="about 2 sqrt(n) variables, 2n + 4 sqrt(n) clauses; for at most 1",
    ),
    _at_most_one,
)
