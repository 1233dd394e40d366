"""Selectors: unit propagation settles them, and each is true where its set has the chosen one."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from nlc.ir.passes.merge import Selectors


def propagate(nodes, values):
    """Return the values after unit propagation; the clauses must not conflict."""
    clauses = [row for node in nodes for row in node.then.lits.tolist()]
    before = -1
    while before != len(values):
        before = len(values)
        for clause in clauses:
            left = [x for x in clause if values.get(abs(x)) is None]
            if not any(values.get(abs(x)) == (x > 0) for x in clause):
                assert left
                if len(left) == 1:
                    values[abs(left[0])] = left[0] > 0
    return values


@pytest.mark.parametrize("count", [2, 3, 7, 12, 70])
def test_choosing_one_settles_every_selector(count):
    random = Random(count)
    chosen = np.arange(11, 11 + count, dtype=np.int32)
    sizes = [random.randint(1, count - 1) for _ in range(20)] + [1, count - 1]
    member = np.zeros((len(sizes), count), np.bool_)
    for row, size in zip(member, sizes, strict=True):
        row[random.sample(range(count), size)] = True
    selectors = Selectors(chosen)
    literals = np.concatenate([selectors.literals(member[:9]), selectors.literals(member)])
    assert literals[:9].tolist() == literals[9:18].tolist()
    assert np.abs(literals).max() < 11 + selectors.size
    for i in range(count):
        given = {int(v): v == chosen[i] for v in chosen}
        values = propagate(selectors.nodes(), given)
        truth = [values[abs(x)] == (x > 0) for x in literals[9:].tolist()]
        assert truth == member[:, i].tolist()


def test_sets_that_are_equal_share_a_selector_and_one_alternative_needs_none():
    selectors = Selectors(np.array([5, 6, 7, 8], np.int32))
    sets = np.array([[1, 0, 0, 0], [0, 1, 1, 0], [0, 1, 1, 0], [1, 1, 0, 1]], np.bool_)
    assert selectors.literals(sets).tolist() == [5, 9, 9, -7]
    assert selectors.size == 5
