"""The engine `diagonal` against brute force and the frontier method, and what it refuses."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import cache
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest
from engines.counts import cases_of, count
from engines.random_boards import puzzle, puzzles_of
from fuzzing.engines import all_boards
from oracle.brute_force import Solutions
from oracle.case import Case
from oracle.rectangles import rectangle

from nlc.board import Sort
from nlc.engines import diagonal
from nlc.engines.base import EngineInput
from nlc.engines.diagonal import DiagonalEngine
from nlc.errors import UserError

ENGINE = DiagonalEngine()
BOARDS = 100


@cache
def known() -> list[tuple[EngineInput, Solutions, str]]:
    """Return boards, with the solutions that are to be found by brute force, and their texts."""
    random = Random(7)
    cases = [rectangle(random) for _ in range(BOARDS)]
    puzzles = puzzles_of([case.text for case in cases])
    return [
        (board, assumed(case, board).solutions(), case.text)
        for case, board in zip(cases, puzzles, strict=True)
    ]


def assumed(case: Case, board: EngineInput) -> Case:
    """Return a puzzle with what the engine assumes of it as an option."""
    options = dict(case.options) | {"no2x2": True} if ENGINE.assumes(board) else case.options
    return replace(case, options=tuple(dict(options).items()))


def check(chosen: list[tuple[EngineInput, Solutions, str]]) -> None:
    """Hold the engine, in this process, against what is known."""
    names = Sort.LINK
    for board, expected, text in chosen:
        links = board.board.names(names)
        drawings = list(ENGINE.search(board, {}))
        found = [frozenset(links[i] for i in np.flatnonzero(drawn)) for drawn in drawings]
        assert len(found) == len(expected), text
        assert set(found) == expected, text


@pytest.mark.slow
def test_solutions_are_those_of_brute_force():
    check(known())


@pytest.mark.slow
def test_counts_of_larger_boards_are_those_of_the_frontier_method():
    random = Random(3)
    cases = [rectangle(random, 7, 7, touch=False) for _ in range(10)]
    boards = puzzles_of([case.text for case in cases])
    counts = [len(found) for found, _ in all_boards(ENGINE, boards)]
    assert counts == [count(case) for case in cases_of([case.text for case in cases])]
    assert sum(map(bool, counts)) > 2


@pytest.mark.slow
def test_machine_code_finds_the_same_by_as_many_choices(monkeypatch):
    chosen = [board for board, _, _ in known()[::10]]
    plain = [dict(figures) for _, figures in all_boards(ENGINE, chosen)]
    monkeypatch.setattr(diagonal, "PLAIN", 0)
    assert diagonal.compiled_advance() is not None
    assert diagonal.compiled_advance() is not diagonal.advance
    check(known()[::10])
    assert [figures for _, figures in all_boards(ENGINE, chosen)] == plain


def no_room(*args, **options):
    raise MemoryError


@pytest.mark.slow
@pytest.mark.parametrize("numba", [None, SimpleNamespace(njit=no_room)], ids=["missing", "no room"])
def test_it_runs_without_numba(monkeypatch, numba):
    monkeypatch.setattr(diagonal, "PLAIN", 0)
    monkeypatch.setitem(sys.modules, "numba", numba)
    diagonal.compiled_advance.cache_clear()
    try:
        assert diagonal.compiled_advance() is None
        check(known()[::10])
    finally:
        diagonal.compiled_advance.cache_clear()


ROWS = ["A . B", ". . .", "A . B"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("topology hex; board\nA . B\n . . .\nA . B\nend", "a rectangle of squares"),
        ("topology square; board\nA . B\n. # .\nA . B\nend", "a rectangle of squares"),
        ("topology square; board\nA . B\n. . .\nA . B\nend\nwall r1c2|r2c2;", "all of them linked"),
        ("topology square; board\nA . B\n. . .\nA . B\nend\nwarp r1c1|r3c3;", "all of them linked"),
        ("topology square(wrap=both); board\nA . B\n. . .\nA . B\nend", "all of them linked"),
        ("topology square; set cover = false; board\nA . B\nA . B\nend", "cover=true"),
    ],
    ids=["hex", "hole", "wall", "warp", "wrap", "cover"],
)
def test_other_boards_and_rules_are_refused_with_the_reason(text, reason):
    (board,) = puzzles_of([f'puzzle "p" is numberlink {{ {text} }}\n'])
    with pytest.raises(UserError, match=reason):
        ENGINE.refuse(board)


def test_it_assumes_nothing_where_the_rules_say_it():
    assert "no2x2=true" in (ENGINE.assumes(puzzle(ROWS)) or "")
    for said in ({"touch": False}, {"no2x2": True}):
        assert ENGINE.assumes(puzzle(ROWS, **said)) is None
    assert ENGINE.assumes(puzzle(["A . A"])) is None  # there is no corner to turn round
