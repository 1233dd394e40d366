"""Each encoding of counts accepts exactly the boards of brute force."""

from __future__ import annotations

import pytest
from support.puzzles import boards, program_of

from nlc.encode.cardinality import REGISTRY
from nlc.errors import UserError
from nlc.oracle.case import GENRES
from nlc.oracle.random_boards import seeded_cases

CASES = 6
"""Random boards with random options of each genre and tiling."""

SLICES = 5
"""A board is tried with the encodings of one slice of their list; the next with the next."""


@pytest.mark.sample(1)
@pytest.mark.parametrize("tiling", ["hex", "triangle", "square"])
@pytest.mark.parametrize("genre", GENRES)
def test_every_encoding_of_counts_accepts_exactly_the_boards_of_brute_force(
    genre: str, tiling: str
) -> None:
    for number, case in enumerate(seeded_cases(genre, tiling, CASES, seed=5)):
        expected = case.solutions()
        try:
            program = program_of(case.text)
        except UserError:
            assert not expected, case.text
            continue
        for name in REGISTRY.names()[number % SLICES :: SLICES]:
            spec = f"domains=direct,cardinality={name},acyclic=primal-dual,passes=none"
            assert boards(program, spec) == expected, f"{spec}\n{case.text}"
