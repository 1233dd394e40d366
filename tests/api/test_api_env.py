"""The environment of docs/examples is one by Gymnasium's own checker, and a solution solves it."""

from __future__ import annotations

import runpy
import warnings

import pytest
from support.documents import ROOT

import nlc

FILE = ROOT / "docs" / "examples" / "puzzle_env.py"


@pytest.mark.slow
def test_gymnasium_takes_the_environment_and_a_solution_ends_it():
    from gymnasium.utils.env_checker import check_env

    env = runpy.run_path(str(FILE))["PuzzleEnv"]()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env, skip_render_check=True)

    first, _ = env.reset(seed=7)
    again, info = env.reset(seed=7)
    assert first == again and info["level"] == "easy"
    _, reward, solved, _, info = env.step("number here 9")
    assert (reward, solved, info["verdict"]) == (-0.1, False, "unread")
    (puzzle,) = nlc.loads(first[: first.rindex("\n{")])
    for element, digit in puzzle.solve().board.to_json()["number"].items():
        _, reward, solved, _, info = env.step(f"number {element} {digit}")
    assert (solved, reward, info["verdict"]) == (True, 1.0, "complete")
