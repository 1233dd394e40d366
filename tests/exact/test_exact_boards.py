"""The set of boards that a CNF accepts is the set that brute force finds, which shares no code."""

import itertools

import pytest
from oracle.case import GENRES, TILINGS
from oracle.random_boards import seeded_cases
from support.puzzles import boards, program_of

from nlc.errors import UserError

LABELS = ("log", "direct")
ACYCLIC = ("primal-dual", "order", "lazy")
COUNTS = ("auto", "binomial", "seqcounter", "totalizer", "kmtotalizer", "cardnetwrk", "bitwise")
CASES = 1
"""So many random boards with a solution, and without one, of each genre, option setting and
tiling; ``python -m fuzzing`` draws others every day."""


def settings(genre):
    names = GENRES[genre]
    return [
        dict(zip(names, values, strict=True))
        for values in itertools.product((True, False), repeat=len(names))
    ]


GROUPS = [(g, t, s) for g in GENRES for t in TILINGS for s in settings(g)]


def encodings(number):
    """Half of all labels with all acyclicity encodings; an odd number has the other half.

    The counts take turns; now and then it is unfolded.
    """
    for i, (label, cycles) in enumerate(itertools.product(LABELS, ACYCLIC)):
        if i % 2 == number % 2:
            count = COUNTS[(number + i) % len(COUNTS)]
            passes = "auto" if (number + i) % 3 else "none"
            yield f"domains={label},cardinality={count},acyclic={cycles},passes={passes}"


@pytest.mark.sample(1, every=2)
@pytest.mark.parametrize(
    ("genre", "tiling", "options"), GROUPS, ids=[f"{g}-{t}-{s}" for g, t, s in GROUPS]
)
def test_every_lowering_accepts_exactly_the_boards_of_brute_force(genre, tiling, options):
    left = {True: CASES, False: CASES}
    for number, case in enumerate(seeded_cases(genre, tiling, 40 * CASES, **options)):
        if not any(left.values()):
            break
        expected = case.solutions()
        if not left[bool(expected)]:
            continue
        left[bool(expected)] -= 1
        try:
            program = program_of(case.text)
        except UserError as error:
            assert "asks for exactly" in str(error), case.text
            assert not expected, case.text
            continue
        for spec in encodings(number):
            assert boards(program, spec) == expected, f"{spec}\n{case.text}"
    assert not left[True], "too few boards have a solution"
