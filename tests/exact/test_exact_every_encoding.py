"""Every encoding there is, on all kinds of boards: a part of what `python -m fuzzing` tries."""

from __future__ import annotations

from random import Random

import pytest
from fuzzing.cases import NumberedCase
from fuzzing.check_puzzle import segments
from fuzzing.findings import Tally
from fuzzing.kinds import KINDS
from fuzzing.puzzles import parse_cases, program_of
from fuzzing.trial import WATCHED, Choice, comparable, driver
from oracle.case import GENRES, TILINGS, Case
from oracle.larger_boards import larger_case, small_cases
from oracle.reference_board import Drawn

from nlc.drivers.search import models
from nlc.encode.lower import lower
from nlc.encode.spec import NONE, Encoding
from nlc.errors import UserError

pytestmark = pytest.mark.slow

COVER = (("cover", True), ("touch", True), ("no2x2", False))
RINGS = [
    Case("numberlink", Drawn("square", (". . . .", ". A A .", ". . . .")), COVER),
    Case("numberlink", Drawn("square", ("A . .", "A . .")), COVER),
]
"""Boards on which an encoding that is not exact accepts a ring."""


def every_name() -> set[str]:
    """Return what must be on trial: all choices of each part of an encoding that keep solutions."""
    return {f"{part}={name}" for part, names in comparable().items() for name in names} - {
        f"numberlink={NONE}"
    }


def tried(cases: list[Case], tally: Tally) -> list[str]:
    """Try every encoding on puzzles, and return what is wrong."""
    faults = []
    for number, (case, loaded) in enumerate(zip(cases, parse_cases(cases), strict=True)):
        trials = Choice().every(Random(number), case.genre)
        numbered = NumberedCase(number, "encodings", case, trials, evaluate=True)
        judged = KINDS["encodings"].check(numbered, loaded, tally)
        faults += [fault.message for fault, _ in judged]
    return faults


@pytest.mark.parametrize("tiling", TILINGS)
def test_every_encoding_keeps_to_brute_force_on_small_boards(tiling: str) -> None:
    some = list(small_cases((tiling,), 9))[7::11]
    solved = [case for case in some if case.solutions()]
    others = [case for case in some if not case.solutions()]
    tally = Tally()
    assert tried([solved[-1], others[-1]], tally) == []
    assert every_name() <= set(tally.runs)
    assert tally.kinds["with solutions"] == 1


def test_every_encoding_and_many_solvers_agree_on_random_boards() -> None:
    tally = Tally()
    cases = [
        larger_case(Random(f"{genre} {tiling} 0"), genre, tiling)
        for genre in GENRES
        for tiling in TILINGS
    ]
    assert tried(cases, tally) == []
    assert every_name() <= set(tally.runs)
    assert len(tally.solvers) > 15
    assert tally.kinds["with solutions"] >= 3


def test_every_encoding_that_is_not_exact_accepts_a_board_too_many() -> None:
    solver = driver(WATCHED, worker=False)
    offers = solver.capabilities.offers
    strict, inexact = set(), set()
    for case in RINGS:
        program = program_of(next(parse_cases([case])))
        for name in sorted(every_name()):
            try:
                lowered = lower(program, Encoding.parse(name), offers)
            except UserError:
                continue
            outcomes = models(solver, lowered.cnf, separators=lowered.separators)
            found = [each.model for each in outcomes if each.model is not None]
            boards = {segments(program, lowered.assignment(model)) for model in found}
            assert boards >= case.solutions(), name
            if not lowered.exact:
                inexact.add(name)
            if boards > case.solutions():
                strict.add(name)
    assert strict == inexact
