"""The frontier method against brute force on small random boards, and encodings on larger ones."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from engines.counts import cases_of, drawings
from fuzzing.puzzles import random_puzzle
from oracle.case import GENRES, TILINGS, Case
from oracle.larger_boards import larger_cases
from oracle.random_boards import seeded_cases
from support.puzzles import boards, program_of

LARGER = 8
MANY = 80
"""Boards with more solutions are not enumerated by a solver here."""


def check(made: list[Case]) -> None:
    for case, read in zip(made, cases_of([case.text for case in made]), strict=True):
        counted, found = drawings(read)
        assert counted == len(found), case.text
        assert len(set(found)) == len(found), case.text
        assert set(found) == case.solutions(), case.text


@pytest.mark.sample(1)
@pytest.mark.parametrize("tiling", TILINGS)
@pytest.mark.parametrize("genre", GENRES)
def test_solutions_are_those_of_brute_force(genre, tiling):
    check(list(seeded_cases(genre, tiling, 10, seed=11)))


@pytest.mark.slow
def test_solutions_are_those_of_brute_force_on_warps_bridges_and_boards_that_wrap():
    random = Random(5)
    puzzles = (replace(random_puzzle(random), house=()) for _ in range(120))
    odd = [
        case
        for case in puzzles
        if case.drawn.warps or case.drawn.wrap != "none" or "+" in "".join(case.drawn.rows)
    ]
    assert len(odd) > 8
    check(odd)


@pytest.mark.slow
def test_solutions_are_those_of_an_encoding_on_larger_boards():
    made = list(islice(larger_cases(3), LARGER))
    compared = 0
    for case, read in zip(made, cases_of([case.text for case in made]), strict=True):
        counted, found = drawings(read, MANY)
        if counted <= MANY:
            assert set(found) == boards(program_of(case.text), "default"), case.text
            compared += bool(found)
    assert compared > LARGER // 4
