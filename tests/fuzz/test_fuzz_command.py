"""The command: figures, exit status, repeatability."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from fuzzing.cases import PROGRAM, FuzzPlan
from fuzzing.command import main
from fuzzing.kinds import make
from support.solvers import alive, children, wait_until

TESTS = Path(__file__).parents[1]


def test_the_same_seed_and_number_make_the_same_case():
    plan = FuzzPlan(5)
    assert [make(plan, i) for i in range(50)] == [make(plan, i) for i in range(50)]
    assert make(FuzzPlan(6), 0) != make(plan, 0)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--kind", "sudoku"], "there is no kind 'sudoku'"),
        (["--encodings", "nonsense"], "no encoding is called 'nonsense'"),
        (["--solvers", "nonsense"], "there is no solver 'nonsense'"),
        (["--out", "no/such/folder"], "is not a folder"),
        (["--replay", "no-such-file.nl"], "no-such-file.nl"),
    ],
)
def test_a_wrong_command_line_is_told_and_exits_2(words, told, capfd):
    assert main(words) == 2
    assert told in capfd.readouterr().err


@pytest.mark.slow
def test_ctrl_c_tells_what_was_done_and_leaves_no_process(tmp_path):
    words = [*PROGRAM[1:], "--seconds", "100", "--jobs", "2", "--out", str(tmp_path)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "cwd": TESTS}
    with subprocess.Popen([sys.executable, *words], text=True, **pipes) as run:
        assert wait_until(lambda: children(run.pid))
        working = children(run.pid)
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=60)
    assert run.returncode == 130
    assert wait_until(lambda: not any(map(alive, working)), 60)
    assert "findings: 0" in out
    assert "interrupted" in err
