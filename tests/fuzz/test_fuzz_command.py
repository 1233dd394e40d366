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
from fuzzing.trial import comparable
from support.solvers import alive, children, wait_until

from nlc.encode.spec import choices
from nlc.oracle.formulas import Formula

TESTS = Path(__file__).parents[1]


def test_the_same_seed_and_number_make_the_same_case():
    plan = FuzzPlan(5)
    assert [make(plan, i) for i in range(50)] == [make(plan, i) for i in range(50)]
    assert make(FuzzPlan(6), 0) != make(plan, 0)


def test_cases_are_of_the_kind_that_is_asked_for():
    assert all(isinstance(make(FuzzPlan(0, ("cnf",)), i).subject, Formula) for i in range(30))
    assert not any(
        isinstance(make(FuzzPlan(0, ("puzzles",)), i).subject, Formula) for i in range(30)
    )
    both = {isinstance(make(FuzzPlan(0), i).subject, Formula) for i in range(60)}
    assert both == {False, True}


@pytest.mark.slow
def test_every_part_of_every_encoding_is_chosen_sooner_or_later():
    specs = {trial.encoding for i in range(700) for trial in make(FuzzPlan(1), i).trials}
    chosen = {item for spec in specs for item in spec.split(",")}
    assert {*choices()["passes"]} - {*comparable()["passes"]} == {"value-precedence"}
    for part, names in comparable().items():
        assert {f"{part}={name}" for name in names if name != "none"} <= chosen


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


def test_a_puzzle_of_another_form_cannot_be_replayed(tmp_path, capfd):
    path = tmp_path / "other.nl"
    path.write_text('puzzle "p" is numberlink { topology square; board\nAA\nend }', "utf-8")
    assert main(["--replay", str(path)]) == 2
    assert "takes what was written here" in capfd.readouterr().err


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
