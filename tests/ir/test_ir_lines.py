"""Straight lines: their cells in order, rays, what lies between, distances, rows and columns."""

from __future__ import annotations

import pytest
from support.puzzles import boards, program_of

from nlc.board import Sort
from nlc.errors import UserError

HEAD = """genre g {{
  given arrow : cell -> side?;
  var on : cell -> bool;
  rule r {{ for x in cells {{ on[x] iff x in {members}; }} }}
  show on;
}}
puzzle "p" is g {{ topology {topology}; legend {{ "+" = bridge; ">" = arrow: E; }}
board
{rows}
end
{rest} }}
"""


def members(expression: str, rows: str, topology: str = "square", rest: str = "") -> str:
    """Return the cells of a known set, in the order of the board."""
    drawn = "\n".join(rows.split("/"))
    text = HEAD.format(members=expression, rows=drawn, topology=topology, rest=rest)
    (board,) = boards(program_of(text), "default")
    return " ".join(sorted(board))


THREE = ". . ./. . ./. . ."


@pytest.mark.parametrize(
    ("expression", "rows", "topology", "rest", "expected"),
    [
        ("ray(r2c1, link(r2c1, r2c2))", THREE, "square", "", "r2c2 r2c3"),
        ("{first(ray(r2c3, link(r2c3, r2c2)))}", THREE, "square", "", "r2c2"),
        ("ray(r2c2, r2c2.side(N))", THREE, "square", "", "r1c2"),
        ("ray(r1c2, r1c2.side(N))", THREE, "square", "", ""),
        ("ray(r2c1, arrow(r2c1))", ". . ./> . ./. . .", "square", "", "r2c2 r2c3"),
        ("ray(r1c1, link(r2c1, r2c2))", THREE, "square", "", ""),
        ("ray(r2c1, r2c1.side(E))", ". . ./. . #/. . .", "square", "", "r2c2"),
        ("ray(r2c1, r2c1.side(E))", THREE, "square", "wall r2c2|r2c3;", "r2c2"),
        ("ray(r2c1, r2c1.side(E))", THREE, "square", "wall r2c1|r2c2;", ""),
        ("ray(r2c2, r2c2.side(E))", THREE, "square(wrap=horizontal)", "", "r2c1 r2c3"),
        ("{first(ray(r2c2, r2c2.side(W)))}", THREE, "square(wrap=both)", "", "r2c1"),
        ("ray(r2c1, r2c1.side(E))", ". . ./. + ./. . .", "square", "", "r2c2.lane(E) r2c3"),
        ("cells(r3c2.line(N))", ". . ./. + ./. . .", "square", "", "r1c2 r2c2.lane(N) r3c2"),
        ("cells(r2c2.lane(E).line(E))", THREE, "square", "", "error"),
        (
            "ray(r1c1, r1c1.side(E))",
            ". . ./# # ./. . .",
            "square",
            "warp r1c3.side(E)|r3c3.side(E);",
            "r1c2 r1c3 r3c1 r3c2 r3c3",
        ),
        ("ray(r1c1, link(r1c1, r1c3))", ". . . .", "square", "warp r1c1|r1c3;", ""),
        ("ray(r1c1, link(r1c1, r1c2))", ". . .", "triangle", "", ""),
        ("{c for c in cells where count lines(c) > 0}", ". . .", "triangle", "", ""),
        ("cells(r2c1.line(E))", ". ./ . ./. .", "hex", "", "r2c1 r2c2"),
        ("cells(r1c1.line(SE))", ". ./ . ./. .", "hex", "", "r1c1 r2c1 r3c2"),
        ("{c for c in cells where count lines(c) = 3}", ". ./ .", "hex", "", "r1c1 r1c2 r2c1"),
        ("{first(cells(l)) for l in lines}", THREE, "square", "", "r1c1 r1c2 r1c3 r2c1 r3c1"),
        ("between(r1c1, r1c3)", THREE, "square", "", "r1c2"),
        ("between(r1c1, r3c3)", THREE, "square", "", ""),
        ("between(r1c1, r1c1)", THREE, "square", "", ""),
        ("between(r1c1, r1c2)", THREE, "square", "", ""),
        ("between(r1c1, r1c4)", ". . . . .", "square(wrap=horizontal)", "", "r1c5"),
        ("between(r1c1, r1c3)", ". # .", "square", "", ""),
        ("{c for c in cells where distance(c, r1c1) = 2}", THREE, "square", "", "r1c3 r2c2 r3c1"),
        ("{c for c in cells where distance(r1c1, c) = 3}", ". # ./. . .", "square", "", "r2c3"),
        ("{c for c in cells where not has distance(r1c1, c)}", ". # .", "square", "", "r1c3"),
        ("row(r2c1)", ". . ./. # ./. . .", "square", "", "r2c1 r2c3"),
        ("column(r1c2)", ". . ./. # ./. . .", "square", "", "r1c2 r3c2"),
        ("through(r2c1.line(E))", ". . ./. # ./. . .", "square", "", "r2c1 r2c3"),
        ("through(r2c1.line(E))", THREE, "square", "wall r2c1|r2c2;", "r2c1 r2c2 r2c3"),
        ("through(r2c3.line(N))", ". . ./. # ./. . .", "square", "", "r1c3 r2c3 r3c3"),
        ("through(r1c1.line(E))", ". + #/. . .", "square", "", "r1c1 r1c2.lane(E)"),
        ("through(r1c1.line(SE))", ". ./ # ./. .", "hex", "", "r1c1 r3c2"),
        ("through(r1c2.line(E))", ". . ./ . # ./. . .", "hex", "", "r1c1 r1c2 r1c3"),
        ("through(r2c1.line(E))", ". . ./ . # ./. . .", "hex", "", "r2c1 r2c3"),
        ("{c for c in cells where steps(c, r1c1) = 2}", ". # ./. . .", "square", "", "r1c3"),
        ("{c for c in cells where steps(r1c1, c) = 2}", ". ./ # ./. .", "hex", "", "r3c2"),
        ("{c for c in cells where not has steps(c, r1c1)}", ". ./. .", "square", "", "r2c2"),
        ("{c for c in cells where across(c) = 2}", ". # ./. . .", "square", "", "r1c3 r2c3"),
        ("{c for c in cells where down(c) + across(c) = 1}", THREE, "square", "", "r1c2 r2c1"),
        ("{d for d in row(r1c1) while d != r1c3}", ". . . .", "square", "", "r1c1 r1c2"),
        ("{d for d in row(r1c1) while d != r1c1}", ". . . .", "square", "", ""),
        ("{d for c in column(r1c1), d in row(c) while d != r1c2}", THREE, "square", "",
         "r1c1 r2c1 r2c2 r2c3 r3c1 r3c2 r3c3"),
    ],
)  # fmt: skip
def test_a_known_set_has_these_cells(expression, rows, topology, rest, expected):
    if expected == "error":
        with pytest.raises(UserError):
            members(expression, rows, topology, rest)
    else:
        assert members(expression, rows, topology, rest) == expected


def test_lines_have_the_names_of_their_cells():
    rows = ". . .\n . +\n. # ."
    text = HEAD.format(members="cells", rows=rows, topology="hex", rest="")
    board = program_of(text).board
    names = board.names(Sort.LINE)
    assert len(set(names)) == len(names) == board.count(Sort.LINE)
    assert [board.find(name) for name in names] == [(Sort.LINE, i) for i in range(len(names))]
    assert board.find("r2c1.line(W)") == board.find("r2c2.line(E)")


def test_rows_are_for_squares():
    with pytest.raises(UserError, match="'row' needs a board of squares"):
        members("row(r1c1)", ". .", "hex")
    with pytest.raises(UserError, match="'across' needs a board of squares"):
        members("{c for c in cells where across(c) = 0}", ". .", "hex")


PREFIX = """genre g {
  var on : cell -> bool;
  rule r { STATEMENT }
  show on;
}
puzzle "p" is g { topology square; board
. . . .
end }
"""
SEEN = "{d for d in ray(r1c1, r1c1.side(E)) while on[d]}"


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        (f"count {SEEN} = 3;", {"234"}),
        (f"not on[r1c1]; count {SEEN} = 1;", {"2", "24"}),
        (f"not on[r1c1]; none of {SEEN};", {"", "3", "4", "34"}),
        (f"all of on[cells]; exactly 3 of {SEEN};", {"1234"}),
        ("not on[r1c1]; exactly 1 of {on[r1c4] for d in ray(r1c1, r1c1.side(E)) while on[d]};",
         {"24"}),
        (f"not on[r1c1]; exactly 1 of {SEEN[:-1]} if on[r1c4]}};",
         {"24"}),
        (f"not on[r1c1]; exactly 2 of on[{SEEN}];", {"23"}),
        (f"not on[r1c1]; on[r1c2]; connected(on[{SEEN}]); none of on[{{r1c3}}];", {"2", "24"}),
        ("not on[r1c1]; connected({d for d in row(r1c1) while not on[d]}); on[r1c3]; on[r1c4];",
         {"34", "234"}),
    ],
)  # fmt: skip
def test_a_prefix_ends_before_the_first_that_fails(statement, expected):
    program = program_of(PREFIX.replace("STATEMENT", statement))
    found = boards(program, "default")
    shown = {"".join(sorted(name[-1] for name in board)) for board in found}
    assert {board for board in shown if "1" not in board or "1234" in expected} == expected


def test_prefixes_that_begin_alike_share_their_auxiliaries():
    once = program_of(PREFIX.replace("STATEMENT", f"count {SEEN} = 2;"))
    twice = program_of(PREFIX.replace("STATEMENT", f"count {SEEN} = 2; at most 2 of {SEEN};"))
    assert once.variables == twice.variables == 4 + 2
