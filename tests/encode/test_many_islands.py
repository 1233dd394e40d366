"""Formulas of boards with many connected sets: the work grows as the board."""

from __future__ import annotations

import sys

import pytest

from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.errors import Source
from nlc.ir.elaborate.program import elaborate
from nlc.language.resolve import load


def calls(size: int) -> int:
    """Return how many functions are called while a Nurikabe with many islands is compiled."""
    rows = [["3" if r % 4 == c % 4 == 2 else "." for c in range(size)] for r in range(size)]
    board = "\n".join(map(" ".join, rows))
    text = f'puzzle "p" is nurikabe {{ topology square; board size\n{board}\nend }}'
    puzzle = load(Source("p.nl", text)).puzzles[0]
    count = 0

    def profile(frame: object, event: str, arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(profile)
    try:
        lower(elaborate(puzzle), Encoding())
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.slow
def test_the_work_of_a_formula_grows_as_its_islands():
    calls(8)  # imports
    assert calls(64) < 5 * calls(32)
