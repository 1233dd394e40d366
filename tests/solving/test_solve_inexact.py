"""Models of an inexact encoding are checked, left out where they are wrong, and counted."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from support.puzzles import program_of

from nlc.drivers import get
from nlc.drivers.base import Limits
from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.solving.strategy import solve

SOLVERS = ["minisat", "pysat:cadical195", "pysat:minisat22"]

RING = "board\n. . . .\n. A A .\n. . . .\nend\n"
WALLED = RING + "wall r1c2|r2c2;\nwall r2c3|r3c3;\n"
"""Without the ways out, only a ring round the finished path is left, which is no solution.

Folding finds that out by itself.
"""


def both(body: str):
    program = program_of(f'puzzle "ring" is numberlink {{\ntopology square;\n{body}}}\n')
    return program, lower(program, Encoding(acyclic="vertex-tree", passes="none"))


@pytest.mark.sample(2)
@pytest.mark.parametrize("solver", SOLVERS)
def test_all_solutions_are_found_and_wrong_boards_counted(solver):
    program, lowered = both(RING)
    result = solve(program, lowered, get(solver), Limits(), most=None)
    assert (result.status, result.count, result.complete) == ("SATISFIABLE", 2, True)
    assert result.statistics["rejected"] == 1
    assert len({tuple(board.bools) for board in result.solutions}) == 2


@pytest.mark.parametrize("solver", SOLVERS)
def test_one_solution_is_found_behind_wrong_boards(solver):
    program, lowered = both(RING)
    result = solve(program, lowered, get(solver), Limits())
    assert (result.status, result.reason, len(result.solutions)) == ("SATISFIABLE", "answered", 1)
    assert result.statistics["rejected"] in (0, 1)
    assert (result.count, result.complete) == (None, None)


@pytest.mark.sample(3)
@pytest.mark.parametrize("most", [1, None])
@pytest.mark.parametrize("solver", SOLVERS)
def test_nothing_but_wrong_boards_is_unsatisfiable(solver, most):
    program, lowered = both(WALLED)
    result = solve(program, lowered, get(solver), Limits(), most=most)
    assert (result.status, result.reason, result.model) == ("UNSATISFIABLE", "answered", None)
    assert result.statistics["rejected"] == 1


HIDDEN = """
genre hidden {
  given label : cell -> name?;
  var dark : cell -> bool;
  var line : link -> bool;
  rule ends { for c in cells where has label(c) { exactly 1 of line[links(c)]; } }
  rule others { for c in cells where not has label(c) { exactly 2 of line[links(c)]; } }
  rule open { %s }
  rule light { for c in cells where c != r1c1 { not dark[c]; } }
  show dark;
  report line;
}
"""


@pytest.mark.slow
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("rule", ["acyclic(line);", "path(line, r2c2, r2c3);"])
@pytest.mark.parametrize(
    ("house", "found", "rejected"),
    [
        # Of the three ways to draw the hidden line one is a ring, and each goes with two showings.
        ("true;", 2, 2),
        ("line[link(r1c2, r2c2)];", 2, 0),
        # Only the ring is left.
        (
            "not line[link(r1c2, r2c2)]; not line[link(r2c3, r3c3)];"
            "not line[link(r2c1, r2c2)]; not line[link(r2c3, r2c4)];",
            0,
            2,
        ),
    ],
)
def test_a_wrong_board_leaves_out_none_that_shows_the_same(solver, rule, house, found, rejected):
    body = f"{RING}rule house {{ {house} }}"
    text = f'{HIDDEN % rule}puzzle "p" is hidden {{ topology square;\n{body} }}'
    program = program_of(text)
    lowered = lower(program, Encoding(acyclic="vertex-tree", passes="none"))
    result = solve(program, lowered, get(solver), Limits(), most=None)
    assert (result.count, result.complete) == (found, True)
    assert result.statistics["rejected"] == rejected
    one = solve(program, lowered, get(solver), Limits())
    assert one.status == ("SATISFIABLE" if found else "UNSATISFIABLE")


def test_a_wrong_board_of_an_exact_encoding_is_a_failure():
    program, lowered = both(WALLED)
    result = solve(program, replace(lowered, exact=True), get("pysat:minisat22"), Limits())
    assert (result.status, result.reason) == ("UNKNOWN", "bad-model")
    assert "gave a board that breaks a rule" in (result.message or "")


def test_nothing_is_counted_as_rejected_where_the_encoding_is_exact():
    program, _ = both(RING)
    lowered = lower(program, Encoding(acyclic="primal-dual"))
    result = solve(program, lowered, get("pysat:minisat22"), Limits(), most=None)
    assert result.count == 2
    assert "rejected" not in result.statistics
