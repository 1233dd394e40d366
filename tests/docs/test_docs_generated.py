"""What scripts write into the documents, and draw for them, is up to date."""

from __future__ import annotations

import subprocess
import sys

import pytest
from support import documents

SCRIPTS = ["encodings_page.py", "formats_page.py", "genres_page.py", "pictures_page.py"]
QUICK = ["plans_page.py", "short_manual.py"]


@pytest.mark.parametrize(
    "script", [*QUICK, *(pytest.param(each, marks=pytest.mark.slow) for each in SCRIPTS)]
)
def test_a_page_is_what_its_script_writes(script: str) -> None:
    command = [sys.executable, f"scripts/{script}", "--check"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=documents.ROOT)
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0), f"run: scripts/{script}"
