"""Each encoding of labels accepts exactly the boards of brute force."""

from __future__ import annotations

import pytest
from support.puzzles import boards, program_of

from nlc.encode.domains import REGISTRY
from nlc.errors import UserError
from nlc.oracle.case import TILINGS
from nlc.oracle.random_boards import seeded_cases

CASES = 6
"""Random boards with random options of each genre and tiling."""

COUNTS = ("auto", "product", "commander", "bimander", "ladder")


@pytest.mark.sample(1)
@pytest.mark.parametrize("tiling", TILINGS)
@pytest.mark.parametrize("genre", ["numberlink", "multilink"])
def test_every_encoding_of_labels_accepts_exactly_the_boards_of_brute_force(
    genre: str, tiling: str
) -> None:
    some = 0
    for number, case in enumerate(seeded_cases(genre, tiling, CASES, seed=3)):
        expected = case.solutions()
        try:
            program = program_of(case.text)
        except UserError:
            assert not expected, case.text
            continue
        some += bool(expected)
        for i, name in enumerate(REGISTRY.names(), number):
            count, passes = COUNTS[i % len(COUNTS)], ("auto", "none")[i % 2]
            spec = f"domains={name},cardinality={count},acyclic=primal-dual,passes={passes}"
            assert boards(program, spec) == expected, f"{spec}\n{case.text}"
    assert some > 1
