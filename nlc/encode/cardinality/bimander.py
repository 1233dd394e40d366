"""At most one by groups with binary numbers.

Source: Nguyen and Mai (2015), "A New Method to Encode the At-Most-One Constraint into SAT", groups
of 2.
"""

from __future__ import annotations

import numpy as np

from nlc.encode.base import Declaration
from nlc.encode.cardinality.one import AtMostOne, One, split_into_groups
from nlc.encode.template import pairwise

_GROUP = 2
"""The number of literals of a group, as the paper recommends."""


def _at_most_one(n: int) -> AtMostOne:
    """Return the clauses: at most one of each group holds, and a true input sets the bits of a
    number to those of its group's.
    """
    inputs = np.arange(1, n + 1, dtype=np.int32)
    groups = split_into_groups(inputs, _GROUP)
    bits = np.arange((len(groups) - 1).bit_length(), dtype=np.int32)
    number = (inputs - 1) // _GROUP
    code = np.where((number[:, None] >> bits) & 1, bits + n + 1, -bits - n - 1)
    sets = np.stack([np.broadcast_to(-inputs[:, None], code.shape), code], axis=-1)
    # Two inputs of different groups would contradict these, so a guard has to weaken them.
    return AtMostOne(n + len(bits), [pairwise(groups), sets.reshape(-1, 2)], [], inputs)


ENCODING = One(
    Declaration(
        name="bimander",
        source="Nguyen, Mai 2015; groups of 2",
        preserves_models=False,
        size="m = ceil(log2(n / 2)) variables, n / 2 + mn clauses; for at most 1",
    ),
    _at_most_one,
)
