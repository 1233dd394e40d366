"""Variables of the whole puzzle: in the IR, in solutions, in DIMACS, in parts of a drawing."""

from __future__ import annotations

from io import StringIO

import numpy as np
import pytest
from pysat.solvers import Cadical195
from support.puzzles import program_of

import nlc
from nlc.cnf.decode import decode_comments
from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.errors import UserError
from nlc.ir.complete import complete, read_solution
from nlc.ir.evaluate import violations
from nlc.ir.nodes import Program
from nlc.ir.partial import judge
from nlc.ir.printer import write_ir
from nlc.pictures.drawing import draw

GENRE = """genre alike {
  var dark : cell -> bool;
  var n : {1, 3}?;
  var b : bool;
  rule lines { for l in lines where count cells(l) > 1 { exactly n of dark[cells(l)]; } }
  rule more { b iff n != 3; }
  rule corner { dark[r1c1]; not dark[r1c2]; }
  show dark as shaded, n, b;
}
puzzle "p" is alike { topology square; board
. .
. .
end }
"""
SOLUTION = {"dark": ["r1c1", "r2c2"], "n": 1, "b": True}


@pytest.fixture(scope="module")
def program() -> Program:
    return program_of(GENRE)


def test_the_only_solution_has_plain_values() -> None:
    (puzzle,) = nlc.loads(GENRE)
    answer = nlc.solve(puzzle, nlc.UNIQUE)
    assert answer.unique
    assert answer.board.to_json() == SOLUTION


def test_the_ir_and_the_terminal_name_no_element(program: Program) -> None:
    out = StringIO()
    write_ir(program, out)
    lines = out.getvalue().splitlines()
    assert "var b : bool (shown)" in lines
    assert "var n : {1, 3}? (shown)" in lines
    assert "  n=1 -> exactly 1 of dark[r1c1] dark[r2c1]" in lines
    board = complete(program, *read_solution(program, SOLUTION))
    assert draw(program, board).body.count(">n: 1</text>") == 1


@pytest.mark.parametrize("spec", ["domains=log", "domains=direct", "domains=order"])
def test_the_names_of_a_formula_tell_the_solution(program: Program, spec: str) -> None:
    cnf = lower(program, Encoding.parse(spec)).cnf
    clauses = [clause for block in cnf.blocks for clause in block.clauses.tolist()]
    with Cadical195(bootstrap_with=clauses) as solver:
        assert solver.solve()
        model = np.array([0, *solver.get_model()], np.int8)
    names = {b.base + i: name for b in cnf.names for i, name in enumerate(b.make())}
    assert decode_comments(names, model, cnf.comments) == {**SOLUTION, "n": "1"}


def test_a_solution_may_leave_out_what_follows(program: Program) -> None:
    short = {"dark": SOLUTION["dark"]}
    board = complete(program, *read_solution(program, short))
    assert program.solution_json(board, plain=True) == SOLUTION
    wrong = complete(program, *read_solution(program, {**SOLUTION, "n": None, "b": False}))
    assert {each.rule for each in violations(program, wrong)} == {"lines", "more"}


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ({"b": ["puzzle"]}, "'b' must be true or false"),
        ({"n": "2"}, "'n' cannot be '2'"),
    ],
)
def test_a_wrong_value_is_told(program: Program, value: dict[str, object], told: str) -> None:
    with pytest.raises(UserError, match=told):
        read_solution(program, value)


def test_what_is_drawn_suffices(program: Program) -> None:
    yes, values = read_solution(program, {"dark": ["r1c1"]})
    assert judge(program, yes, {}, values).status == "possible"
    yes, values = read_solution(program, {"dark": SOLUTION["dark"]})
    assert judge(program, yes, {}, values).status == "complete"
    yes, values = read_solution(program, {"dark": ["r1c1", "r1c2"]})
    assert judge(program, yes, {}, values).status == "broken"
