"""Stamping of templates, and the tidying of clauses."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlc.cnf import Cnf
from nlc.encode import template as module
from nlc.encode.template import Template, from_lists, instantiate, tidy

XOR = Template(
    2, 1, from_lists([[3]]), from_lists([[-1, -2, -3], [1, 2, -3], [1, -2, 3], [-1, 2, 3]])
)


def lists(cnf: Cnf) -> list[list[int]]:
    return [clause for block in cnf.blocks for clause in block.clauses.tolist()]


def test_large_batches_are_stamped_in_parts_with_the_same_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    inputs = np.arange(1, 201, dtype=np.int32).reshape(-1, 2)
    names = [str(i) for i in range(100)]
    found = []
    for chunk in (1, 40, 1 << 20):
        monkeypatch.setattr(module, "_CHUNK", chunk)
        cnf = Cnf(variables=200)
        instantiate(cnf, "r", XOR, inputs, lambda: names)
        found.append((cnf.variables, sorted(lists(cnf))))
    assert found[0] == found[1] == found[2]


def literals(variables: int) -> st.SearchStrategy[int]:
    return st.integers(1, variables).flatmap(lambda v: st.sampled_from([v, -v]))


@pytest.mark.slow
@given(st.integers(0, 4).flatmap(lambda w: st.lists(st.lists(literals(3), min_size=w, max_size=w))))
def test_tidy_clauses_are_equivalent_to_the_given_ones(clauses: list[list[int]]) -> None:
    width = len(clauses[0]) if clauses else 0
    matrix = np.array(clauses, np.int32).reshape(len(clauses), width)
    found = [c for b in tidy(matrix) for c in b.tolist()]
    assert all(len({abs(x) for x in clause}) == len(clause) for clause in found)
    wanted = [sorted(set(c)) for c in clauses if not any(-x in c for x in c)]
    assert sorted(map(sorted, found)) == sorted(wanted)
