"""Shortest paths: a board has a solution with them if it has one, on all tilings."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from oracle.case import TILINGS
from oracle.random_boards import random_case
from support.puzzles import boards, program_of

from nlc.board import Sort
from nlc.encode.numberlink.shortest import shortest
from nlc.encode.policy import may_shorten
from nlc.ir.nodes import Assignment, Program

ROUND = """
puzzle "round" is numberlink {
  topology square;
  set cover = false;
  board
    A . .
    . . .
    . . A
  end
}
"""

FULL = """
puzzle "full" is numberlink {
  topology square;
  set cover = false;
  board
    A B
    . .
    A B
  end
}
"""

SHORT = frozenset(["r1c1-r1c2", "r1c2-r1c3", "r1c3-r2c3", "r2c3-r3c3"])
"""The shortest path whose cells are the earliest."""


def board_of(program: Program, links: frozenset[str]) -> Assignment:
    (line,) = program.bools
    names = program.board.names(line.sort)
    drawn = np.zeros(program.variables + 1, np.bool_)
    drawn[line.base : line.base + line.size] = [name in links for name in names]
    return Assignment(drawn, {})


def covered(program: Program, links: frozenset[str]) -> bool:
    """Return whether a segment is drawn at each cell that has a link."""
    names = program.board.names(Sort.LINK)
    ends = program.board.link_cells[[name in links for name in names]]
    return bool(np.isin(program.board.link_cells, ends).all())


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"touch": True}, {"touch": False}, {"no2x2": True}])
@pytest.mark.parametrize("tiling", TILINGS)
def test_there_is_a_board_and_another_one_where_brute_force_finds_one(tiling, options) -> None:
    random = Random(f"{tiling} {options} shortest")
    stated = told = 0
    for _ in range(7):
        case = random_case(random, "numberlink", tiling, cover=False, **options)
        expected, program = case.solutions(), program_of(case.text)
        reduced = shortest(program)
        if reduced is None:
            assert not may_shorten(program)
            continue
        told += may_shorten(program)  # where there are cells that may stay empty
        stated += 1
        found = boards(reduced, "passes=fold")
        assert found <= expected
        assert bool(found) == bool(expected)
        for solution in expected:
            other = shortest(program, board_of(program, solution))
            assert (other is not None) == covered(program, solution)
            if other is not None:
                assert bool(found - {solution}) == bool(expected - {solution})
    assert stated > 2
    assert told > 1


@pytest.mark.slow
def test_of_the_ways_round_the_middle_one_is_left() -> None:
    program = program_of(ROUND)
    reduced = shortest(program)
    assert reduced is not None
    assert len(boards(program, "default")) == 12
    assert boards(reduced, "default") == {
        frozenset(["r1c1-r1c2", "r1c2-r1c3", "r1c3-r2c3", "r2c3-r3c3"])
    }


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("set cover = true;", "every cell is on a path"),
        ("rule house { line[link(r1c2, r1c3)]; }", "a shorter path may miss the segment"),
        ("rule house { has color[r2c2]; }", "a shorter path may miss the cell"),
        ("drop same;", "it is no Numberlink puzzle"),
    ],
)
def test_it_is_not_stated_where_a_shorter_path_may_break_a_rule(change: str, why: str) -> None:
    text = ROUND.replace("set cover = false;", f"set cover = false; {change}")
    if "cover = true" in change:
        text = ROUND.replace("set cover = false;", change)
    program = program_of(text)
    assert shortest(program) is None, why
    assert not may_shorten(program)


def test_another_board_is_looked_for_so_only_beside_one_that_leaves_no_cell_empty() -> None:
    program = program_of(FULL)
    (only,) = boards(program, "default")
    assert shortest(program, board_of(program, only)) is not None
    program = program_of(ROUND)

    assert shortest(program, board_of(program, SHORT)) is None
