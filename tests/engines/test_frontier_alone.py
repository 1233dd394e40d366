"""The frontier method shares no code with what it is held against."""

from __future__ import annotations

import subprocess
import sys

import pytest

_LOADED = """
import sys
from nlc.loading import load_puzzles
from nlc.engines.frontier.build import build
from nlc.engines.problem import read_problem
(case,), _ = load_puzzles(sys.argv[1])
assert build(read_problem(case)).count() == 1
print(*(name for name in sys.modules if name.startswith("nlc.")))
"""


@pytest.mark.slow
def test_neither_encodings_nor_drivers_nor_elaboration_are_loaded(tmp_path):
    path = tmp_path / "one.txt"
    path.write_text("3 3\n1.1\n2.2\n3.3\n")
    ran = subprocess.run(
        [sys.executable, "-c", _LOADED, str(path)], capture_output=True, text=True, check=True
    )
    loaded = ran.stdout.split()
    assert "nlc.engines.frontier.moves" in loaded
    others = ("nlc.encode", "nlc.cnf", "nlc.drivers", "nlc.solving", "nlc.proof", "nlc.oracle")
    others += ("nlc.ir.elaborate.program", "nlc.ir.passes.fold", "nlc.ir.evaluate")
    assert not [name for name in loaded if name.startswith(others)]
