"""Finds equal states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.uint64]
Indices = npt.NDArray[np.intp]


def words_of(cells: npt.NDArray[Any]) -> list[Words]:
    """Return the rows of a matrix of small numbers, shape (rows, n), put into words, (n,)."""
    lanes = 8 // cells.itemsize
    out: list[Words] = []
    for start in range(0, len(cells), lanes):
        block = np.zeros((cells.shape[1], lanes), cells.dtype)
        block[:, : len(cells) - start] = cells[start : start + lanes].T
        out.append(block.view(np.uint64)[:, 0])
    return out


def merge(words: Sequence[Words]) -> tuple[Indices, npt.NDArray[np.int32]]:
    """Find the distinct columns of a few words.

    States are sorted by a 64-bit hash, and neighbours of one hash compared word by word. Where two
    different states have one hash, another hash is tried.

    Args:
        words: at least one, each of shape (n,).

    Returns:
        The index of one state of each kind, and the kind of every state, shape (n,).
    """
    seed = 0
    while True:
        hashes = _hash(words, seed)
        order = np.argsort(hashes)
        hashes = hashes[order]
        new = np.ones(len(order), np.bool_)
        np.not_equal(hashes[1:], hashes[:-1], out=new[1:])
        again = np.flatnonzero(~new)
        here, before = order[again], order[again - 1]
        if all(np.array_equal(word[here], word[before]) for word in words):
            kinds = np.empty(len(order), np.int32)
            kinds[order] = np.cumsum(new, dtype=np.int32) - 1
            return order[new], kinds
        seed += 1


def _hash(words: Sequence[Words], seed: int) -> Words:
    """Return a hash of every state: the words multiplied and folded in turn."""
    out = np.full(words[0].shape, _MIX[0] + np.uint64(seed), np.uint64)
    for word in words:
        out ^= word
        out *= _MIX[1]
        out ^= out >> np.uint64(32)
    out *= _MIX[2]
    return out ^ (out >> np.uint64(29))


# Odd multipliers of published finalizers of 64-bit hashes (SplitMix64).
_MIX = np.array([0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB], np.uint64)
