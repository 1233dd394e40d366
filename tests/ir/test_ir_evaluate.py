from __future__ import annotations

import numpy as np
from msgspec.structs import replace
from oracle.brute_force import slitherlink as solve_slitherlink
from oracle.reference_board import Drawn
from support.programs import (
    add_global,
    ints,
    line_at,
    line_program,
    numberlink,
    origin,
    square,
    unguarded,
)

from nlc.board import Sort
from nlc.ir.evaluate import violations
from nlc.ir.nodes import (
    ABSENT,
    TRUE,
    Acyclic,
    Assign,
    Assignment,
    Clause,
    Counts,
    Exactly,
    Implies,
    Relate,
)

ROWS = ("A . B", "A . B", ". . .")


def filled(program, line, colors):
    """Return an assignment by the names of links and of coloured cells."""
    domain = program.domains["color"]
    values = np.full(domain.size, ABSENT, np.int32)
    for name, value in colors.items():
        values[program.board.find(name, Sort.CELL)[1]] = domain.values.index(value)
    return Assignment(line_at(program, *line).bools, {"color": values})


def messages(program, assignment):
    return [violation.message for violation in violations(program, assignment)]


def rows_of(*rows):
    return np.array(rows, np.int32)


# ---------- Numberlink, whole ----------

ENDS = {"r1c1": "A", "r2c1": "A", "r1c3": "B", "r2c3": "B"}


def test_a_solution_breaks_nothing():
    program = numberlink(ROWS)
    assert violations(program, filled(program, ["r1c1-r2c1", "r1c3-r2c3"], ENDS)) == []


def test_a_wrong_degree_names_rule_place_and_drawn_links():
    program = numberlink(ROWS)
    line = ["r1c1-r2c1", "r1c3-r2c3", "r2c1-r3c1"]
    first, second = violations(program, filled(program, line, ENDS | {"r3c1": "A"}))
    assert (first.rule, first.place) == ("terminal", (("c", "r2c1"),))
    assert first.message == (
        "terminal: r2c1: 2 of line (r1c1-r2c1, r2c1-r3c1), "
        "must be exactly 1 of r1c1-r2c1, r2c1-r2c2, r2c1-r3c1"
    )
    assert second.message == (
        "through: r3c1: 1 of line (r2c1-r3c1), must be exactly 0 or 2 of r2c1-r3c1, r3c1-r3c2"
    )


def test_a_link_between_two_colours_names_both():
    program = numberlink(("A . A", "B . B"))
    line = ["r1c1-r1c2", "r1c2-r1c3", "r2c1-r2c2", "r2c2-r2c3"]
    colors = {"r1c1": "A", "r1c2": "A", "r1c3": "A", "r2c1": "B", "r2c2": "A", "r2c3": "B"}
    first, second = messages(program, filled(program, line, colors))
    must = "must be the same, where line"
    assert first == f"same: r2c1-r2c2: color[r2c1] is B and color[r2c2] is A, {must}[r2c1-r2c2]"
    assert second == f"same: r2c2-r2c3: color[r2c2] is A and color[r2c3] is B, {must}[r2c2-r2c3]"


def test_a_terminal_of_another_colour_is_told():
    program = numberlink(("A A", "B B"))
    colors = {"r1c1": "B", "r1c2": "B", "r2c1": "B", "r2c2": "B"}
    found = messages(program, filled(program, ["r1c1-r1c2", "r2c1-r2c2"], colors))
    assert found[0] == "terminal: r1c1: color[r1c1] is B, must be A"


def test_a_closed_loop_is_told_cell_by_cell():
    program = numberlink(("A A . .", ". . . ."))
    ring = ["r1c3-r1c4", "r1c3-r2c3", "r1c4-r2c4", "r2c3-r2c4"]
    colors = dict.fromkeys(("r1c1", "r1c2", "r1c3", "r1c4", "r2c3", "r2c4"), "A")
    (message,) = messages(program, filled(program, ["r1c1-r1c2", *ring], colors))
    head, cells = message.split(" through ")
    assert head == "open: closed loop"
    way = cells.split()
    around = {frozenset(pair) for pair in zip(way, [*way[1:], way[0]], strict=True)}
    assert around == {frozenset(link.split("-")) for link in ring}


def test_a_coloured_cell_off_the_line_breaks_a_rule():
    program = numberlink(ROWS)
    assignment = filled(program, ["r1c1-r2c1", "r1c3-r2c3"], ENDS | {"r3c3": "A"})
    assert messages(program, assignment) == [
        "through: r3c3: none of line[r2c3-r3c3], line[r3c2-r3c3] holds, where has color[r3c3]"
    ]


def test_no_more_violations_than_the_limit_are_returned():
    program = numberlink(ROWS)
    nothing = filled(program, [], {})
    assert len(violations(program, nothing)) == 8
    assert len(violations(program, nothing, limit=3)) == 3
    assert violations(program, nothing, limit=0) == []


# ---------- nodes, one by one ----------


def test_a_statement_whose_guard_fails_is_not_judged():
    program = line_program(square(". . ."))
    guard = rows_of([1], [-1])
    lits = rows_of([2], [2])
    program.nodes.append(Exactly(Counts.of(1), lits, guard, origin("when", ints(0, 1))))
    assert messages(program, line_at(program)) == [
        "when: r1c2: 0 of line, must be exactly 1 of r1c2-r1c3, where not line[r1c1-r1c2]"
    ]


def test_a_clause_names_its_literals_and_an_empty_one_its_condition():
    program = line_program(square(". . ."))
    program.nodes += [
        Implies(unguarded(1), Clause(rows_of([1, -2])), origin("either")),
        Implies(rows_of([2]), Clause(np.zeros((1, 0), np.int32)), origin("off")),
    ]
    assert messages(program, line_at(program, "r1c2-r1c3")) == [
        "either: none of line[r1c1-r1c2], not line[r1c2-r1c3] holds",
        "off: not allowed, where line[r1c2-r1c3]",
    ]


def test_nodes_that_restate_a_global_are_passed_over():
    program = line_program(square(". . ."))
    node = Exactly(Counts.of(1), rows_of([1]), unguarded(1), origin("whole", expands=0))
    program.nodes.append(node)
    assert violations(program, line_at(program)) == []
    program.nodes[0] = replace(node, origin=origin("whole"))
    assert len(violations(program, line_at(program))) == 1


def test_relations_and_assignments_may_be_negated_and_absent_equals_absent():
    program = numberlink((". .", "A A"))
    cells = ints(0, 0, 2)
    others = ints(1, 2, 3)
    differ = Relate("color", cells, "color", others, equal=False)
    other = Assign("color", ints(2, 3), ints(0, ABSENT), equal=False)
    program.nodes[:] = [
        Implies(unguarded(3), differ, origin("differ")),
        Implies(unguarded(2), other, origin("other")),
    ]
    colors = {"r2c1": "A", "r2c2": "A"}
    assert messages(program, filled(program, [], colors)) == [
        "differ: color[r1c1] is absent and color[r1c2] is absent, must differ",
        "differ: color[r2c1] is A and color[r2c2] is A, must differ",
        "other: color[r2c1] is A, must be another",
    ]


def test_edges_that_are_always_chosen_count_in_cycles():
    board = square(". .", ". .")
    program = line_program(board)
    lits = np.array([TRUE, TRUE, 1, -TRUE], np.int32)
    program.nodes.append(Acyclic(board.link_graph, lits, origin("open")))
    assert messages(program, line_at(program, *board.names(Sort.LINK))) == []
    program.nodes[0] = Acyclic(board.link_graph, np.abs(lits), origin("open"))
    (message,) = messages(program, line_at(program, "r1c1-r1c2"))
    assert message.startswith("open: closed loop of ")
    assert sorted(message.split(" of ")[1].split(", ")) == ["line[r1c1-r1c2]", *["true"] * 3]


def test_a_value_that_must_be_there_is_missed():
    program = numberlink(("A A",))
    program.nodes.clear()
    program.domains["color"] = replace(program.domains["color"], optional=False)
    assert messages(program, filled(program, [], {"r1c2": "A"})) == ["color: r1c1 has no value"]


# ---------- the whole board ----------


def corner(program, name):
    return program.board.find(name, Sort.VERTEX)[1]


def loop_program(*rows):
    program = line_program(square(*rows), sort=Sort.BORDER)
    add_global(program, "loop", ints())
    return program


SQUARE_1 = ("r1c1.side(N)", "r1c1|r1c2", "r1c1.side(S)", "r1c1.side(W)")
SQUARE_3 = ("r1c3.side(N)", "r1c3.side(E)", "r1c3.side(S)", "r1c2|r1c3")


def test_loop_wants_one_loop_and_nothing_else():
    program = loop_program(". . .")
    assert messages(program, line_at(program, *SQUARE_1)) == []
    assert messages(program, line_at(program)) == ["whole: no border is chosen, must be one loop"]
    (message,) = messages(program, line_at(program, *SQUARE_1, *SQUARE_3))
    assert "is not joined to" in message
    open_ = messages(program, line_at(program, *SQUARE_1[1:]))
    assert len(open_) == 2
    assert all("has 1 chosen borders, must have 0 or 2" in text for text in open_)


def test_loop_agrees_with_brute_force_on_every_drawing_of_a_small_board():
    rows = (". .", ". #")
    program = loop_program(*rows)
    names = program.board.names(Sort.BORDER)
    solutions = solve_slitherlink(Drawn("square", rows))
    rng = np.random.default_rng(0)
    drawings = [frozenset(np.array(names)[rng.random(len(names)) < 0.5]) for _ in range(100)]
    for drawing in [*drawings, *solutions, *(s - {min(s)} for s in solutions)]:
        assert (violations(program, line_at(program, *drawing)) == []) == (drawing in solutions)


def test_path_wants_one_simple_path_between_its_ends():
    program = line_program(square(". . ."), sort=Sort.BORDER)
    ends = [corner(program, f"r1c1.corner({name})") for name in ("NW", "SE")]
    add_global(program, "path", ints(*ends))
    path = ("r1c1.side(N)", "r1c1|r1c2")
    assert messages(program, line_at(program, *path)) == []
    assert len(violations(program, line_at(program))) == 2
    crossing = messages(program, line_at(program, *SQUARE_1))
    assert len(crossing) == 2
    assert all("has 2 chosen borders, must have 1" in text for text in crossing)
    (message,) = messages(program, line_at(program, *path, *SQUARE_3))
    assert "is not joined to" in message


def connected_program(members=None, kind="connected", targets=()):
    program = line_program(square(". . . ."))
    lits = None if members is None else np.array(members, np.int32)
    add_global(program, kind, ints(*targets), lits)
    return program


def test_connected_edges_may_be_none_or_one_piece():
    program = connected_program()
    assert messages(program, line_at(program)) == []
    assert messages(program, line_at(program, "r1c2-r1c3", "r1c3-r1c4")) == []
    assert messages(program, line_at(program, "r1c1-r1c2", "r1c3-r1c4")) == [
        "whole: r1c3 is not joined to r1c1"
    ]


def test_connected_members_are_joined_through_members_only():
    program = connected_program([TRUE, -TRUE, TRUE, 3])
    assert messages(program, line_at(program, "r1c1-r1c2", "r1c2-r1c3")) == [
        "whole: r1c3 is not joined to r1c1"
    ]
    program = connected_program([TRUE, TRUE, 2, 3])
    assert messages(program, line_at(program, "r1c1-r1c2", "r1c2-r1c3")) == []
    assert messages(program, line_at(program, "r1c1-r1c2", "r1c3-r1c4")) == [
        "whole: r1c4 (line[r1c3-r1c4]) is not joined to r1c1"
    ]


def test_reaches_wants_a_goal_that_is_a_member_for_every_member():
    program = connected_program([TRUE, TRUE, TRUE, 3], kind="reaches", targets=(0, 3))
    line = ("r1c1-r1c2", "r1c3-r1c4")
    assert messages(program, line_at(program, *line)) == []
    assert messages(program, line_at(program, "r1c1-r1c2")) == ["whole: r1c3 is joined to no goal"]
