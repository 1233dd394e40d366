"""Sums of drawn edges, as tables over the count that a state holds in a byte."""

from __future__ import annotations

import numpy as np

from nlc.search.frontier_problem import Sum
from nlc.search.frontier_state import Bools, Bytes

SETTLED = 255
"""In the place of a count: the sum holds whatever the edges to come."""


def still_fits(item: Sum, rest: int, more: int) -> Bools:
    """Return for each count whether the sum can be met, after an edge that adds `more`.

    Args:
        item: the sum, of less than 255 edges.
        rest: the number of its edges that are decided later.
        more: 0 or 1.

    Returns:
        Shape (256,).
    """
    after = np.arange(SETTLED + 1) + more
    fits: Bools = (after <= item.high) & (after + rest >= item.low)
    fits[SETTLED] = True
    return fits


def counted(item: Sum, rest: int, more: int) -> Bytes:
    """Return for each count what a state holds after an edge that adds `more`.

    That is 0 after the last edge: the slot is free then.
    """
    after = np.arange(SETTLED + 1) + more
    sure = (after >= item.low) & (after + rest <= item.high)
    sure[SETTLED] = True
    return np.where(sure, SETTLED, after).astype(np.uint8) * np.uint8(rest > 0)
