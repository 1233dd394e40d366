"""The engine `backtrack` against brute force, and the order in which it goes."""

from __future__ import annotations

import sys

import pytest
from engines.random_boards import check_random_boards, count, puzzle, puzzles_of
from fuzzing.engines import all_boards

from nlc.board import Sort
from nlc.engines import backtrack
from nlc.engines.backtrack import BacktrackEngine, new_search

ENGINE = BacktrackEngine()

HEXAGONS = """puzzle "p" is numberlink {
  topology hex;
  board
     A . .
    . . . .
     . . A
  end
}
"""

TRIANGLES = """puzzle "p" is numberlink {
  topology triangle(first=up);
  board
    A . .
    . . A
  end
}
"""


def neighbours(board, cell: str) -> list[str]:
    names = board.board.names(Sort.CELL)
    field, _ = new_search(board)
    start, end = field.start[names.index(cell) :][:2]
    return [names[other] for other in field.cells[start:end]]


@pytest.mark.slow
def test_solutions_are_those_of_brute_force():
    check_random_boards(ENGINE)


@pytest.mark.sample(1)
@pytest.mark.parametrize("touch", [True, False])
@pytest.mark.parametrize("cover", [True, False])
def test_counts_of_a_larger_board_are_those_of_the_frontier_method(touch, cover):
    rows = ["A . . . B", ". . . . .", ". C . D .", "D . . . .", "C . B . A"]
    board = puzzle(rows, touch=touch, cover=cover)
    ((found, _),) = all_boards(ENGINE, [board])
    assert len(found) == count(rows, touch=touch, cover=cover)


def test_it_goes_up_right_down_and_left():
    board = puzzle(["A . .", ". . .", ". . A"])
    assert neighbours(board, "r2c2") == ["r1c2", "r2c3", "r3c2", "r2c1"]


def test_hexagons_have_six_directions_clockwise_from_the_top():
    (board,) = puzzles_of([HEXAGONS])
    assert neighbours(board, "r2c2") == ["r1c2", "r2c3", "r3c2", "r3c1", "r2c1", "r1c1"]


def test_triangles_have_three_directions_clockwise_from_the_top():
    (board,) = puzzles_of([TRIANGLES])
    assert neighbours(board, "r1c2") == ["r1c3", "r1c1"]  # it points down, from the upper rim
    assert neighbours(board, "r2c2") == ["r2c3", "r2c1"]
    assert neighbours(board, "r1c3") == ["r2c3", "r1c2"]  # it points up, at the right rim


def test_the_first_solution_is_the_one_of_the_first_directions():
    ((found, figures),) = all_boards(ENGINE, [puzzle([". . .", "A . A", ". . ."], cover=False)])
    assert found[0] == frozenset({"r1c1-r2c1", "r1c1-r1c2", "r1c2-r1c3", "r1c3-r2c3"})
    assert len(found) == count([". . .", "A . A", ". . ."], cover=False)
    assert figures["steps"] > len(found)


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
