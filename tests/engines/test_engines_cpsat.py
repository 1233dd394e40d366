"""The engines on CP-SAT against brute force, and what they do at the edges."""

from __future__ import annotations

import importlib.util

import pytest
from engines.random_boards import LARGER, RING, check_larger_board, check_random_boards, puzzle
from fuzzing.engines import all_boards

from nlc.drivers.base import Limits
from nlc.engines import ENGINES
from nlc.engines.run import run_engine

NAMES = ["cpsat-path", "cpsat-edge", "cpsat-circuit", "cpsat-circuits"]

HARD = [" ".join("." * 20)] * 20
HARD[0] = "A . . . B . . . C . . . D . . . . . . ."
HARD[19] = "B . . . D . . . A . . . C . . . . . . ."


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_solutions_are_those_of_brute_force(name):
    check_random_boards(ENGINES.get(name), every=2 if name == "cpsat-path" else 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_counts_of_a_larger_board_are_those_of_the_frontier_method(name):
    check_larger_board(ENGINES.get(name))


@pytest.mark.slow
@pytest.mark.parametrize("touch", [True, False])
def test_rings_are_cut(touch):
    ((found, figures),) = all_boards(ENGINES.get("cpsat-edge"), [puzzle(RING, touch=touch)])
    assert (found, figures["cuts"], figures["rounds"]) == ([], 1, 2)


@pytest.mark.parametrize("name", NAMES)
def test_without_or_tools_it_is_told_what_to_install(name, monkeypatch):
    engine = ENGINES.get(name)
    assert engine.missing() is None
    assert engine.version().startswith("OR-tools ")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert "pip install 'nlc[cpsat]'" in engine.missing()
    assert engine.version() is None


@pytest.mark.slow
def test_where_there_is_no_room_for_or_tools_the_limit_of_memory_is_told():
    ((outcome, drawn),) = run_engine(
        ENGINES.get("cpsat-edge"), puzzle(LARGER), Limits(megabytes=20)
    )
    assert (outcome.reason, drawn) == ("memory", None)


@pytest.mark.slow
def test_a_search_ends_at_its_limit():
    found = list(run_engine(ENGINES.get("cpsat-path"), puzzle(HARD), Limits(cpu_seconds=0.3)))
    assert [(outcome.reason, drawn) for outcome, drawn in found] == [("cpu-time", None)]
