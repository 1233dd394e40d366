"""The kind `strategy`: what it tries, that it finds what is wrong, and figures of each kind."""

from __future__ import annotations

import pytest
from fuzzing import strategy, worker
from fuzzing.cases import FuzzPlan
from fuzzing.command import main
from fuzzing.kinds import make
from msgspec.structs import replace
from oracle.case import GENRES
from support.plans import is_open

from nlc.solving import plan as plans
from nlc.solving.solve import solve_one


def fuzzed(capfd, *words):
    status = main(words)
    return status, capfd.readouterr().out


def test_plans_are_of_all_kinds():
    cases = [make(FuzzPlan(4, ("strategy",)), i) for i in range(60)]
    assert {case.subject.genre for case in cases} == set(GENRES)
    drawn = [plans.Plan.parse(trial.words[-1]) for case in cases for trial in case.trials]
    attempts = [each for plan in drawn for each in plan.attempts]
    assert {each.goal for each in attempts} == set(plans.GOALS) - {plans.CONFIRM} | {""}
    assert {"none", "strictest", "preferred"} < {each.reading for each in attempts}
    assert any(each.beside is not None for each in attempts)
    assert any(each.paths for each in attempts)
    assert {is_open(plan) for plan in drawn} == {False, True}
    assert len({each.solver for each in attempts}) > 5


def test_a_plan_is_made_simpler_by_leaving_out_attempts_and_encodings():
    text = "{solver=minisat encoding=domains=log} +0s {solver=kissat}"
    (trial,) = make(FuzzPlan(4, ("strategy",)), 0).trials
    kind = strategy.Strategy()
    simpler = [each.words[-1] for each in kind.simpler(replace(trial, words=("run", text)))]
    assert simpler == [
        "{solver=kissat}",
        "{solver=minisat} +0s {solver=kissat}",
        "{solver=minisat encoding=domains=log}",
    ]


def _hides_the_last(*args):
    answer = solve_one(*args)
    if answer.count:
        answer = replace(answer, solutions=answer.solutions[:-1], count=answer.count - 1)
    return answer


def _repeats_the_first(*args):
    answer = solve_one(*args)
    return replace(answer, solutions=answer.solutions[:1] * len(answer.solutions))


@pytest.mark.slow
@pytest.mark.parametrize("wrong", [_hides_the_last, _repeats_the_first])
def test_a_wrong_answer_is_found(monkeypatch, tmp_path, capfd, wrong):
    monkeypatch.setattr(strategy, "solve_one", wrong)
    monkeypatch.setattr(worker, "shrink", lambda finding, probe, seconds: finding)
    words = ("--kind", "strategy", "--cases", "40", "--seed", "4", "--out", str(tmp_path))
    status, out = fuzzed(capfd, *words, "--solvers", "pysat:minisat22")
    assert status == 1
    assert "strategy: " in out
    assert "{solver=pysat:minisat22" in out
