from __future__ import annotations

import io

import numpy as np
from support.programs import add_global, ints, line_program, numberlink, origin, square, unguarded

from nlc.board import Sort
from nlc.graph import Graph
from nlc.ir.nodes import (
    ABSENT,
    TRUE,
    Acyclic,
    Assign,
    Atoms,
    Auxiliary,
    Clause,
    Counts,
    Domain,
    Exactly,
    FirstTrueDefinition,
    Implies,
    Relate,
    RelateDefinition,
)
from nlc.ir.printer import BATCH, rule_statistics, write_ir


def printed(program):
    stream = io.StringIO()
    write_ir(program, stream)
    return stream.getvalue()


def rule_lines(program, rule):
    """Return the lines of one rule, with their indentation."""
    lines = printed(program).splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(f"rule {rule} "))
    return [line for line in lines[start + 1 :] if line.startswith(" ")]


NUMBERLINK = """\
puzzle "by hand" is test
option cover = true
board square 1x2: 2 cells, 1 links, 7 borders, 6 vertices
var line : link -> bool (shown)
var color : cell -> {A}? (reported)

rule terminal (4 instances)
  exactly 1 of line[r1c1-r1c2]
  exactly 1 of line[r1c1-r1c2]
  -> color[r1c1] = A
  -> color[r1c2] = A

rule through (0 instances)

rule same (1 instance)
  line[r1c1-r1c2] -> color[r1c1] = color[r1c2]

rule open (1 instance)
  acyclic line over 1 link

rule empty (4 instances)
  aux:used1:0 := exactly 1 of line[r1c1-r1c2]
  aux:used1:1 := exactly 1 of line[r1c1-r1c2]
  exactly 1 of aux:used1:0 color[r1c1]=?
  exactly 1 of aux:used1:1 color[r1c2]=?
  aux:used1:0 -> has color[r1c1]
  aux:used1:1 -> has color[r1c2]
"""


def small():
    program = numberlink(("A A",))
    program.options = {"cover": "true"}
    return program


def test_a_program_is_printed_by_rule_under_its_head():
    assert printed(small()) == NUMBERLINK


def test_two_elaborations_print_the_same_bytes():
    assert printed(numberlink(("A . B", "A . B"))) == printed(numberlink(("A . B", "A . B")))


def test_guards_stand_before_an_arrow():
    program = line_program(square(". . . ."))
    program.nodes += [
        Exactly(Counts.of(0, 2), np.array([[2, -3]], np.int32), np.array([[1]], np.int32), ONE),
        Implies(np.array([[1, -2]], np.int32), Clause(np.array([[3]], np.int32)), ONE),
        Implies(unguarded(1), Clause(np.array([[1, -2]], np.int32)), ONE),
        Implies(np.array([[2]], np.int32), Clause(np.zeros((1, 0), np.int32)), ONE),
        Exactly(Counts.of(0), np.zeros((1, 0), np.int32), unguarded(1), ONE),
    ]
    assert rule_lines(program, "one") == [
        "  line[r1c1-r1c2] -> exactly 0 or 2 of line[r1c2-r1c3] not line[r1c3-r1c4]",
        "  line[r1c1-r1c2] and not line[r1c2-r1c3] -> line[r1c3-r1c4]",
        "  -> line[r1c1-r1c2] or not line[r1c2-r1c3]",
        "  line[r1c2-r1c3] -> false",
        "  exactly 0 of nothing",
    ]


ONE = origin("one")


def test_finite_domain_conditions_name_variable_element_and_value():
    program = line_program(square(". ."))
    for name in ("color", "size"):
        program.domains[name] = Domain(name, Sort.CELL, 2, ("A", "B"), True, False, False)
    program.atoms.append(Atoms(2, "color", ints(0, 1), ints(1, ABSENT)))
    program.variables = 3
    program.nodes += [
        Implies(unguarded(1), Relate("color", ints(0), "size", ints(1), False), ONE),
        Implies(unguarded(1), Assign("color", ints(1), ints(ABSENT), True), ONE),
        Implies(unguarded(1), Assign("size", ints(1), ints(1), False), ONE),
        Implies(unguarded(1), Clause(np.array([[2, -2, 3, -3]], np.int32)), ONE),
    ]
    assert rule_lines(program, "one") == [
        "  -> color[r1c1] != size[r1c2]",
        "  -> color[r1c2] = ?",
        "  -> size[r1c2] != B",
        "  -> color[r1c1]=B or not color[r1c1]=B or color[r1c2]=? or has color[r1c2]",
    ]


def test_a_global_stands_above_what_restates_it():
    program = line_program(square(". . ."))
    add_global(program, "connected", ints(), np.array([TRUE, 1, -TRUE], np.int32))
    stated = origin("whole", expands=0)
    program.auxiliaries.append(Auxiliary(3, 2, "pointer", None, stated))
    program.variables = 4
    program.nodes += [
        Exactly(Counts.of(1), np.array([[3, 4]], np.int32), unguarded(1), stated),
        Exactly(Counts.of(1), np.array([[1, 2]], np.int32), unguarded(1), origin("whole")),
    ]
    assert rule_lines(program, "whole") == [
        "  exactly 1 of line[r1c1-r1c2] line[r1c2-r1c3]",
        "  connected line over 2 links",
        "    member r1c1 if true",
        "    member r1c2 if line[r1c1-r1c2]",
        "    aux:pointer:0 … aux:pointer:1 free",
        "    exactly 1 of aux:pointer:0 aux:pointer:1",
    ]
    assert rule_statistics(program) == {"whole": 2}


def test_ends_and_goals_of_a_global_are_named():
    program = line_program(square(". . ."))
    add_global(program, "path", ints(0, 2))
    add_global(program, "reaches", ints(1), np.array([1, 1, 2], np.int32))
    program.rules.pop()
    assert rule_lines(program, "whole") == [
        "  path line over 2 links",
        "    ends r1c1 r1c3",
        "  reaches line over 2 links",
        "    goals r1c2",
        "    member r1c1 if line[r1c1-r1c2]",
        "    member r1c2 if line[r1c1-r1c2]",
        "    member r1c3 if line[r1c2-r1c3]",
    ]


def test_edges_are_listed_where_they_are_not_all_of_one_variable():
    program = line_program(square(". . ."))
    graph = program.board.link_graph
    part = Graph(graph.nodes, graph.ends[1:], graph.rank[1:])
    program.nodes += [
        Acyclic(part, ints(2), ONE),
        Acyclic(graph, np.array([-1, TRUE], np.int32), ONE),
    ]
    assert rule_lines(program, "one") == [
        "  acyclic line over 1 link",
        "    edge line[r1c2-r1c3]",
        "  acyclic over 2 edges of 3 nodes",
        "    edge 0 1 if not line[r1c1-r1c2]",
        "    edge 1 2 if true",
    ]


def test_every_kind_of_definition_is_printed():
    program = line_program(square(". . ."))
    program.domains["color"] = Domain("color", Sort.CELL, 3, ("A",), True, False, False)
    relate = Relate("color", ints(0), "color", ints(2), True)
    program.auxiliaries += [
        Auxiliary(3, 1, "same", RelateDefinition(relate), ONE),
        Auxiliary(4, 2, "later", FirstTrueDefinition(ints(1, -2)), ONE),
    ]
    program.variables = 5
    program.rules.append("one")
    assert rule_lines(program, "one") == [
        "  aux:same:0 := color[r1c1] = color[r1c3]",
        "  aux:later:0 := line[r1c1-r1c2] and an earlier one",
        "  aux:later:1 := not line[r1c2-r1c3] and an earlier one",
    ]


def test_long_batches_are_printed_whole_and_in_order():
    width = BATCH + 10
    program = line_program(square(" ".join("." * (width + 1))))
    lits = np.arange(1, width + 1, dtype=np.int32)
    program.nodes += [
        Implies(unguarded(width), Clause(lits[:, None]), ONE),
        Exactly(Counts.of(1), lits[None, :], unguarded(1), ONE),
    ]
    names = [f"line[r1c{i}-r1c{i + 1}]" for i in range(1, width + 1)]
    lines = rule_lines(program, "one")
    assert lines[:-1] == [f"  -> {name}" for name in names]
    assert lines[-1] == f"  exactly 1 of {' '.join(names)}"


def test_statistics_count_the_instances_of_each_rule_in_order():
    statistics = rule_statistics(small())
    assert list(statistics.items()) == [
        ("terminal", 4),
        ("through", 0),
        ("same", 1),
        ("open", 1),
        ("empty", 4),
    ]
