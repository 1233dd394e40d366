"""Readings hold for every solver and question: answers are those of brute force."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

import nlc
from nlc.drivers import get as driver
from nlc.drivers.base import Limits
from nlc.errors import Source
from nlc.fuzz.judge_puzzle import segments
from nlc.language.resolve import load
from nlc.oracle.random_boards import random_case
from nlc.solving.policy import Policy
from nlc.solving.search import ALL, BACKBONE, ONE, UNIQUE, Question

SOLVERS = ["minisat", "pysat:kissat404", "pysat:minisat22", None]
QUESTIONS = [ONE, UNIQUE, ALL, Question(3)]
ASKED = [*product(SOLVERS, QUESTIONS)]

POLICY = Policy(conflicts=0, reaches=(0.6, 1.2), glance=False, explain=False, readings=False)


@pytest.fixture(autouse=True)
def readings_of_small_boards(monkeypatch):
    monkeypatch.setattr("nlc.encode.policy.READINGS_FROM", 0)


def puzzle_of(text):
    (found,) = load(Source("test.nl", text)).puzzles
    return found


def cases():
    random = Random(36)
    for genre in ("numberlink", "multilink"):
        for cover, touch in ((True, True), (False, True), (False, False)):
            case = random_case(random, genre, "square", cover=cover, touch=touch)
            yield pytest.param(case, id=f"{genre}-{cover}-{touch}")


def assert_right(case, question, answer):
    boards = case.solutions()
    found = {segments(answer.program, board) for board in answer.solutions}
    assert answer.status == ("SATISFIABLE" if boards else "UNSATISFIABLE"), case.text
    assert found <= boards
    assert len(found) == len(answer.solutions)
    assert question.is_answered(answer)
    if question.most != 1:
        assert answer.count == min(len(boards), question.most or len(boards)), case.text


@pytest.mark.sample(1)
@pytest.mark.parametrize("case", list(cases()))
@pytest.mark.parametrize(("solver", "question"), ASKED)
def test_boards_and_counts_are_those_of_brute_force(case, solver, question):
    if solver is not None and driver(solver).missing() is not None:
        pytest.fail(f"{solver} is missing")
    answer = nlc.solve(puzzle_of(case.text), question, solver=solver, policy=POLICY)
    assert_right(case, question, answer)


@pytest.mark.sample(1)
@pytest.mark.parametrize("case", list(cases()))
@pytest.mark.parametrize("solver", SOLVERS)
def test_the_backbone_is_that_of_brute_force(case, solver):
    boards = case.solutions()
    answer = nlc.solve(puzzle_of(case.text), BACKBONE, solver=solver, policy=POLICY)
    assert answer.status == ("SATISFIABLE" if boards else "UNSATISFIABLE")
    if boards:
        facts = answer.backbone.to_json(answer.program)["variables"]["line"]
        assert frozenset(facts["true"]) == frozenset.intersection(*boards)
        assert frozenset(facts["open"]) == frozenset.union(*boards) - frozenset.intersection(
            *boards
        )


@pytest.mark.slow
@pytest.mark.parametrize("solver", ["minisat,cadical", "pysat:minisat22,minisat"])
def test_a_portfolio_takes_turns_too(solver):
    for param in cases():
        (case,) = param.values
        answer = nlc.solve(puzzle_of(case.text), solver=solver.split(","), policy=POLICY)
        assert_right(case, ONE, answer)


TOUCHING = 'puzzle "p" is numberlink { topology square; board\nA . .\nA . .\nend }'


def test_each_reading_is_a_step_and_the_formula_is_that_of_compile():
    answer = nlc.solve(puzzle_of(TOUCHING), solver="minisat", policy=POLICY)
    assert [(step.assumed, step.status) for step in answer.steps] == [
        ("touch=false", "UNSATISFIABLE"),
        ("no2x2=true", "UNSATISFIABLE"),
        ("", "SATISFIABLE"),
    ]
    assert str(answer.encoding) == str(nlc.compile(puzzle_of(TOUCHING)).encoding)


def test_a_board_of_a_reading_is_completed_to_a_model_of_the_formula():
    puzzle = puzzle_of(TOUCHING.replace("A . .\nA . .", "A . A\nB . B"))
    answer = nlc.solve(puzzle, solver="minisat", policy=POLICY)
    assert [step.assumed for step in answer.steps] == ["touch=false"]
    formula = nlc.compile(puzzle)
    assert len(answer.model) == formula.variables + 1


def test_limits_hold_for_all_turns_together():
    answer = nlc.solve(puzzle_of(TOUCHING), solver="minisat", policy=POLICY, limits=Limits(1e-9))
    assert (answer.status, answer.reason) == ("UNKNOWN", "wall-time")


def test_a_proof_is_of_the_puzzle_s_own_formula(tmp_path):
    unique = puzzle_of(TOUCHING)
    target = tmp_path / "proof.drat"
    policy = Policy(conflicts=0, glance=False, proof=str(target))
    answer = nlc.solve(unique, UNIQUE, solver="cadical", policy=policy)
    assert (answer.unique, answer.confirmed_by) == (True, "proof")
    assert target.stat().st_size
