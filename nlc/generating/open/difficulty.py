"""Clues of a puzzle that was made from its rules, so many that it is not too hard."""

from __future__ import annotations

from collections.abc import Callable, Collection
from random import Random

from nlc.generating.difficulty import eased
from nlc.generating.open.formula import Clue
from nlc.grading.grade import Grade

Alike = Callable[[str, int], frozenset[int]]
"""Returns the elements of a given that lie as one of them does."""


def eased_clues(
    level: str | None,
    kept: set[Clue],
    clues: Collection[Clue],
    alike: Alike,
    rng: Random,
    grade: Callable[[set[Clue]], Grade],
    at_once: bool = False,
) -> tuple[set[Clue], Grade]:
    """Return clues with which a puzzle is not harder than a level, and its grade.

    Args:
        level: the level; None: no clue is given back.
        kept: clues that stay.
        clues: all that the board has, each with those that lie alike.
        alike: tells which of them go together.
        rng: chooses the order in which they are given back.
        grade: grades the puzzle with some clues.
        at_once: see `nlc.generating.difficulty.eased`.
    """
    if level is None:
        return kept, grade(kept)
    there = {(clue.given, clue.element): clue for clue in clues}
    gone = sorted(set(clues) - kept)
    orbits = [
        frozenset(there[clue.given, i] for i in alike(clue.given, clue.element))
        for clue in rng.sample(gone, len(gone))
    ]
    return eased(level, kept, list(dict.fromkeys(orbits)), grade, at_once)
