"""The kind `strategy`: what it tries, that it finds what is wrong, and figures of each kind."""

from __future__ import annotations

from random import Random

import fuzzing
import pytest
from fuzzing import strategy
from fuzzing.strategy import STRATEGIC, random_trial
from msgspec.structs import replace

from nlc.cli import main
from nlc.encode.policy import is_exact
from nlc.encode.spec import Encoding
from nlc.fuzz import worker
from nlc.fuzz.cases import Plan
from nlc.fuzz.kinds import make
from nlc.fuzz.trial import Choice
from nlc.solving.unique import solve_twice


def fuzzed(capfd, *words):
    status = fuzzing.main(words)
    return status, capfd.readouterr().out


@pytest.mark.slow
def test_a_run_finds_nothing_wrong_and_tells_how_programs_were_solved(tmp_path, capfd):
    words = ("--kind", "strategy", "--cases", "14", "--out", str(tmp_path))
    status, out = fuzzed(capfd, *words)
    assert status == 0, out
    assert "findings: 0" in out
    assert "boards tried: " in out
    ways = ("in one formula", "in one formula, pair-variables", "asked for another")
    for way in (*ways, "asked for one board"):
        assert way in out
    assert "formulas: " not in out


def test_trials_are_of_exact_encodings_and_genres_with_stricter_readings():
    cases = [make(Plan(4, ("strategy",)), i) for i in range(60)]
    assert {case.subject.genre for case in cases} == set(STRATEGIC)
    trials = [trial for case in cases for trial in case.trials]
    assert all(is_exact(Encoding.parse(trial.encoding)) for trial in trials)
    assert all(strategy.fits(Encoding.parse(t.encoding), t.solver) for t in trials)
    assert len({trial.solver for trial in trials}) > 5


def test_a_choice_without_an_exact_encoding_is_refused_and_not_hushed_up(tmp_path, capfd):
    words = ("--kind", "strategy", "--cases", "6", "--encodings", "acyclic=vertex-tree")
    status, out = fuzzed(capfd, *words, "--out", str(tmp_path))
    assert status == 0
    assert "strategy" in out.partition("refused:")[2]
    trial = random_trial(Random(1), Choice(("acyclic=vertex-tree", "log")))
    assert trial.encoding == "log"


def _hides_the_second(*args):
    result = solve_twice(*args)
    if result.count == 2:
        result = replace(result, solutions=result.solutions[:1], count=1, complete=True)
    return result


def _repeats_the_first(*args):
    result = solve_twice(*args)
    if result.count == 2:
        result = replace(result, solutions=result.solutions[:1] * 2)
    return result


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wrong", "kind"),
    [(_hides_the_second, "strategy-count"), (_repeats_the_first, "strategy-board")],
)
def test_a_wrong_uniqueness_is_found(monkeypatch, tmp_path, capfd, wrong, kind):
    monkeypatch.setattr(strategy, "solve_twice", wrong)
    monkeypatch.setattr(worker, "shrink", lambda finding, probe, seconds: finding)
    words = ("--kind", "strategy", "--cases", "4", "--seed", "4", "--out", str(tmp_path))
    status, out = fuzzed(capfd, *words, "--solvers", "pysat:minisat22")
    assert status == 1
    assert f"{kind}: with cover = " in out
    (path, *_) = tmp_path.iterdir()
    replay = ["--kind", "strategy", "--replay", str(path)]
    assert fuzzing.main(replay) == 1
    monkeypatch.setattr(strategy, "solve_twice", solve_twice)
    assert fuzzing.main(replay) == 0


def test_a_run_on_formulas_tells_of_no_boards(tmp_path, capfd):
    status, out = fuzzed(capfd, "--kind", "cnf", "--cases", "15", "--out", str(tmp_path))
    assert status == 0
    assert "formulas: 15, runs" in out
    assert "formulas a second" in out
    assert "board" not in out


def test_encodings_are_refused_where_there_are_only_formulas(tmp_path, capfd):
    assert main(["fuzz", "--kind", "cnf", "--encodings", "log"]) == 2
    assert "--encodings about boards" in capfd.readouterr().err
    path = tmp_path / "formula.cnf"
    path.write_text("p cnf 1 1\n1 0\n")
    assert main(["fuzz", "--replay", str(path), "--encodings", "log"]) == 2
    assert "is a formula" in capfd.readouterr().err
