"""The table of plans in docs/solving.md, compared with the code."""

from __future__ import annotations

import subprocess
import sys

from support import documents

SCRIPT = "scripts/plans_page.py"


def test_the_table_is_what_the_script_writes() -> None:
    command = [sys.executable, SCRIPT, "--check"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=documents.ROOT)
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)
