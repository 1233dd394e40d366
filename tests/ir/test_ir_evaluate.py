from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from brute_force import numberlink as solve_numberlink
from brute_force import slitherlink as solve_slitherlink
from drawn import Drawn
from hypothesis import given
from hypothesis import strategies as st
from ir_programs import (
    SPAN,
    add_global,
    ints,
    line_at,
    line_program,
    numberlink,
    origin,
    square,
)

from nlc.board.board import Sort
from nlc.ir.complete import complete, read_solution
from nlc.ir.evaluate import Violation, violations
from nlc.ir.nodes import (
    TRUE,
    Acyclic,
    Assign,
    Assignment,
    Auxiliary,
    Clause,
    CountDefinition,
    Counts,
    Domain,
    Exactly,
    FirstTrueDefinition,
    Implies,
    Relate,
    RelateDefinition,
)

ROWS = ("A . B", "A . B", ". . .")


def filled(program, line, **colors):
    """Return an assignment by names; colors as ``r1c1="A"``, other cells have none."""
    bools, _ = read_solution(program, {"line": list(line)})
    domain = program.domains["color"]
    values = np.full(domain.size, -1, np.int32)
    for name, value in colors.items():
        values[program.board.find(name, Sort.CELL)[1]] = domain.values.index(value)
    truth = np.zeros(program.bools[0].size + 1, np.bool_)
    truth[[1 + i for i in bools["line"]]] = True
    return Assignment(truth, {"color": values})


def messages(program, assignment, **kwargs):
    return [violation.message for violation in violations(program, assignment, **kwargs)]


def rows_of(*rows):
    return np.array(rows, np.int32)


def unguarded(rows):
    return np.zeros((rows, 0), np.int32)


# ---------- Numberlink, whole ----------


def test_a_solution_breaks_nothing():
    program = numberlink(ROWS)
    line = ["r1c1-r2c1", "r1c3-r2c3"]
    assert violations(program, filled(program, line, r1c1="A", r2c1="A", r1c3="B", r2c3="B")) == []


def test_a_wrong_degree_names_the_cell_and_the_drawn_links():
    program = numberlink(ROWS)
    line = ["r1c1-r2c1", "r1c3-r2c3", "r2c1-r3c1"]
    found = violations(
        program, filled(program, line, r1c1="A", r2c1="A", r1c3="B", r2c3="B", r3c1="A")
    )
    assert found[0] == Violation(
        "terminal",
        SPAN,
        (("c", "r2c1"),),
        "terminal: r2c1: 2 of line (r2c1-r3c1, r1c1-r2c1), must be exactly 1 of "
        "r2c1-r2c2, r2c1-r3c1, r1c1-r2c1".replace("r2c1-r2c2, r2c1-r3c1, r1c1-r2c1", ALL_OF_R2C1),
    )
    assert [violation.place for violation in found] == [(("c", "r2c1"),), (("c", "r3c1"),)]


ALL_OF_R2C1 = "r1c1-r2c1, r2c1-r2c2, r2c1-r3c1"
