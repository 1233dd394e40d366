"""Stricter rules first: never a board or a verdict that the plain search contradicts."""

from __future__ import annotations

from random import Random

import pytest
from support.puzzles import SOLVER, driver

from nlc.board import Sort
from nlc.drivers.base import Limits
from nlc.encode.lower import lower
from nlc.encode.policy import ASSUMING, WATCHED
from nlc.encode.spec import Encoding
from nlc.encode.statement import Readings, read
from nlc.errors import Source, UserError
from nlc.ir.elaborate.program import elaborate
from nlc.ir.evaluate import violations
from nlc.language.resolve import load
from nlc.oracle.case import TILINGS
from nlc.oracle.random_boards import random_case
from nlc.solving.batch import solve_alike
from nlc.solving.policy import Policy
from nlc.solving.relax import solve_relaxing
from nlc.solving.strategy import solve

LIMITS = Limits(20.0)
SHARING = "minisat22", Encoding()

# The only path that covers the board begins and ends side by side.
TOUCHING = """
puzzle "coil" is numberlink {
  topology square;
  board
    A . .
    A . .
  end
}
"""

ROWS = """
puzzle "rows" is numberlink {
  topology square;
  board
    A . A
    B . B
    C . C
  end
}
"""


STRICT = Encoding(passes="failed-pairs+fold", readings="strictest")
"""As a board of thousands of cells is stated."""


def case_of(text):
    (case,) = load(Source("test.nl", text)).puzzles
    return case


def readings_of(text):
    case = case_of(text)
    return read(case, elaborate(case), STRICT, ASSUMING)


def assert_same_as_plain(puzzle, result):
    """Compare a result with what the plain encoding and its solver say."""
    program = puzzle.programs[-1]
    lowered = lower(program, Encoding(), WATCHED)
    plain = solve(program, lowered, driver(SOLVER), LIMITS)
    assert (result.status, result.reason) == (plain.status, "answered"), result.message
    assert len(result.solutions) == (plain.status == "SATISFIABLE")
    assert not any(violations(program, board) for board in result.solutions)
    last = result.steps[-1]
    assert last.status == result.status
    assert result.status == "SATISFIABLE" or last.assumed == ""


@pytest.mark.sample(2)
@pytest.mark.parametrize("genre", ["numberlink", "multilink"])
@pytest.mark.parametrize("tiling", TILINGS)
@pytest.mark.parametrize("touch", [True, False])
@pytest.mark.parametrize("no2x2", [True, False])
@pytest.mark.parametrize("cover", [True, False])
def test_board_and_verdict_are_those_of_the_plain_search(genre, tiling, touch, no2x2, cover):
    random = Random(f"{genre} {tiling} {touch} {no2x2} {cover}")
    fixed = {"touch": touch, "no2x2": no2x2, "cover": cover}
    puzzles = [readings_of(random_case(random, genre, tiling, **fixed).text) for _ in range(2)]
    for puzzle in puzzles:
        (result,) = solve_alike([puzzle], *SHARING)
        assert_same_as_plain(puzzle, result)
    result = solve_relaxing(puzzles[0], driver(SOLVER), STRICT, LIMITS)
    assert_same_as_plain(puzzles[0], result)


@pytest.mark.slow
def test_the_first_conflicts_may_not_suffice_for_any_question():
    policy = Policy(conflicts=0)
    random = Random(7)
    asked = 0
    for _ in range(14):
        puzzle = readings_of(random_case(random, "numberlink", "square", touch=True).text)
        result = solve_relaxing(puzzle, driver(SOLVER), STRICT, LIMITS, policy)
        assert_same_as_plain(puzzle, result)
        asked = max(asked, len(result.steps))
    assert asked >= 2


def test_a_step_says_what_was_assumed_and_what_came_of_it():
    result = solve_relaxing(readings_of(TOUCHING), driver(SOLVER), STRICT, LIMITS)
    told = [(step.to_json()["step"], step.to_json()["outcome"]) for step in result.steps]
    assert told == [("assume touch=false", "UNSATISFIABLE"), ("as it stands", "SATISFIABLE")]
    result = solve_relaxing(readings_of(ROWS), driver(SOLVER), STRICT, LIMITS)
    assert [str(step).split(",")[0] for step in result.steps] == ["assume touch=false: SATISFIABLE"]


def test_a_puzzle_of_the_strictest_reading_is_asked_as_it_stands():
    puzzle = readings_of(TOUCHING.replace("square;", "square; set touch = false;"))
    assert puzzle.assumed == ("",)
    result = solve_relaxing(puzzle, driver(SOLVER), STRICT, LIMITS)
    assert [(step.assumed, step.status) for step in result.steps] == [("", "UNSATISFIABLE")]


GRADED = """
genre graded extends numberlink {
  option depth : 1..3 = DEPTH "how deep it is";
  option mode : {free, strict} = MODE "how strict it is";
  prefer depth = 2, mode = strict;
}
puzzle "graded" is graded { topology square; board
A A
. .
end }
"""


@pytest.mark.parametrize(
    ("depth", "mode", "asked"), [("2", "strict", 1), ("3", "strict", 2), ("2", "free", 2)]
)
def test_options_of_every_type_tell_whether_a_puzzle_is_of_the_strictest_reading(
    depth, mode, asked
):
    puzzle = readings_of(GRADED.replace("DEPTH", depth).replace("MODE", mode))
    assert len(puzzle.programs) == asked


@pytest.mark.parametrize(("columns", "programs"), [(42, 1), (43, 2)])
def test_boards_of_fewer_than_128_cells_are_asked_as_they_stand(columns, programs):
    case = case_of(ROWS.replace(" . ", " . " * (columns - 2)))
    puzzle = read(case, elaborate(case), Encoding(), ASSUMING)
    assert puzzle.program.board.count(Sort.CELL) == 3 * columns
    assert len(puzzle.programs) == programs
    assert len(read(case, elaborate(case), Encoding(), WATCHED).programs) == 1


LOOSE = """
genre loose extends numberlink { prefer cover = false; }
puzzle "loose" is loose { topology square; board
A A
. .
end }
"""


def test_a_preferred_reading_that_is_not_stricter_is_the_genre_s_mistake():
    with pytest.raises(UserError, match="cover=false' is preferred as a stricter reading"):
        solve_relaxing(readings_of(LOOSE), driver(SOLVER), STRICT, LIMITS)


CHOOSY = """
genre choosy extends numberlink {
  option sure : bool = false "asks for what no puzzle has";
  prefer sure = true;
  check never { not sure } : "no puzzle is like that";
}
puzzle "choosy" is choosy { topology square; board
A A
. .
end }
"""


def test_a_reading_that_refuses_the_clues_is_left_out():
    assert readings_of(CHOOSY).assumed == ("",)


def test_a_limit_is_told_at_the_step_that_it_stopped():
    puzzle = readings_of(ROWS)
    result = solve_relaxing(puzzle, driver(SOLVER), STRICT, Limits(1e-9))
    assert (result.status, result.reason) == ("UNKNOWN", "wall-time")
    assert [step.status for step in result.steps] == ["UNKNOWN"]


def test_a_batch_keeps_the_steps_of_each_puzzle_apart():
    puzzles = [readings_of(TOUCHING), Readings(readings_of(TOUCHING).programs[1:])]
    told = [[step.assumed for step in r.steps] for r in solve_alike(puzzles, *SHARING)]
    assert told == [["touch=false", ""], [""]]
