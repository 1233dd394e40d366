"""Distinct entries of arrays, beside `np.unique`."""

from __future__ import annotations

import numpy as np
import pytest

from nlc.arrays import distinct


@pytest.mark.parametrize("shape", [(0,), (1,), (50,), (0, 2), (1, 3), (60, 1), (60, 2), (200, 3)])
def test_finds_what_numpy_finds(shape):
    rng = np.random.default_rng(7)
    for low, high in ((0, 1), (-2, 3), (-1000, 1000)):
        values = rng.integers(low, high, shape).astype(np.int32)
        wanted = np.unique(values, axis=0 if len(shape) == 2 else None)
        found = distinct(values)
        assert found.dtype == wanted.dtype
        assert found.tolist() == wanted.tolist()
