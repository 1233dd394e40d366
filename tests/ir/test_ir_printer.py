from __future__ import annotations

import io

import numpy as np
from support.programs import ints, line_program, numberlink, origin, square, unguarded
from support.puzzles import program_of

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


WHOLE = """
genre whole {
  var dark : cell -> bool;
  var line : link -> bool;
  rule few { at most 2 of dark[cells]; }
  rule goal { reaches({c for c in cells if dark[c]}, {r1c1, r1c3}, line); }
  rule way { path(line[{l for l in links where l != link(r1c1, r1c2)}], r1c2, r1c3); }
  show dark, line;
}
puzzle "p" is whole { topology square; board
. . .
end }
"""
PRINTED = """\
rule few (1 instance)
  at most 2 of dark[r1c1] dark[r1c2] dark[r1c3]

rule goal (14 instances)
  reaches line over 2 links
    goals r1c1 r1c3
    member r1c1 if dark[r1c1]
    member r1c2 if dark[r1c2]
    member r1c3 if dark[r1c3]
    aux:pointer:0 … aux:pointer:3 free
    aux:tree:0 := at least 1 of aux:pointer:0 aux:pointer:2
    aux:tree:1 := at least 1 of aux:pointer:1 aux:pointer:3
    aux:pointer:0 -> line[r1c1-r1c2]
    aux:pointer:1 -> line[r1c2-r1c3]
    aux:pointer:2 -> line[r1c1-r1c2]
    aux:pointer:3 -> line[r1c2-r1c3]
    aux:pointer:0 -> dark[r1c2]
    aux:pointer:1 -> dark[r1c3]
    aux:pointer:2 -> dark[r1c1]
    aux:pointer:3 -> dark[r1c2]
    exactly 0 of aux:pointer:0
    exactly 0 of aux:pointer:3
    exactly 1 of aux:pointer:1 aux:pointer:2 not dark[r1c2]
    at most 1 of aux:pointer:0 aux:pointer:2
    at most 1 of aux:pointer:1 aux:pointer:3
    acyclic over 2 edges of 3 nodes
      edge r1c1 r1c2 if aux:tree:0
      edge r1c2 r1c3 if aux:tree:1

rule way (3 instances)
  path line over 1 link
      edge line[r1c2-r1c3]
    ends r1c2 r1c3
    -> line[r1c2-r1c3]
    -> line[r1c2-r1c3]
    acyclic line over 1 link
      edge line[r1c2-r1c3]
"""


def test_a_global_stands_above_what_restates_it_with_its_ends_goals_and_edges():
    assert printed(program_of(WHOLE)).endswith(PRINTED)


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
        Auxiliary(3, 1, "same", relate, ONE),
        Auxiliary(4, 2, "later", FirstTrueDefinition(ints(1, -2)), ONE),
    ]
    program.variables = 5
    program.rules.append("one")
    assert rule_lines(program, "one") == [
        "  aux:same:0 := color[r1c1] = color[r1c3]",
        "  aux:later:0 := line[r1c1-r1c2] and an earlier one",
        "  aux:later:1 := not line[r1c2-r1c3] and an earlier one",
    ]
