"""What `nlc check` is sure of is the answer to every question, of every solver."""

from __future__ import annotations

import pytest
from oracle.case import GENRES, TILINGS
from oracle.random_boards import seeded_cases

import nlc
from nlc.errors import Diagnostics, Source
from nlc.ir.elaborate.program import elaborate
from nlc.ir.lint import lint, static_checks
from nlc.language.resolve import load
from nlc.solving.answer import RULE_CHECK
from nlc.solving.question import ALL, BACKBONE, COUNT, ONE, UNIQUE


def puzzle_of(text):
    (found,) = load(Source("test.nl", text)).puzzles
    return found


def square(rows, options="", genre="numberlink", rest=""):
    drawn = "\n".join(" ".join(row) for row in rows.split("/"))
    text = f'puzzle "p" is {genre} {{ topology square; {options} board\n{drawn}\nend }}\n'
    return puzzle_of(rest + text)


PARITY = square("12./.../.21")
CUT_OFF = square("1#1/.#./.#.", "set cover = false;")
SHUT_IN = square("..2.1/.1222/.2..2", "set cover = false;", "multilink")


@pytest.mark.slow
@pytest.mark.parametrize("genre", GENRES)
def test_what_is_certain_is_so_by_brute_force(genre):
    seen = 0
    for tiling in TILINGS:
        for case in seeded_cases(genre, tiling, 14, seed=13):
            puzzle = puzzle_of(case.text)
            if static_checks(elaborate(puzzle)):
                seen += 1
                assert not case.solutions(), case.text
    assert seen or genre == "slitherlink"


@pytest.mark.parametrize(
    ("question", "solver"),
    [
        (ONE, None),
        (UNIQUE, "pysat:minisat22"),
        (COUNT, "frontier"),
        (ALL, "cmd:nobody-is-asked"),
        (BACKBONE, None),
    ],
)
@pytest.mark.parametrize("puzzle", [PARITY, CUT_OFF])
def test_no_solver_is_asked_where_a_look_decides(puzzle, question, solver):
    answer = nlc.solve(puzzle, question, solver=solver)
    assert (answer.status, answer.solver, answer.steps) == ("UNSATISFIABLE", RULE_CHECK, ())
    assert answer.reasons
    assert question.is_answered(answer)
    if question in (UNIQUE, COUNT, ALL):
        assert (answer.count, answer.complete) == (0, True)


SPOTS = """genre spots {
  given label : cell -> name?;
  let labels = values(label);
  var line : link -> bool;
  var color : cell -> labels?;
  rule known { for c in cells where has label(c) { color[c] = label(c); } }
  rule same { for l in links { line[l] implies color[a(l)] = color[b(l)]; } }
  show line;
}
"""


def test_cells_that_need_not_meet_are_warned_of_only():
    puzzle = square("A#A/.#.", genre="spots", rest=SPOTS)
    program = elaborate(puzzle)
    seen = Diagnostics()
    lint(program, puzzle, seen)
    assert [item.message for item in seen.items] == ["no way leads from 'A' at r1c1 to 'A' at r1c3"]
    assert static_checks(program) == ()
    assert nlc.solve(puzzle).status == "SATISFIABLE"


def test_ends_of_a_group_may_be_even_in_number():
    program = elaborate(SHUT_IN)
    assert static_checks(program) == ()
