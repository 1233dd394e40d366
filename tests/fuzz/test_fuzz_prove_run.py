"""The script that holds `nlc run` against brute force: it finds what is wrong with an answer."""

from __future__ import annotations

import json
import sys
from copy import deepcopy
from pathlib import Path

import pytest

from nlc.cli import main
from nlc.cli.parser import parser
from nlc.encode import policy
from nlc.oracle.case import Case
from nlc.oracle.reference_board import Drawn

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

import prove_run

OPTIONS = (("cover", False), ("touch", True), ("no2x2", False))
SEVERAL = Case("numberlink", Drawn("square", ("A . .", ". . .", ". . A")), OPTIONS)
ONE = Case("numberlink", Drawn("square", ("A . A",)), OPTIONS)
NONE = Case("numberlink", Drawn("square", ("A # A",)), OPTIONS)


@pytest.fixture
def answer(tmp_path, capsys):
    """Return what `nlc run` answers to a question about a puzzle."""

    def ask(question: str, case: Case) -> dict:
        path = tmp_path / "p.nl"
        path.write_text(case.text)
        main(["run", *prove_run.QUESTIONS[question], "--format", "json", str(path)])
        return json.loads(capsys.readouterr().out)

    return ask


def wrong(question: str, case: Case, told: dict) -> list[str]:
    return list(prove_run.wrong(question, case, case.solutions(), told))


@pytest.mark.parametrize("question", prove_run.QUESTIONS)
@pytest.mark.parametrize("case", [SEVERAL, ONE, NONE], ids=["several", "one", "none"])
def test_a_right_answer_is_right_and_one_of_another_puzzle_is_wrong(question, case, answer):
    told = answer(question, case)
    assert wrong(question, case, told) == []
    assert wrong(question, NONE if case is not NONE else ONE, told)


def test_every_part_of_an_answer_is_looked_at(answer):
    lies = {
        "unique": [("unique", True), ("count", 1), ("solutions", []), ("status", "UNKNOWN")],
        "all": [("count", 1), ("count_complete", None)],
        "three": [("count", 2), ("count_complete", True), ("solutions", [{"line": []}])],
    }
    for question, changes in lies.items():
        told = answer(question, SEVERAL)
        for key, value in changes:
            assert wrong(question, SEVERAL, {**told, key: value}), (question, key)
    twice = answer("all", SEVERAL)
    twice["solutions"][1] = twice["solutions"][0]
    assert wrong("all", SEVERAL, twice)
    told = answer("facts", SEVERAL)
    for key in ("true", "false", "open", "unknown"):
        lie = deepcopy(told)
        lie["facts"]["variables"]["line"][key] = ["r1c1-r1c2"]
        assert wrong("facts", SEVERAL, lie), key
    told = answer("unique", SEVERAL)
    reading = {"options": {"touch": "false"}, "status": "UNSATISFIABLE", "unique": None}
    assert wrong("unique", SEVERAL, {**told, "readings": [reading]})


def test_without_a_bound_small_boards_are_solved_as_large_ones_are(tmp_path, capsys, monkeypatch):
    for bound in ("READINGS_FROM", "FAILED_PAIRS_FROM", "PAIR_VARIABLES_FROM"):
        monkeypatch.setattr(policy, bound, getattr(policy, bound))  # undone at the end
    rows = ("A . . .", ". . . .", ". . . .", "A . . .")
    options = (("cover", True), ("touch", True), ("no2x2", False))
    case = Case("numberlink", Drawn("square", rows), options)
    path = tmp_path / "p.nl"
    prove_run.take_all_for_large()
    for text, shared in ((case.text, 1), (case.text + case.text.replace("random", "other"), 2)):
        path.write_text(text)
        main(["run", "--jobs", "1", "--format", "json", str(path)])
        for line in capsys.readouterr().out.splitlines():
            first, *_ = json.loads(line)["strategy"]
            assert (first["step"], first["shared"]) == ("assume touch=false", shared)
            assert first["pairs"] > 0


def test_every_setting_is_a_command_of_nlc():
    for option, words in prove_run.SETTINGS.items():
        for name in words:
            command = ["run", *prove_run.words_of({option: name}), "--format", "json", "p.nl"]
            assert parser().parse_args(command).files == ["p.nl"]
