"""Whole puzzles with every exact encoding of acyclicity have just the boards of brute force."""

from __future__ import annotations

import pytest
from support.puzzles import SOLVER, boards, program_of

from nlc.encode.acyclic import REGISTRY
from nlc.errors import UserError
from nlc.oracle.case import GENRES, TILINGS
from nlc.oracle.random_boards import seeded_cases

EXACT = [n for n in REGISTRY.names() if REGISTRY.get(n).declaration.exact]
CASES = 3
"""Random boards of each genre and tiling, with random options."""


@pytest.mark.slow
@pytest.mark.parametrize("tiling", TILINGS)
@pytest.mark.parametrize("genre", GENRES)
def test_every_exact_encoding_accepts_just_the_boards_of_brute_force(genre, tiling):
    some = 0
    for number, case in enumerate(seeded_cases(genre, tiling, CASES)):
        expected = case.solutions()
        try:
            program = program_of(case.text)
        except UserError as error:
            assert "asks for exactly" in str(error), case.text
            continue
        some += bool(expected)
        passes = "auto" if number % 3 else "none"
        for name in EXACT:
            solver = "pysat:cadical195" if name == "propagator" else SOLVER
            found = boards(program, f"acyclic={name},passes={passes}", solver)
            assert found == expected, f"{name}\n{case.text}"
    assert some
