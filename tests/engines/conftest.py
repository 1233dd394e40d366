from __future__ import annotations

import shutil

import pytest
from engines.random_boards import stand_in


@pytest.fixture(autouse=True)
def _cbc(tmp_path, monkeypatch):
    """Put a stand-in for CBC on PATH where there is none."""
    if shutil.which("cbc") is None:
        monkeypatch.setenv("PATH", str(stand_in(tmp_path).parent), prepend=":")
