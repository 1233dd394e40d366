"""Passes that state implied constraints change no solution, and say more than the rules do."""

from __future__ import annotations

from random import Random

import pytest
from oracle.case import GENRES, TILINGS
from oracle.random_boards import random_case
from support.puzzles import boards, program_of

from nlc.ir.passes import PASSES
from nlc.ir.passes.parity import Parity

NAMES = ("parity",)


CROSSED = """
puzzle "crossed" is numberlink {
  topology square;
  legend { "+" = bridge; }
  board
    . A .
    B + B
    . A .
  end
}
"""

THREE = """
puzzle "three" is multilink {
  topology square;
  board
    A . A
    . . .
    . A .
  end
}
"""

# One label is shut in by itself.
SHUT = """
puzzle "shut" is numberlink {
  topology square;
  board
    A . # .
    # # . .
    . . . A
  end
}
"""


@pytest.mark.sample(3)
@pytest.mark.parametrize("genre", GENRES)
@pytest.mark.parametrize("tiling", TILINGS)
@pytest.mark.parametrize("name", NAMES)
def test_boards_are_those_of_brute_force(name: str, tiling: str, genre: str) -> None:
    random = Random(f"{name} {tiling} {genre} redundant")
    for _ in range(5):
        case = random_case(random, genre, tiling)
        assert boards(program_of(case.text), f"passes={name}+auto") == case.solutions()


@pytest.mark.sample(1)
@pytest.mark.parametrize("cover", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_it_is_stated_of_solvable_boards_of_squares(name: str, cover: bool) -> None:
    random, stated = Random(f"{name} {cover}"), 0
    for _ in range(12):
        case = random_case(random, "numberlink", "square", cover=cover, touch=True)
        if case.solutions():
            program = program_of(case.text)
            stated += len(PASSES.get(name)().apply(program).nodes) > len(program.nodes)
            assert boards(program, f"passes={name}") == case.solutions()
    assert stated > 2


@pytest.mark.parametrize("text", [THREE, CROSSED, SHUT])
def test_where_parity_does_not_hold_nothing_is_stated(text: str) -> None:
    program = program_of(text)
    assert Parity().apply(program) is program
