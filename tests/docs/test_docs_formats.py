"""The tables of docs/formats.md, compared with the code."""

from __future__ import annotations

import subprocess
import sys

import pytest
from support import documents

SCRIPT = "scripts/formats_page.py"


@pytest.mark.slow
def test_the_tables_are_what_the_script_writes() -> None:
    command = [sys.executable, SCRIPT, "--check"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=documents.ROOT)
    told = (done.stdout, done.stderr, done.returncode)
    assert told == ("", "", 0), f"docs/formats.md is not up to date; run: python {SCRIPT}"
