"""Random arithmetic on small boards of all tilings, against all assignments."""

from random import Random

import pytest
from fuzzing.numbers import judge_numbers, random_numbers, random_trial

from nlc.fuzz.findings import Tally


@pytest.mark.sample(12)
@pytest.mark.parametrize("seed", range(40))
def test_numbers_mean_what_python_says(seed: int) -> None:
    random = Random(seed)
    case, trial = random_numbers(random), random_trial(random)
    assert [fault.message for fault in judge_numbers(case, trial, Tally())] == []
