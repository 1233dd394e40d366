"""Two solutions of a puzzle: never a board or a verdict that brute force contradicts."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from msgspec.structs import replace
from support.puzzles import driver

from nlc.board import Sort
from nlc.drivers.base import Limits, Outcome
from nlc.drivers.pysat.strategies import Attempt, Question
from nlc.encode.policy import ASSUMING
from nlc.encode.spec import Encoding
from nlc.encode.statement import read as read_strictly
from nlc.encode.statement import state
from nlc.errors import Source, UserError
from nlc.fuzz.load import program_of, read
from nlc.fuzz.puzzles import random_puzzle
from nlc.ir.elaborate.program import elaborate
from nlc.ir.evaluate import violations
from nlc.language.resolve import load
from nlc.oracle.case import TILINGS
from nlc.oracle.random_boards import random_case
from nlc.solving import unique
from nlc.solving.answer import InterruptedSearchError
from nlc.solving.policy import Policy
from nlc.solving.unique import judge_both, parts, solve_twice

LIMITS = Limits(20.0)
MINISAT = "pysat:minisat22"
STRICT = Encoding(readings="strictest")

SMALL = Policy(reaches=(0.6, 1.2))
"""For boards of a dozen cells."""

# Cells 1 and 2 of the middle row can be swapped in for the straight way along the top, or not.
WIDE = """
puzzle "wide" is numberlink {
  topology square;
  set cover = false;
  board
    A . . A
    . . . .
  end
}
"""

# The only path that covers the board begins and ends side by side.
COIL = """
puzzle "coil" is numberlink {
  topology square;
  board
    A . .
    A . .
  end
}
"""


def puzzle_of(text):
    (case,) = load(Source("test.nl", text)).puzzles
    return read_strictly(case, elaborate(case), STRICT)


def solved(puzzle, solver=MINISAT, encoding="default", limits=LIMITS, policy=SMALL):
    spec = Encoding.parse(encoding)
    return solve_twice(puzzle, driver(solver), spec, limits, policy)


def drawn(program, board):
    (line,) = [var for var in program.bools if var.shown]
    names = program.board.names(Sort(line.sort))
    chosen = np.flatnonzero(board.bools[line.base : line.base + line.size])
    return frozenset(names[i] for i in chosen)


def assert_right(case, solver=MINISAT, encoding="default", policy=SMALL):
    """Compare a result with brute force; return it, or None if the puzzle is refused."""
    expected = case.solutions()
    (found,) = read([case])
    program = program_of(found)
    if isinstance(program, UserError):
        return None
    result = solved(read_strictly(found, program, STRICT), solver, encoding, policy=policy)
    boards = {drawn(program, board) for board in result.solutions}
    assert boards <= expected
    assert len(boards) == result.count == min(2, len(expected))
    assert result.unique == (len(expected) == 1)
    assert result.complete == (len(expected) < 2)
    assert (result.status, result.reason) == (
        "SATISFIABLE" if expected else "UNSATISFIABLE",
        "answered",
    )
    assert not any(violations(program, board) for board in result.solutions)
    return result


@pytest.mark.sample(1)
@pytest.mark.parametrize("genre", ["numberlink", "multilink"])
@pytest.mark.parametrize("tiling", TILINGS)
def test_boards_count_and_verdict_are_those_of_brute_force(genre, tiling):
    random = Random(f"{genre} {tiling}")
    results = [
        assert_right(random_case(random, genre, tiling, **fixed))
        for fixed in ({"touch": True}, {"touch": True, "cover": False}, {"touch": False}, {})
        for _ in range(2)
    ]
    assert len({result.count for result in results if result}) > 1


@pytest.mark.slow
def test_bridges_holes_warps_wraps_and_house_rules_keep_the_verdict():
    random = Random(7)
    cases = [case for case in (random_puzzle(random) for _ in range(50)) if case.options[1:]]
    results = [assert_right(case) for case in cases]
    assert sum(result is not None for result in results) > 20
    assert any("+" in "".join(case.drawn.rows) for case in cases)
    assert any(case.drawn.warps for case in cases)


@pytest.mark.sample(1)
@pytest.mark.parametrize("solver", ["pysat:cadical195", "pysat:glucose4"])
@pytest.mark.parametrize(
    "encoding",
    [
        "domains=direct,acyclic=primal-dual",
        "domains=order,passes=parity",
        "passes=parity+auto",
    ],
)
def test_every_incremental_solver_and_exact_encoding_agrees(solver, encoding):
    random = Random(f"{solver} {encoding}")
    for _ in range(5):
        case = random_case(random, "numberlink", "square", touch=True)
        assert_right(case, solver, encoding)


@pytest.mark.slow
def test_few_conflicts_change_no_verdict():
    policy = replace(SMALL, conflicts=0, near_conflicts=1)
    random = Random(11)
    steps = []
    for _ in range(14):
        case = random_case(random, "numberlink", "square", touch=True, cover=False)
        if result := assert_right(case, policy=policy):
            steps += [step for step in result.steps if step.near is not None]
    assert {step.status for step in steps} >= {"SATISFIABLE", "UNSATISFIABLE"}
    assert max(step.near for step in steps) > 3


def test_each_step_is_told_in_its_order():
    steps = [step.to_json()["step"] for step in solved(puzzle_of(WIDE)).steps]
    assert steps == [
        "assume cover=true, touch=false",
        "as it stands",
        "another board, near the first, 1 place",
    ]
    steps = [(s.to_json()["step"], s.status) for s in solved(puzzle_of(COIL)).steps]
    assert steps == [
        ("assume touch=false", "UNSATISFIABLE"),
        ("as it stands", "SATISFIABLE"),
        ("another board, near the first, 4 places", "UNSATISFIABLE"),
        ("another board, as it stands", "UNSATISFIABLE"),
    ]


def test_the_stricter_reading_is_asked_for_a_second_board_too():
    board = "A . A\nB . B\nC . C"
    steps = solved(
        puzzle_of(f'puzzle "rows" is numberlink {{ topology square; board\n{board}\nend }}')
    )
    told = [(step.question, step.status) for step in steps.steps[2:]]
    assert told == [
        ("another board, assume touch=false", "UNSATISFIABLE"),
        ("another board, as it stands", "UNSATISFIABLE"),
    ]


def test_no_neighbourhood_is_searched_by_the_strictest_reading():
    result = solved(puzzle_of(WIDE.replace("cover = false", "touch = false")))
    assert all(step.near is None for step in result.steps)


def test_a_neighbourhood_without_another_board_proves_nothing():
    puzzle = puzzle_of(COIL)
    asked = [
        Attempt(Question(1), Outcome("SATISFIABLE", model=solved(puzzle).model)),
        Attempt(Question(1, another=True, near=1), Outcome("UNSATISFIABLE")),
    ]
    lowered = state([puzzle], Encoding(), ASSUMING).lowered
    result = judge_both(puzzle, lowered, MINISAT, asked)
    assert (result.count, result.complete, result.unique) == (1, False, None)


def test_a_limit_is_told_and_what_was_found_is_kept():
    assert solved(puzzle_of(COIL), limits=Limits(1e-9)).reason == "wall-time"
    puzzle = puzzle_of(COIL)
    lowered = state([puzzle], Encoding(), ASSUMING).lowered
    asked = [
        Attempt(Question(1), Outcome("SATISFIABLE", model=solved(puzzle).model)),
        Attempt(Question(1, another=True), Outcome("UNKNOWN", "cpu-time")),
    ]
    result = judge_both(puzzle, lowered, MINISAT, asked)
    assert (result.status, result.reason, result.count) == ("SATISFIABLE", "cpu-time", 1)
    assert (result.unique, len(result.solutions)) == (None, 1)


def test_an_interruption_tells_the_first_board(monkeypatch):
    puzzle = puzzle_of(COIL)
    whole = solved(puzzle)

    class Interrupted:
        name = MINISAT

        def attempt(self, *_):
            yield Attempt(Question(1), Outcome("SATISFIABLE", model=whole.model))
            yield Question(1, another=True, near=4)
            raise KeyboardInterrupt

    with pytest.raises(InterruptedSearchError) as caught:
        solve_twice(puzzle, Interrupted(), Encoding(), LIMITS)
    result = caught.value.answer
    assert (result.status, result.reason, len(result.solutions)) == (
        "SATISFIABLE",
        "interrupted",
        1,
    )
    assert result.unique is None


@pytest.mark.sample(1)
@pytest.mark.parametrize("tiling", TILINGS)
def test_parts_are_small_and_cover_the_board(tiling):
    rows = "\n".join(
        (" " if tiling == "hex" and r % 2 else "") + " ".join("." * 40) for r in range(40)
    )
    text = f'puzzle "p" is numberlink {{ topology {tiling}; board\n{rows}\nend }}'
    program = elaborate(load(Source("test.nl", text)).puzzles[0])
    found = parts(program, Policy().reaches[0])
    assert found.any(axis=0).all()
    assert found.any(axis=1).all()
    assert len(found) <= 1.3 * unique.MOST
    assert found.sum(axis=1).max() < found.shape[1] / 8
