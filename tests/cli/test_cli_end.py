"""How a command ends: without taking Python apart, but for those who wait for that."""

from __future__ import annotations

import subprocess
import sys

import pytest
from support.commands import FIXTURES

FIRST = str(FIXTURES / "first.nl")


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)


def test_what_was_left_for_the_end_is_done_and_all_output_written():
    program = (
        "import atexit, sys; sys.argv = ['nlc', 'check', 'nowhere.nl'];"
        "atexit.register(print, 'bye'); print('first', end=' ');"
        "from nlc.__main__ import run; run()"
    )
    done = run("-c", program)
    assert (done.returncode, done.stdout.split()[0], done.stdout.split()[-1]) == (2, "first", "bye")
    assert "nowhere.nl" in done.stderr


def test_python_is_not_taken_apart():
    program = (
        "import sys; sys.argv = ['nlc', 'run', sys.argv[1]];"
        "late = type('Late', (), {'__del__': lambda self: print('late')})(); late.me = late;"
        "from nlc.__main__ import run; run()"
    )
    done = run("-c", program, FIRST)
    assert done.returncode == 0
    assert "checked against every rule" in done.stdout
    assert "late" not in done.stdout


@pytest.mark.parametrize("tool", [("cProfile", "-m"), ("trace", "--listfuncs", "--module")])
def test_who_looks_on_tells_what_it_saw(tool):
    done = run("-m", *tool, "nlc", "--version")
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) > 10
