"""All readings that a genre prefers, after a first stage: the answers are those of brute force."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest
from msgspec.structs import replace

from nlc.drivers.base import NO_LIMITS
from nlc.drivers.pysat.driver import InProcessPysatDriver
from nlc.encode.policy import ASSUMING
from nlc.encode.spec import Encoding
from nlc.encode.statement import read
from nlc.errors import Source
from nlc.fuzz.judge_puzzle import segments
from nlc.ir.elaborate.program import elaborate
from nlc.language.resolve import load
from nlc.oracle.case import TILINGS
from nlc.oracle.random_boards import random_case
from nlc.solving.many import solve_each
from nlc.solving.policy import Policy
from nlc.solving.relax import solve_relaxing
from nlc.solving.search import ONE
from nlc.solving.solver import get
from nlc.solving.stages import Stages
from nlc.solving.unique import solve_twice

LEAST = Policy(conflicts=0, reaches=(0.6, 1.2))
"""One conflict a question, so that the second stage is come to on small boards, too."""


def puzzle_of(text):
    (found,) = load(Source("test.nl", text)).puzzles
    return found


def staged(puzzle, search, policy=LEAST):
    ask = partial(search, driver=InProcessPysatDriver("minisat22"), encoding=Encoding())
    first = read(puzzle, elaborate(puzzle), Encoding(readings="strictest"), ASSUMING)
    return Stages(puzzle, first, ask, ask, policy).run(NO_LIMITS)


@pytest.mark.sample(1)
@pytest.mark.parametrize("genre", ["numberlink", "multilink"])
@pytest.mark.parametrize("tiling", TILINGS)
@pytest.mark.parametrize("quick", [True, False])
def test_boards_and_verdicts_are_those_of_brute_force(genre, tiling, quick):
    random = Random(f"{genre} {tiling} {quick}")
    policy = replace(LEAST, quick=quick)
    for cover, touch in [(True, True), (False, True), (False, False)]:
        case = random_case(random, genre, tiling, cover=cover, touch=touch)
        puzzle, boards = puzzle_of(case.text), case.solutions()
        one, two = (staged(puzzle, search, policy) for search in (solve_relaxing, solve_twice))
        for answer in (one, two):
            assert answer.status == ("SATISFIABLE" if boards else "UNSATISFIABLE"), case.text
            found = {segments(answer.program, board) for board in answer.solutions}
            assert found <= boards
            assert len(found) == len(answer.solutions)
        assert (two.count, two.complete) == (min(2, len(boards)), len(boards) < 2), case.text


COIL = """puzzle "coil" is numberlink {
  topology square;
  set cover = false;
  board
    A . . . . B
    . . . . . .
    . C . . C .
    B . . . . A
  end
}
"""


def test_the_second_stage_asks_by_all_readings_that_are_not_refuted():
    steps = [(step.assumed, step.status) for step in staged(puzzle_of(COIL), solve_relaxing).steps]
    first = [assumed for assumed, _ in steps][:2]
    assert first == ["cover=true, touch=false", ""]
    refuted = [assumed for assumed, status in steps[:2] if status == "UNSATISFIABLE"]
    later = list(dict.fromkeys(assumed for assumed, _ in steps[2:]))
    every = [
        "cover=true, touch=false",
        "cover=true, no2x2=true",
        "cover=true",
        "touch=false",
        "no2x2=true",
        "",
    ]
    assert steps[-1] == ("", "UNSATISFIABLE")
    assert later == [assumed for assumed in every if assumed not in refuted]


@pytest.mark.slow
def test_a_puzzle_that_is_open_after_a_round_in_a_shared_formula_is_solved_by_itself():
    puzzles = [puzzle_of(COIL), puzzle_of(COIL.replace("C .\n", "D .\n").replace(" C", " D", 1))]
    answers = list(solve_each(puzzles, ONE, get(), Policy(conflicts=0, jobs=1)))
    assert [answer.status for answer in answers] == ["UNSATISFIABLE"] * 2
    assert all(len(answer.steps) > 1 for answer in answers)
    assert [answer.steps[0].shared for answer in answers] == [2, 2]
    assert {step.shared for answer in answers for step in answer.steps[1:]} == {1}
