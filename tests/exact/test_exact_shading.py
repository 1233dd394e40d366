"""Statements over dark cells have the boards of brute force, on all tilings, by all encodings."""

from __future__ import annotations

import pytest
from support.puzzles import boards, program_of
from support.shading import STATEMENTS, shading_cases

from nlc.errors import UserError
from nlc.ir.complete import complete, read_solution
from nlc.ir.evaluate import violations
from nlc.oracle.case import TILINGS

SPECS = ("acyclic=lazy", "acyclic=order", "acyclic=lfsr", "acyclic=primal-dual,passes=none")


@pytest.mark.sample(4)
@pytest.mark.parametrize("tiling", TILINGS)
@pytest.mark.parametrize("name", STATEMENTS)
def test_a_statement_has_the_boards_of_brute_force(name: str, tiling: str) -> None:
    for number, case in enumerate(shading_cases(tiling, name, 3)):
        program, expected = program_of(case.text), case.solutions()
        spec = SPECS[(number + len(name)) % len(SPECS)]
        try:
            found = boards(program, spec)
        except UserError as error:
            assert "primal-dual" in str(error)
            found = boards(program, SPECS[0])
        assert found == expected, (spec, case.text)


@pytest.mark.slow
@pytest.mark.parametrize("tiling", TILINGS)
def test_the_evaluator_takes_the_boards_of_brute_force_alone(tiling: str) -> None:
    for name in STATEMENTS:
        (case,) = shading_cases(tiling, name, 1)
        program, expected = program_of(case.text), case.solutions()
        cells = program.board.names(program.bools[0].sort)
        for bits in range(0, 1 << len(cells), 7):
            dark = [cell for i, cell in enumerate(cells) if bits >> i & 1]
            assignment = complete(program, *read_solution(program, {"dark": dark}))
            right = violations(program, assignment) == []
            assert right == (frozenset(dark) in expected), (case.text, dark)
