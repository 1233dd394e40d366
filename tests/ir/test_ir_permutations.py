"""As many variables that differ pairwise as there are values take each value."""

from __future__ import annotations

from itertools import combinations, permutations, product
from random import Random

import numpy as np
import pytest
from support.lower_programs import (
    as_values,
    assignments,
    base_program,
    ints,
    matrix,
    nowhere,
    solutions,
)

from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.ir.nodes import Implies, Program, Relate
from nlc.ir.passes.permutations import RULE, Permutations, cliques


def program(cells: int, values: int, pairs, optional: bool = False) -> Program:
    """Return cells of which some pairs differ."""
    made = base_program(cells, values, optional)
    a, b = (ints([pair[i] for pair in pairs]) for i in (0, 1))
    differ = Relate("color", a, "color", b, False)
    made.nodes.append(Implies(matrix([[] for _ in pairs]), differ, nowhere()))
    return made


def stated(found: Program) -> list[Implies]:
    """Return what the pass has added."""
    return [node for node in found.nodes if node.origin.rule == RULE]


@pytest.mark.sample(6)
@pytest.mark.parametrize("seed", range(12))
def test_the_solutions_stay_the_same(seed):
    random = Random(seed)
    cells, values = random.choice([(3, 3), (4, 3)])
    every = list(combinations(range(cells), 2))
    pairs = random.sample(every, random.randint(3, len(every)))
    made = program(cells, values, [random.sample(pair, 2) for pair in pairs])
    made.atoms = made.atoms if seed % 2 else []
    lowered = lower(Permutations().apply(made), Encoding(domains="direct", passes="none"))
    found = [as_values(a) for a in assignments(lowered, whole=True)]
    colors = {
        colors
        for colors in product(range(values), repeat=cells)
        if all(colors[a] != colors[b] for a, b in pairs)
    }
    assert {each[1] for each in found} == colors
    assert len(found) == len(set(found)) == len(colors) * 2**cells
    if seed % 2:
        assert set(found) == solutions(made)


def test_a_clause_of_each_value_is_stated_of_each_clique():
    (node,) = stated(Permutations().apply(program(4, 3, [(0, 1), (1, 2), (2, 0), (2, 3)])))
    values = {tuple(sorted(set(row))) for row in node.then.lits.tolist()}
    assert len(values) == 3
    assert node.guard.shape == (3, 0)
    assert node.then.lits.shape == (3, 3)


@pytest.mark.parametrize(
    ("pairs", "optional"),
    [([(0, 1), (1, 2)], False), ([(0, 1), (1, 2), (2, 0)], True), ([(0, 1)] * 3, False)],
)
def test_nothing_is_stated_without_a_clique_or_of_what_may_have_no_value(pairs, optional):
    made = program(4, 3, pairs, optional)
    assert stated(Permutations().apply(made)) == []


def test_more_differences_than_are_asked_for_are_left_alone():
    made = program(4, 3, list(combinations(range(4), 2)))
    assert stated(Permutations(most=5).apply(made)) == []
    assert len(stated(Permutations(most=6).apply(made))) == 1


def sudoku_groups() -> list[frozenset[int]]:
    """Return the rows, columns and boxes of 9x9 cells."""
    rows = [frozenset(range(9 * r, 9 * r + 9)) for r in range(9)]
    columns = [frozenset(range(c, 81, 9)) for c in range(9)]
    boxes = [
        frozenset(9 * (3 * r + i) + 3 * c + j for i in range(3) for j in range(3))
        for r in range(3)
        for c in range(3)
    ]
    return [*rows, *columns, *boxes]


def test_all_rows_columns_and_boxes_of_a_sudoku_are_found():
    groups = sudoku_groups()
    edges = sorted({pair for group in groups for pair in combinations(sorted(group), 2)})
    found = list(cliques(np.array(edges, np.int32), 9))
    assert sorted(found) == sorted(map(sorted, groups))


def test_what_is_found_are_cliques_and_every_difference_is_looked_at():
    random = Random(3)
    for size, nodes in permutations((3, 4, 5, 8), 2):
        edges = [pair for pair in combinations(range(nodes), 2) if random.random() < 0.8]
        joined = set(edges)
        found = list(cliques(np.array(edges, np.int32).reshape(-1, 2), size))
        assert all(set(combinations(clique, 2)) <= joined for clique in found)
        exact = any(
            set(combinations(each, 2)) <= joined for each in combinations(range(nodes), size)
        )
        assert size != 3 or bool(found) == exact
