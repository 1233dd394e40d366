"""Operations on index arrays that boards are built with."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from nlc.arrays import Ints
from nlc.board.board import Incidence

AnyInts = npt.NDArray[np.signedinteger[Any]]


def offsets(lengths: AnyInts) -> Ints:
    """Return where each of some consecutive stretches starts, and where the last one ends."""
    return np.concatenate(([0], np.cumsum(lengths))).astype(np.int32)


def grouped(keys: AnyInts, values: AnyInts, count: int) -> Incidence:
    """Return the values of each key from 0 to `count` - 1, in the order given."""
    order = np.argsort(keys, kind="stable")
    counts = np.bincount(keys, minlength=count)
    return Incidence(offsets(counts), values[order].astype(np.int32))


def numbered(keys: AnyInts) -> tuple[Ints, Ints]:
    """Number distinct keys in order of first appearance.

    Returns:
        The number of each key, and the index at which each number appears first.
    """
    _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    order = np.argsort(first)
    number = np.empty(len(order), dtype=np.int32)
    number[order] = np.arange(len(order), dtype=np.int32)
    return number[inverse], first[order].astype(np.int32)


def most_frequent(values: AnyInts) -> int:
    """Return the most frequent value, the earliest of several."""
    _, first, counts = np.unique(values, return_index=True, return_counts=True)
    return int(values[first[counts == counts.max()].min()])
