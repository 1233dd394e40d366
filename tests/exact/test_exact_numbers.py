"""Random arithmetic on small boards of all tilings, against all assignments."""

from collections.abc import Callable
from math import prod
from random import Random

import pytest
from fuzzing.findings import Tally
from fuzzing.numbers import (
    Board,
    Condition,
    NumberCase,
    judge_numbers,
    random_numbers,
    random_trial,
    safe,
    there,
)
from fuzzing.trial import Trial

OF_MISSING: dict[str, Callable[[Board], bool]] = {
    "max(num[c] + 0, 1) = 1": lambda b: max(there(b.num[b.cell]), 1) == 1,
    "not min(num[c], 1) > 0": lambda b: not safe(lambda b: min(there(b.num[b.cell]), 1) > 0)(b),
    "abs(num[c] - 1) < 2": lambda b: abs(there(b.num[b.cell]) - 1) < 2,
    "(num[c] + 0) * (n + 0) = 0": lambda b: there(b.num[b.cell]) * b.n == 0,
    "max({num[d] + 0 for d in cells}) >= 0": lambda b: max(map(there, b.num)) >= 0,
    "product(num[cells]) in -1..1": lambda b: -1 <= prod(map(there, b.num)) <= 1,
    "2 > sum {abs(num[d]) for d in cells}": lambda b: sum(abs(x or 0) for x in b.num) < 2,
}
"""Conditions on numbers of which some may be missing."""


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(3, 12))
def test_numbers_mean_what_python_says(seed: int) -> None:
    random = Random(seed)
    case, trial = random_numbers(random), random_trial(random)
    assert [fault.message for fault in judge_numbers(case, trial, Tally())] == []


@pytest.mark.parametrize("text", OF_MISSING)
def test_no_comparison_of_what_is_made_of_a_missing_number_holds(text: str) -> None:
    condition = Condition(text, safe(OF_MISSING[text]))
    case = NumberCase("square", ". .", -1, 2, (0, 1), True, (0, 0), (condition,))
    trial = Trial("domains=direct,sums=diagram", "pysat:minisat22")
    assert [fault.message for fault in judge_numbers(case, trial, Tally())] == []
