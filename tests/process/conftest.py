"""Each test of processes starts and ends without an idle worker of another."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from nlc.process.pool import dismiss


@pytest.fixture(autouse=True)
def no_idle_worker() -> Iterator[None]:
    dismiss()
    yield
    dismiss()
