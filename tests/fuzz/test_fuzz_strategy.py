"""The kind `strategy`: what it tries, that it finds what is wrong, and figures of each kind."""

from __future__ import annotations

import pytest
from fuzzing import strategy, worker
from fuzzing.command import main
from msgspec.structs import replace

from nlc.solving.solve import solve_one


def fuzzed(capfd, *words):
    status = main(words)
    return status, capfd.readouterr().out


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
