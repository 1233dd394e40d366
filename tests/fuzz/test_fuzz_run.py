"""`nlc run` held against brute force: what is wrong with an answer is found."""

from __future__ import annotations

import json
from copy import deepcopy

import pytest
from fuzzing import run as runs
from fuzzing.case_file import CaseFile
from fuzzing.findings import Tally
from fuzzing.trial import Trial
from oracle.case import Case
from oracle.reference_board import Drawn

from nlc.cli import main

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
        main(["run", *runs.QUESTIONS[question], "--format", "json", str(path)])
        return json.loads(capsys.readouterr().out)

    return ask


def wrong(question: str, case: Case, told: dict) -> list[str]:
    return list(runs.wrong(question, case, case.solutions(), told))


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("question", "case"),
    [(question, (SEVERAL, ONE, NONE)[i % 3]) for i, question in enumerate(runs.QUESTIONS)],
)
def test_a_right_answer_is_right_and_one_of_another_puzzle_is_wrong(question, case, answer):
    told = answer(question, case)
    assert wrong(question, case, told) == []
    assert wrong(question, NONE if case is not NONE else ONE, told)


@pytest.mark.slow
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


@pytest.mark.slow
@pytest.mark.parametrize("large", [False, True])
def test_answers_to_puzzles_of_one_file_are_held_against_each(large):
    extras = frozenset({"large"} if large else ())
    trial = Trial("", "", extras, ("run", "--unique"))
    tally = Tally()
    assert list(runs.judge_run(CaseFile((SEVERAL, ONE, NONE)), trial, tally)) == []
    assert tally.total_runs == 3
