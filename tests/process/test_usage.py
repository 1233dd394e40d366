"""What a process tells of its own use."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from nlc.process.limits import NO_LIMITS, Limits
from nlc.process.pool import stream
from nlc.process.usage import Stopwatch


def laps() -> Iterator[float]:
    watch = Stopwatch()
    for count in range(1000, 21000, 1000):
        sum(range(count))
        yield watch.cpu_seconds


@pytest.mark.parametrize("limits", [NO_LIMITS, Limits(cpu_seconds=10)])
def test_processor_time_is_told_to_less_than_a_tick_of_the_kernel(limits: Limits) -> None:
    told = list(stream(laps, limits))
    assert all(a < b for a, b in pairwise(told))
