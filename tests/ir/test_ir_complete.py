from __future__ import annotations

import pytest
from support.programs import numberlink

import nlc
from nlc.errors import UserError
from nlc.ir.complete import complete, read_solution

ROWS = ("A . B", "A . B", ". . .")


def colors(program, **given):
    assignment = complete(program, *read_solution(program, given))
    names = [*program.domains["color"].values, "?"]
    return "".join(names[value] for value in assignment.domains["color"])


# ---------- completing ----------


def test_colours_spread_along_the_line_and_other_cells_have_none():
    program = numberlink(ROWS)
    line = ["r1c1-r2c1", "r1c3-r2c3", "r2c3-r3c3", "r3c2-r3c3"]
    assert colors(program, line=line) == "A?BA?B?BB"


def test_a_closed_loop_without_a_terminal_gets_some_colour():
    program = numberlink(("A A . .", ". . . ."))
    ring = ["r1c3-r1c4", "r1c3-r2c3", "r1c4-r2c4", "r2c3-r2c4"]
    assert colors(program, line=["r1c1-r1c2", *ring]) == "AAAA??AA"


def test_given_values_stay_where_they_contradict_a_rule():
    program = numberlink(("A . B", "A . B"))
    assert colors(program, line=["r1c1-r2c1"], color={"r1c1": "B"})[0] == "B"


@pytest.mark.parametrize(
    ("given", "right"),
    [
        ({"v": {"r1c1": "2"}}, True),
        ({"v": {"r1c1": "2", "r1c2": None}}, True),
        ({"v": {}}, False),
        ({}, False),
        ({"v": {"r1c2": "1"}}, False),
    ],
)
def test_a_drawn_value_that_may_be_missing_is_missing_where_it_is_not_listed(given, right):
    genre = """genre g "G" { given n : cell -> 1..2?; var v : cell -> 1..2?; show v;
      rule r { for c in cells where has n(c) { v[c] = n(c); } }
      rule s { at most 1 of {has v[c] for c in cells}; } }"""
    (puzzle,) = nlc.loads(f'{genre}\npuzzle "p" is g {{ topology square; board\n2 .\nend }}')
    assert (nlc.check(puzzle, given) == []) == right
    assert nlc.check(puzzle, nlc.solve(puzzle).board.to_json()) == []


# ---------- reading ----------


def test_a_solution_is_read_by_any_name_of_its_elements():
    program = numberlink(ROWS)
    bools, domains = read_solution(
        program, {"line": ["r1c2-r1c1", "r1c1-r1c2"], "color": {"r1c3": "B"}}
    )
    assert bools == {"line": {0}}
    assert domains == {"color": {2: 1}}


@pytest.mark.parametrize(
    ("solution", "message", "hint"),
    [
        ([], "a solution is an object with a member for each variable", None),
        ({"lime": []}, "no variable is called 'lime'", "did you mean 'line'?"),
        ({"line": "r1c1-r1c2"}, "'line' must be a list of the elements where it is true", None),
        ({"line": [7]}, "the board has no link called '7'", None),
        ({"line": ["x"]}, "the board has no link called 'x'", None),
        ({"color": ["r1c1"]}, "'color' must be an object from elements to values", None),
        ({"color": {"r9c1": "A"}}, "the board has no cell called 'r9c1'", "did you mean 'r3c1'?"),
        ({"color": {"r1c1": "Z"}}, "'color' at r1c1 cannot be 'Z'", "its values are A, B"),
    ],
)
def test_a_mistake_in_a_solution_is_named(solution, message, hint):
    with pytest.raises(UserError) as caught:
        read_solution(numberlink(ROWS), solution)
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.message, diagnostic.hint) == (message, hint)


def test_all_mistakes_in_a_solution_are_told_together():
    with pytest.raises(UserError) as caught:
        read_solution(numberlink(ROWS), {"line": ["a", "b"], "color": {"c": "?"}})
    assert len(caught.value.diagnostics) == 4
