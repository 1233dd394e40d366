"""Distinct entries and rows of arrays, beside `np.unique`."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import numpy as np
import pytest

import nlc
from nlc.arrays import distinct, unique_rows


@pytest.mark.parametrize("shape", [(0,), (1,), (50,), (0, 2), (1, 3), (60, 1), (60, 2), (200, 3)])
def test_finds_what_numpy_finds(shape):
    rng = np.random.default_rng(7)
    for low, high in ((0, 1), (-2, 3), (-1000, 1000)):
        values = rng.integers(low, high, shape).astype(np.int32)
        wanted = np.unique(values, axis=0 if len(shape) == 2 else None)
        found = distinct(values)
        assert found.dtype == wanted.dtype
        assert found.tolist() == wanted.tolist()


@pytest.mark.parametrize("shape", [(0, 2), (1, 3), (5, 0), (60, 1), (60, 2), (200, 3)])
def test_finds_the_rows_that_numpy_finds(shape):
    matrix = np.random.default_rng(7).integers(-2, 3, shape).astype(np.int32)
    rows, first, which = np.unique(matrix, axis=0, return_index=True, return_inverse=True)
    found_first, found_which = unique_rows(matrix)
    if shape[1]:
        assert found_first.tolist() == first.tolist()
        assert found_which.tolist() == which.ravel().tolist()
    assert (matrix[found_first][found_which] == matrix).all()
    assert len(found_first) == len(rows)


def interrupted(call, name):
    """Return what comes of Ctrl-C at the first call of a Python function of this name."""

    def watch(frame, event, _):
        if event == "call" and frame.f_code.co_name == name:
            sys.setprofile(None)
            raise KeyboardInterrupt

    sys.setprofile(watch)
    try:
        call()
    except BaseException as error:
        return type(error)
    finally:
        sys.setprofile(None)
    return None


def test_an_interruption_is_not_taken_for_a_mistake():
    matrix = np.arange(20, dtype=np.int32).reshape(10, 2)
    assert interrupted(lambda: np.unique(matrix, axis=0), "_promote_fields") is TypeError
    assert interrupted(lambda: unique_rows(matrix), "_promote_fields") is None
    assert interrupted(lambda: unique_rows(matrix), "unique_rows") is KeyboardInterrupt


def test_no_module_has_numpy_compare_rows():
    root = Path(nlc.__file__).parents[1]
    paths = [*root.glob("nlc/**/*.py"), *root.glob("drivers/**/*.py")]
    assert len(paths) > 100
    assert [path for path in paths if re.search(r"np\.unique\(.*, axis=", path.read_text())] == []
