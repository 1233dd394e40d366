"""Hypothesis strategies for random puzzles."""

from __future__ import annotations

from hypothesis import strategies

from nlc.oracle.case import Case
from nlc.oracle.random_boards import random_case


def cases(genre: str, tiling: str, **fixed: bool) -> strategies.SearchStrategy[Case]:
    """Return a strategy for puzzles of a genre on a tiling; `fixed` gives options a value."""
    return strategies.randoms().map(lambda random: random_case(random, genre, tiling, **fixed))
