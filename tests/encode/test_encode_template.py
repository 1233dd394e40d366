"""Stamping of templates, and the tidying of clauses."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlc.cnf import Cnf
from nlc.encode import template as module
from nlc.encode.template import Template, by_width, chunks, from_lists, instantiate, tidy

XOR = Template(
    2, 1, from_lists([[3]]), from_lists([[-1, -2, -3], [1, 2, -3], [1, -2, 3], [-1, 2, 3]])
)


def lists(cnf: Cnf) -> list[list[int]]:
    return [clause for block in cnf.blocks for clause in block.clauses.tolist()]


def test_rows_get_auxiliaries_one_after_the_other() -> None:
    cnf = Cnf(variables=4)
    instantiate(cnf, "r", XOR, np.array([[1, -2], [3, 4]], np.int32), lambda: ["x", "y"])
    first = [[-1, 2, -5], [1, -2, -5], [1, 2, 5], [-1, -2, 5]]
    second = [[-3, -4, -6], [3, 4, -6], [3, -4, 6], [-3, 4, 6]]
    assert lists(cnf) == [*first, *second, [5], [6]]
    assert [(b.base, b.size, b.kind, b.make()) for b in cnf.names] == [(5, 2, "aux", ["x", "y"])]
    assert {b.rule for b in cnf.blocks} == {"r"}


def test_a_guard_weakens_what_is_stated_but_no_definition() -> None:
    cnf = Cnf(variables=4)
    row = np.array([[1, 2]], np.int32)
    instantiate(cnf, "r", XOR, row, lambda: ["x"], np.array([[3, -4]], np.int32))
    assert lists(cnf)[-1] == [-3, 4, 5]
    assert lists(cnf)[:-1] == [[-1, -2, -5], [1, 2, -5], [1, -2, 5], [-1, 2, 5]]


def test_repeated_inputs_leave_no_repeated_literal_and_no_tautology() -> None:
    cnf = Cnf(variables=1)
    instantiate(cnf, "r", XOR, np.array([[1, 1], [1, -1]], np.int32), lambda: ["x", "y"])
    clauses = lists(cnf)
    assert all(len({abs(x) for x in clause}) == len(clause) for clause in clauses)
    assert sorted(clauses) == sorted([[-1, -2], [1, -2], [2], [1, 3], [-1, 3], [3]])


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


def test_chunks_cover_all_rows_once() -> None:
    parts = list(chunks(10_000_000, 3))
    assert len(parts) > 1
    assert [p.start for p in parts] == [0, *(p.stop for p in parts[:-1])]
    assert parts[-1].stop == 10_000_000


def test_clauses_are_grouped_by_width_in_their_order() -> None:
    blocks = by_width(np.array([[1, 0, 2], [0, 0, 0], [0, 3, 0], [4, -5, 0]]))
    assert [b.tolist() for b in blocks] == [[[]], [[3]], [[1, 2], [4, -5]]]


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


@pytest.mark.parametrize("lists", [[], [[]], [[], [1], [], [2, -1]]])
def test_clauses_given_as_lists_may_be_empty(lists: list[list[int]]) -> None:
    found = from_lists(lists)
    assert [clause for block in found for clause in block.tolist()] == sorted(lists, key=len)
    assert all(block.dtype == np.int32 and block.ndim == 2 for block in found)


def test_flipping_an_input_negates_it_everywhere() -> None:
    def models(template: Template) -> set[tuple[bool, ...]]:
        blocks = [*template.definitions, *template.clauses]
        return {
            a
            for a in itertools.product((False, True), repeat=3)
            if all(any(a[abs(x) - 1] == (x > 0) for x in c) for b in blocks for c in b.tolist())
        }

    assert models(XOR.flip(2)) == {(a, not b, c) for a, b, c in models(XOR)}
