"""Equal states are found, whatever their hashes."""

from __future__ import annotations

import numpy as np
import pytest

from nlc.engines.frontier import merging
from nlc.engines.frontier.merging import merge, words_of


@pytest.mark.parametrize("rows", [1, 8, 13])
def test_states_are_merged_exactly_when_all_bytes_are_equal(rows):
    random = np.random.default_rng(rows)
    cells = random.integers(0, 2, (rows, 400)).astype(np.uint8)
    firsts, kinds = merge(words_of(cells))
    assert np.array_equal(cells[:, firsts][:, kinds], cells)
    assert len(firsts) == len(np.unique(cells, axis=1).T)


def test_different_states_of_one_hash_are_kept_apart(monkeypatch):
    honest, seeds = merging._hash, []

    def weak(words, seed):
        seeds.append(seed)
        return honest(words, seed) if seed else words[0] % np.uint64(3)

    monkeypatch.setattr(merging, "_hash", weak)
    cells = np.arange(60, dtype=np.uint8)[None, :] % 20
    firsts, kinds = merge(words_of(cells))
    assert seeds == [0, 1]
    assert len(firsts) == 20
    assert np.array_equal(cells[:, firsts][:, kinds], cells)


def test_no_states_are_no_kinds():
    firsts, kinds = merge(words_of(np.zeros((3, 0), np.uint8)))
    assert len(firsts) == len(kinds) == 0
