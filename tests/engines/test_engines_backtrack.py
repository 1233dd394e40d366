"""The engine `backtrack` against brute force, and the order in which it goes."""

from __future__ import annotations

import sys

import pytest
from engines.random_boards import check_random_boards, count, puzzle
from fuzzing.engines import all_boards

from nlc.engines import backtrack
from nlc.engines.backtrack import BacktrackEngine

ENGINE = BacktrackEngine()


@pytest.mark.slow
def test_solutions_are_those_of_brute_force():
    check_random_boards(ENGINE)


@pytest.mark.slow
@pytest.mark.parametrize(("touch", "cover"), [(True, False), (False, True)])
def test_counts_of_a_larger_board_are_those_of_the_frontier_method(touch, cover):
    rows = ["A . . . B", ". . . . .", ". C . D .", "D . . . .", "C . B . A"]
    board = puzzle(rows, touch=touch, cover=cover)
    ((found, _),) = all_boards(ENGINE, [board])
    assert len(found) == count(rows, touch=touch, cover=cover)


@pytest.mark.slow
def test_machine_code_and_python_take_the_same_steps(monkeypatch):
    chosen = [
        puzzle(["A . . . B", ". . . . .", ". C . D .", "D . . . .", "C . B . A"], **options)
        for options in ({}, {"touch": False}, {"cover": False, "no2x2": True})
    ]
    assert backtrack.compiled_advance() is not None
    fast = [(list(found), dict(figures)) for found, figures in all_boards(ENGINE, chosen)]
    monkeypatch.setattr(backtrack, "compiled_advance", lambda: None)
    assert [(list(found), dict(figures)) for found, figures in all_boards(ENGINE, chosen)] == fast
    assert all(figures["steps"] > len(found) for found, figures in fast)


def test_it_runs_without_numba(monkeypatch):
    monkeypatch.setitem(sys.modules, "numba", None)
    backtrack.compiled_advance.cache_clear()
    try:
        ((found, figures),) = all_boards(ENGINE, [puzzle([". . .", "A . A", ". . ."], cover=False)])
        assert backtrack.compiled_advance() is None
        assert len(found) > 1 and figures["steps"] > len(found)
    finally:
        backtrack.compiled_advance.cache_clear()


def test_a_path_may_be_longer_than_calls_of_python_are_deep():
    long = puzzle([" ".join(["A", *"." * 3000, "A"])])
    ((found, figures),) = all_boards(ENGINE, [long])
    assert [len(drawn) for drawn in found] == [3001]
    assert figures == {"steps": 3001}
