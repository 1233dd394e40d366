"""The limits of a job."""

from __future__ import annotations

from contextvars import ContextVar

import pytest

from nlc.serve import task
from nlc.serve.settings import Bounds


@pytest.mark.parametrize(("asked", "left"), [(8.0, 5.0), (None, 57.0), (1000.0, 57.0)])
def test_a_search_has_what_reading_and_compiling_have_left_of_the_limit(
    monkeypatch: pytest.MonkeyPatch, asked: float | None, left: float
) -> None:
    monkeypatch.setattr(task, "bounds", Bounds(seconds=60.0))
    monkeypatch.setattr(task, "started", ContextVar("started", default=100.0))
    monkeypatch.setattr("time.perf_counter", lambda: 103.0)
    assert task.limits_left(asked).seconds == left
