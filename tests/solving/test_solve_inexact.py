"""Models of an inexact encoding are checked, left out where they are wrong, and counted."""

from __future__ import annotations

import pytest
from support.puzzles import program_of

import nlc
from nlc.drivers import get
from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.solving.question import ALL, ONE
from nlc.solving.run import answer_of

INEXACT = Encoding(acyclic="vertex-tree", passes="none")
SOLVERS = ["minisat", "pysat:cadical195", "pysat:minisat22"]

RING = "board\n. . . .\n. A A .\n. . . .\nend\n"
WALLED = RING + "wall r1c2|r2c2;\nwall r2c3|r3c3;\n"
"""Without the ways out, only a ring round the finished path is left, which is no solution.

Folding finds that out by itself.
"""


def both(body: str):
    program = program_of(f'puzzle "ring" is numberlink {{\ntopology square;\n{body}}}\n')
    return program, lower(program, INEXACT)


@pytest.mark.sample(2)
@pytest.mark.parametrize("solver", SOLVERS)
def test_all_solutions_are_found_and_wrong_boards_counted(solver):
    program, lowered = both(RING)
    result = answer_of(program, lowered, get(solver), ALL)
    assert (result.status, result.count, result.complete) == ("SATISFIABLE", 2, True)
    assert result.statistics["rejected"] == 1
    assert len({tuple(board.bools) for board in result.solutions}) == 2


@pytest.mark.sample(3)
@pytest.mark.parametrize("question", [ONE, ALL])
@pytest.mark.parametrize("solver", SOLVERS)
def test_nothing_but_wrong_boards_is_unsatisfiable(solver, question):
    program, lowered = both(WALLED)
    result = answer_of(program, lowered, get(solver), question)
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
@pytest.mark.parametrize(
    ("rule", "solver"), [("acyclic(line);", SOLVERS[0]), ("path(line, r2c2, r2c3);", SOLVERS[1])]
)
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
    lowered = lower(program, INEXACT)
    result = answer_of(program, lowered, get(solver), ALL)
    assert (result.count, result.complete) == (found, True)
    assert result.statistics["rejected"] == rejected
    one = answer_of(program, lowered, get(solver), ONE)
    assert one.status == ("SATISFIABLE" if found else "UNSATISFIABLE")


def test_nothing_is_counted_as_rejected_where_the_encoding_is_exact():
    program, _ = both(RING)
    lowered = lower(program, Encoding(acyclic="primal-dual"))
    result = answer_of(program, lowered, get("pysat:minisat22"), ALL)
    assert result.count == 2
    assert "rejected" not in result.statistics


def test_a_proof_is_refused(tmp_path):
    (puzzle,) = nlc.loads(f'puzzle "ring" is numberlink {{\ntopology square;\n{WALLED}}}\n')
    policy = nlc.Policy(proof=str(tmp_path / "proof.drat"))
    with pytest.raises(nlc.InputError, match="a proof is about a formula"):
        nlc.solve(puzzle, solver="cadical", encoding=INEXACT, policy=policy)
    assert not list(tmp_path.iterdir())
