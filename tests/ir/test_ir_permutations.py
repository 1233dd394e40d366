"""As many variables that differ pairwise as there are values take each value."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

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
from nlc.ir.passes.permutations import RULE, Permutations


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


@pytest.mark.parametrize(
    ("pairs", "optional"),
    [([(0, 1), (1, 2)], False), ([(0, 1), (1, 2), (2, 0)], True), ([(0, 1)] * 3, False)],
)
def test_nothing_is_stated_without_a_clique_or_of_what_may_have_no_value(pairs, optional):
    made = program(4, 3, pairs, optional)
    assert stated(Permutations().apply(made)) == []
