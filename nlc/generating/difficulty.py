"""The level that is wished, and clues that are given back until a puzzle has it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set
from typing import TypeVar

from nlc.errors import fail, suggest
from nlc.generating.options import ANY
from nlc.grading.grade import LEVELS, Grade

LEVEL = "level "
"""Before the name of a level, in the place of which another one was wished: what is counted."""

Clue = TypeVar("Clue")


def require_level(difficulty: str | None) -> None:
    """Refuse what is not a level.

    Raises:
        UserError: it is neither a level nor `ANY`.
    """
    if difficulty not in (None, ANY, *LEVELS):
        hint = suggest(str(difficulty), LEVELS) or f"{', '.join(LEVELS)}; or {ANY}"
        raise fail(f"there is no level '{difficulty}'", hint=hint)


def is_met(difficulty: str | None, grade: Grade | None, counts: Counter[str]) -> bool:
    """Return whether a puzzle has the level that is wished; if not, count the level that it has."""
    if grade is None or difficulty in (None, ANY, grade.level):
        return True
    counts["not unique" if grade.level is None else f"{LEVEL}{grade.level}"] += 1
    return False


def levels_advice(difficulty: str | None, counts: Mapping[str, int]) -> str | None:
    """Return which levels came in place of the wished one, if any did."""
    came = {name.removeprefix(LEVEL) for name in counts if name.startswith(LEVEL)}
    if difficulty in (None, ANY) or not came:
        return None
    told = ", ".join(level for level in LEVELS if level in came)
    return f"--difficulty {ANY} takes what comes: {told}"


def eased(
    difficulty: str,
    least: Set[Clue],
    removed: Sequence[Set[Clue]],
    graded: Callable[[set[Clue]], Grade],
) -> tuple[set[Clue], Grade]:
    """Return clues with which a puzzle is not harder than a level, by giving some back.

    How many is found by bisection, as if more clues never made a puzzle harder. Where all of them
    do not suffice, the puzzle with all is returned.

    Args:
        difficulty: the level.
        least: clues that stay.
        removed: what can be given back, one after the other.
        graded: grades the puzzle with some clues.
    """
    grades = dict[int, Grade]()

    def clues(count: int) -> set[Clue]:
        return set(least).union(*removed[:count])

    def is_within(count: int) -> bool:
        grades[count] = graded(clues(count))
        level = grades[count].level
        return level is not None and LEVELS.index(level) <= LEVELS.index(difficulty)

    low, high = -1, 0
    if not is_within(0):
        low, high = 0, len(removed)
        if not is_within(high):
            low = high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_within(middle) else (middle, high)
    return clues(high), grades[high]
