"""The stage of a fault: a folder of its own, and this process as the parent of all orphans."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from faults.kit import Scene, adopt_orphans, check_nothing_is_left, descendants

from nlc.process.pool import end_idle_worker


@pytest.fixture
def scene() -> Iterator[Scene]:
    """A place for a fault; when it is over, no process and no temporary file may be left."""
    end_idle_worker()
    adopt_orphans()
    assert not descendants()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # some faults are played by another user
        place = Scene(Path(folder, "stage"))
        yield place
        end_idle_worker()
        try:
            check_nothing_is_left(place)
        finally:
            adopt_orphans(False)
