"""``nlc decode``: what is no model of the formula, or no board of the puzzle, is no answer."""

from __future__ import annotations

import pytest
from support.commands import PUZZLES

GENRE = """
genre dots { var dot : cell -> bool; rule one { exactly 1 of dot[cells]; } show dot as disc; }
puzzle "dots" is dots { topology square;
%s
board
. .
end }
"""


@pytest.fixture
def dots(nlc, write):
    path = write("dots.nl", GENRE % "")
    return path, write("dots.cnf", nlc("compile", path).out)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("s SATISFIABLE\nv 0\n", "the model falsifies"),
        ("s SATISFIABLE\nv 1 2 0\n", "the model falsifies 1 of"),
    ],
)
def test_a_model_that_breaks_a_clause_is_none(nlc, dots, answer, message):
    said = nlc("decode", dots[1], "-", stdin=answer)
    assert (said.status, said.out) == (1, "UNKNOWN\n")
    assert message in said.err


def test_a_model_without_literals_is_none_even_of_a_formula_without_clauses(nlc, write):
    cnf = write("free.cnf", "c varname 1 dot[r1c1]\np cnf 1 0\n")
    said = nlc("decode", cnf, "-", stdin="s SATISFIABLE\nv 0\n")
    assert (said.status, said.out) == (1, "UNKNOWN\n")
    assert "the model holds no literal" in said.err


def test_with_the_puzzle_the_board_is_drawn(nlc, dots):
    puzzle, cnf = dots
    said = nlc("decode", cnf, "-", "--puzzle-file", puzzle, stdin="s SATISFIABLE\nv -1 2 0\n")
    assert (said.status, said.out) == (0, "SATISFIABLE\n· ●\n")
    plain = nlc("decode", cnf, "-", stdin="s SATISFIABLE\nv -1 2 0\n")
    assert plain.out == "SATISFIABLE\ndot: r1c2\n"


@pytest.mark.parametrize("form", ["text", "json"])
def test_with_the_puzzle_the_rules_are_checked_too(nlc, dots, write, form):
    stricter = write("other.nl", GENRE % "rule rim { for v in vertices { outside(v); } }")
    words = ("decode", dots[1], "-", "--puzzle-file", stricter, "--format", form)
    assert nlc(*words, stdin="s SATISFIABLE\nv -1 2 0\n").status == 0
    stricter = write("other.nl", GENRE % "rule both { for c in cells { dot[c]; } }")
    said = nlc(*words, stdin="s SATISFIABLE\nv -1 2 0\n")
    assert said.status == 1
    assert "UNKNOWN" in said.out
    assert "the board breaks a rule: both:" in said.err


def test_the_puzzle_of_several_is_chosen(nlc, write):
    cnf = write("one.cnf", nlc("compile", PUZZLES, "--puzzle", "1").out)
    model = nlc("run", PUZZLES, "--puzzle", "1", "--competition").out
    assert "holds 8 puzzles" in nlc("decode", cnf, "-", "--puzzle-file", PUZZLES, stdin=model).err
