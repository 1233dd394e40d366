"""Restores clues of a puzzle that was made from its rules until it is not too hard."""

from __future__ import annotations

from collections.abc import Callable, Collection
from random import Random

from nlc.generating.difficulty import restore_clues
from nlc.grading.grade import Grade
from nlc.reasons.facts import Clue

OrbitOf = Callable[[str, int], frozenset[int]]
"""Returns the orbit of an element of a given: those that have a clue together with it."""


def restore_to_level(
    level: str | None,
    kept: set[Clue],
    clues: Collection[Clue],
    orbit_of: OrbitOf,
    rng: Random,
    grade: Callable[[set[Clue]], Grade],
    at_once: bool = False,
) -> tuple[set[Clue], Grade]:
    """Return clues with which a puzzle is not harder than a level, and its grade.

    Args:
        level: the level; None: no clue is restored.
        kept: clues that stay.
        clues: all clues of the board, in whole orbits.
        orbit_of: gives the orbits, which are restored together.
        rng: chooses their order.
        grade: returns the grade of the puzzle with some clues.
        at_once: see `nlc.generating.difficulty.restore_clues`.
    """
    if level is None:
        return kept, grade(kept)
    gone = sorted(set(clues) - kept)
    orbits = [
        frozenset(Clue(clue.given, i) for i in orbit_of(clue.given, clue.element))
        for clue in rng.sample(gone, len(gone))
    ]
    return restore_clues(level, kept, list(dict.fromkeys(orbits)), grade, at_once)
