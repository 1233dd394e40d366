from __future__ import annotations

import io

import numpy as np
from support.programs import ints, line_program, numberlink, origin, square, unguarded

from nlc.board import Sort
from nlc.ir.nodes import (
    ABSENT,
    Assign,
    Atoms,
    Auxiliary,
    Clause,
    Domain,
    FirstTrueDefinition,
    Implies,
    Relate,
    RelateDefinition,
)
from nlc.ir.printer import write_ir


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
puzzle "p" is numberlink
option cover = false
option touch = true
option no2x2 = false
board square 1x2: 2 cells, 1 links, 7 borders, 6 vertices
var line : link -> bool (shown)
var color : cell -> {A}? (reported)

rule terminal (4 instances)
  -> line[r1c1-r1c2]
  -> line[r1c1-r1c2]
  -> color[r1c1] = A
  -> color[r1c2] = A

rule through (0 instances)

rule covered (0 instances)

rule same (1 instance)
  line[r1c1-r1c2] -> color[r1c1] = color[r1c2]

rule open (1 instance)
  acyclic line over 1 link

rule apart (0 instances)

rule turn (0 instances)

rule away (0 instances)
"""


def test_a_program_is_printed_by_rule_under_its_head():
    assert printed(numberlink(("A A",))) == NUMBERLINK


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
