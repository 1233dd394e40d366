from __future__ import annotations

import numpy as np
import pytest
from support.programs import ints, line_program, numberlink, origin, square, unguarded

from nlc.board import Sort
from nlc.errors import UserError
from nlc.ir.complete import complete, read_solution
from nlc.ir.nodes import (
    ABSENT,
    Assign,
    Atoms,
    Auxiliary,
    BoolVar,
    Clause,
    CountDefinition,
    Counts,
    Domain,
    Exactly,
    Implies,
    Relate,
    RelateDefinition,
)

ROWS = ("A . B", "A . B", ". . .")


def hidden_program(cells=4):
    """Return a program with ``line``, and ``inside`` over cells, which is not shown."""
    program = line_program(square(" ".join("." * cells)))
    base = program.variables + 1
    program.bools.append(BoolVar("inside", Sort.CELL, base, cells, shown=False, reported=False))
    program.variables += cells
    return program, np.arange(base, base + cells, dtype=np.int32)


def with_color(cells=4, optional=True, values=("A", "B")):
    program = line_program(square(" ".join("." * cells)))
    color = Domain("color", Sort.CELL, cells, values, optional, shown=False, reported=True)
    program.domains["color"] = color
    return program


def colors(program, **given):
    assignment = complete(program, *read_solution(program, given))
    names = [*program.domains["color"].values, "?"]
    return "".join(names[value] for value in assignment.domains["color"])


def inside(program, **given):
    assignment = complete(program, *read_solution(program, given))
    var = program.bools[1]
    return assignment.bools[var.base : var.base + var.size].astype(int).tolist()


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


def test_shown_variables_that_are_not_listed_are_false():
    program = line_program(square(". ."))
    program.nodes.append(Implies(unguarded(1), Clause(np.array([[1]], np.int32)), origin("r")))
    assert complete(program, {}, {}).bools.tolist() == [False, False]


def test_hidden_booleans_follow_over_a_chain_of_implications():
    program, cells = hidden_program()
    pairs = np.stack([cells[:-1], cells[1:]], axis=1)
    program.nodes += [
        Implies(pairs[:, :1], Clause(pairs[:, 1:]), origin("chain")),
        Implies(np.array([[1]], np.int32), Clause(cells[None, :1]), origin("start")),
    ]
    assert inside(program, line=["r1c1-r1c2"]) == [1, 1, 1, 1]
    assert inside(program, line=[]) == [0, 0, 0, 0]


def test_guards_are_refuted_where_what_they_guard_fails():
    program, cells = hidden_program()
    guard = -cells[:3, None]
    lits = np.array([[1], [2], [3]], np.int32)
    program.nodes.append(Exactly(Counts.of(1), lits, guard, origin("unless")))
    assert inside(program, line=["r1c2-r1c3"]) == [1, 0, 1, 0]


@pytest.mark.parametrize(
    ("counts", "known", "expected"),
    [
        ((1,), 1, [1, 0, 0, 0]),
        ((2,), 0, [0, 0, 0, 0]),
        ((0, 4), 1, [1, 1, 1, 1]),
        ((0, 3), -1, [0, 0, 0, 0]),
        ((3,), -1, [0, 1, 1, 1]),
        ((0, 1), 1, [1, 0, 0, 0]),
    ],
)
def test_counts_settle_what_has_only_one_way(counts, known, expected):
    program, cells = hidden_program()
    program.nodes.append(Exactly(Counts.of(*counts), cells[None, :], unguarded(1), origin("r")))
    if known:
        fact = np.array([[known * cells[0]]], np.int32)
        program.nodes.append(Implies(unguarded(1), Clause(fact), origin("fact")))
    assert inside(program) == expected


def test_auxiliaries_carry_knowledge_both_ways():
    program, cells = hidden_program()
    base = program.variables + 1
    some = CountDefinition(Counts.between(1, 2), np.array([[1, 2], cells[:2]], np.int32))
    program.auxiliaries.append(Auxiliary(base, 2, "some", some, origin("r")))
    program.variables += 2
    both = np.array([[base, base + 1]], np.int32)
    program.nodes += [
        Exactly(Counts.of(1), both, unguarded(1), origin("r")),
        Implies(both[:, :1], Clause(cells[None, 2:3]), origin("r")),
        Implies(both[:, 1:], Clause(cells[None, 3:]), origin("r")),
        Implies(unguarded(1), Clause(-cells[None, :1]), origin("r")),
    ]
    assert inside(program, line=["r1c2-r1c3"]) == [0, 0, 1, 0]
    assert inside(program, line=["r1c3-r1c4"]) == [0, 1, 0, 1]


def test_atoms_and_equalities_carry_knowledge_both_ways():
    program = with_color()
    atoms = program.variables + 1
    program.atoms.append(Atoms(atoms, "color", ints(0, 1, 2), ints(0, 1, ABSENT)))
    same = RelateDefinition(Relate("color", ints(2), "color", ints(3), True))
    program.auxiliaries.append(Auxiliary(atoms + 3, 1, "same", same, origin("r")))
    program.variables += 4
    program.nodes += [
        Implies(np.array([[1]], np.int32), Clause(np.array([[atoms]], np.int32)), origin("r")),
        Implies(np.array([[atoms]], np.int32), Clause(np.array([[atoms + 1]])), origin("r")),
        Implies(np.array([[atoms + 1]], np.int32), Clause(np.array([[-atoms - 2]])), origin("r")),
        Implies(np.array([[-atoms - 2]]), Assign("color", ints(2), ints(0), False), origin("r")),
        Implies(np.array([[2]], np.int32), Clause(np.array([[atoms + 3]])), origin("r")),
    ]
    assert colors(program, line=["r1c1-r1c2", "r1c2-r1c3"]) == "ABBB"
    assert colors(program, line=["r1c1-r1c2"]) == "ABB?"
    assert colors(program, line=[]) == "????"


def test_variables_that_differ_take_the_value_that_is_left():
    program = with_color(cells=2, optional=False)
    differ = Relate("color", ints(0), "color", ints(1), False)
    program.nodes.append(Implies(unguarded(1), differ, origin("r")))
    assert colors(program, color={"r1c1": "A"}) == "AB"
    assert colors(program, color={"r1c2": "A"}) == "BA"


def test_an_unknown_element_takes_the_first_value_that_is_not_ruled_out():
    program = with_color(cells=2, optional=False, values=("A", "B", "C"))
    not_a = Assign("color", ints(1), ints(0), False)
    program.nodes.append(Implies(unguarded(1), not_a, origin("r")))
    assert colors(program) == "AB"


def test_nodes_that_restate_a_global_draw_no_conclusions():
    program, cells = hidden_program()
    stated = origin("whole", expands=0)
    program.nodes.append(Implies(unguarded(1), Clause(cells[None, :1]), stated))
    assert inside(program) == [0, 0, 0, 0]


# ---------- reading ----------


def test_a_solution_is_read_by_any_name_of_its_elements():
    program = numberlink(ROWS)
    bools, domains = read_solution(
        program, {"line": ["r1c2-r1c1", "r1c1-r1c2"], "color": {"r1c3": "B"}}
    )
    assert bools == {"line": {0}}
    assert domains == {"color": {2: 1}}


def test_a_long_solution_is_read_like_a_short_one():
    program = line_program(square(*["." * 40] * 40))
    names = program.board.names(Sort.LINK)
    bools, _ = read_solution(program, {"line": [*names[1:], "r1c2-r1c1"]})
    assert bools == {"line": set(range(len(names)))}


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
