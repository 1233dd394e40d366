"""Puzzles for engines on other people's solvers, and their solutions from a process of their own.

OR-tools and HiGHS cannot be loaded into one process, so that no test may load one of them itself.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random

from engines import counts
from engines.counts import cases_of
from fuzzing.engines import all_boards
from fuzzing.puzzles import random_puzzle
from oracle.brute_force import Solutions
from oracle.case import TILINGS, Case
from oracle.random_boards import seeded_cases

from nlc.engines.base import Engine, EngineInput
from nlc.engines.problem import Method, read_problem
from nlc.ir.elaborate.ground import ground_board
from nlc.language.resolve import Puzzle

EACH = 40
"""Random boards of each tiling, and as many odd ones."""

RING = ["A A # . . .", "# # # . # .", "# # # . . ."]
"""Eight cells on no path, which only a ring could cover."""

LARGER = [". . . . .", ". C . A .", "B . . B .", "C . . . .", ". . A . ."]
"""Several solutions, unless all cells must be used and no path may touch itself."""


@cache
def random_boards() -> list[tuple[EngineInput, Solutions, str]]:
    """Return puzzles with all their solutions by brute force, and their texts."""
    made = [
        case for tiling in TILINGS for case in seeded_cases("numberlink", tiling, EACH, seed=21)
    ]
    made += _odd(Random(21))
    puzzles = puzzles_of([case.text for case in made])
    return [(p, case.solutions(), case.text) for p, case in zip(puzzles, made, strict=True)]


def _odd(random: Random) -> list[Case]:
    """Return puzzles on boards that wrap, or have warps or bridges."""
    found: list[Case] = []
    while len(found) < EACH:
        case = random_puzzle(random, house_rules=False)
        drawn = case.drawn
        odd = drawn.warps or drawn.wrap != "none" or "+" in "".join(drawn.rows)
        if case.genre == "numberlink" and odd:
            found.append(case)
    return found


def puzzles_of(texts: Sequence[str]) -> list[EngineInput]:
    """Return the puzzles of texts of one puzzle each, whose titles may be alike."""
    return [input_of(case) for case in cases_of(list(texts))]


def input_of(case: Puzzle) -> EngineInput:
    """Return what most engines read of a puzzle."""
    method = Method("the engine", "take another")
    return EngineInput(ground_board(case).board, read_problem(case, method))


def puzzle(rows: Sequence[str], **options: bool) -> EngineInput:
    """Return a puzzle on squares by its rows."""
    return input_of(counts.puzzle("numberlink", list(rows), **options))


def count(rows: Sequence[str], **options: bool) -> int:
    """Return the number of its solutions by the frontier method."""
    return counts.count(counts.puzzle("numberlink", list(rows), **options))


def check_larger_board(engine: Engine) -> None:
    """Hold an engine against the frontier method, by the number of solutions of one board."""
    options = ((True, True), (True, False), (False, False))
    boards = [puzzle(LARGER, touch=touch, cover=cover) for touch, cover in options]
    expected = [count(LARGER, touch=touch, cover=cover) for touch, cover in options]
    for number, (found, _) in zip(expected, all_boards(engine, boards), strict=True):
        assert len(found) == len(set(found)) == number > 1


def check_random_boards(engine: Engine, every: int = 1) -> None:
    """Hold an engine against brute force, on one in so many boards."""
    chosen = random_boards()[::every]
    for (_, expected, text), (found, figures) in zip(
        chosen, all_boards(engine, [each for each, _, _ in chosen]), strict=True
    ):
        assert len(found) == len(set(found)), text
        assert set(found) == expected, text
        assert set(figures) <= set(engine.statistics)


STAND_IN = Path(__file__).with_name("stand_in_cbc.py")


def stand_in(folder: Path) -> Path:
    """Return an executable `cbc` that solves by HiGHS and answers as CBC does."""
    path = folder / "cbc"
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{STAND_IN}" "$@"\n')
    path.chmod(0o755)
    return path
