"""The difficulty that is wished, and clues that are given back until a puzzle has it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence, Set
from typing import Any, TypeVar

from msgspec import Struct

from nlc.errors import fail, suggest
from nlc.explaining.candidates import TECHNIQUES
from nlc.generating.options import ANY
from nlc.grading.grade import LEVELS, Grade
from nlc.grading.grader import QUESTIONS

LEVEL = "level "
"""Before the name of a level, in the place of which another one was wished: what is counted."""

USUAL = "medium"
"""The level that is wished where nothing was said of it."""

FEW_QUESTIONS = 10_000
"""Assumptions of a grade that is only wished for: so it takes little of the time."""

PARTS, FEW_PARTS = 8, 4
"""Parts of the clues that are given back, each of which may go again; few of them where the first
number of clues does that gives a level."""

Clue = TypeVar("Clue")


class Wish(Struct, frozen=True):
    """How hard puzzles are to be.

    Attributes:
        level: one of `LEVELS`, `ANY` if they are graded only, or None.
        technique: that each has to need, or an empty text.
        soft: whether another level does where that does not come at once.
    """

    level: str | None = None
    technique: str = ""
    soft: bool = False

    @property
    def graded(self) -> bool:
        """Whether puzzles are graded."""
        return self.level is not None

    @property
    def eased(self) -> str | None:
        """The level for which clues are given back, if there is one."""
        return None if self.level == ANY else self.level

    @property
    def questions(self) -> int:
        """How many assumptions a grade may take."""
        return FEW_QUESTIONS if self.soft else QUESTIONS

    def is_met(self, grade: Grade | None, counts: Counter[str]) -> bool:
        """Return whether a puzzle is as wished; if not, count what it is."""
        if grade is None or self.soft:
            return True
        if self.level not in (ANY, grade.level):
            counts["not unique" if grade.level is None else f"{LEVEL}{grade.level}"] += 1
            return False
        if self.technique and self.technique not in grade.techniques:
            counts[f"without {self.technique}"] += 1
            return False
        return True

    def advice(self, counts: Mapping[str, int]) -> str | None:
        """Return what came in place of what was wished, if anything did."""
        if counts.get(f"without {self.technique}"):
            return f"puzzles that need the technique {self.technique} are rare here"
        came = {name.removeprefix(LEVEL) for name in counts if name.startswith(LEVEL)}
        if self.level in (None, ANY) or not came:
            return None
        told = ", ".join(level for level in LEVELS if level in came)
        return f"--difficulty {ANY} takes what comes: {told}"


def wish_of(options: Mapping[str, Any], techniques: Collection[str] = ()) -> Wish:
    """Return what options say of the difficulty.

    Args:
        options: by name; ``soft`` is none of the command line.
        techniques: that the genre names.

    Raises:
        UserError: there is no such level or technique.
    """
    level, technique = options.get("difficulty"), options.get("technique", "")
    if level not in (None, ANY, *LEVELS):
        hint = suggest(str(level), LEVELS) or f"{', '.join(LEVELS)}; or {ANY}"
        raise fail(f"there is no level '{level}'", hint=hint)
    if technique:
        known = {name.lower(): name for name in (*TECHNIQUES, *techniques)}
        if technique.lower() not in known:
            hint = suggest(technique, known.values()) or f"one of {', '.join(known.values())}"
            raise fail(f"there is no technique '{technique}'", hint=hint)
        technique, level = known[technique.lower()], level or ANY
    return Wish(level, technique, options.get("soft", False))


def eased(
    difficulty: str,
    least: Set[Clue],
    removed: Sequence[Set[Clue]],
    graded: Callable[[set[Clue]], Grade],
    at_once: bool = False,
) -> tuple[set[Clue], Grade]:
    """Return clues with which a puzzle is not harder than a level, by giving some back.

    How many is found by bisection, as if more clues never made a puzzle harder; then parts of these
    go again that the level does not need. Where all of them do not suffice, the puzzle with all is
    returned.

    Args:
        difficulty: the level.
        least: clues that stay.
        removed: what can be given back, one after the other.
        graded: grades the puzzle with some clues.
        at_once: whether the first number does that gives the level, and else all clues.
    """
    grades = dict[int, Grade]()

    def clues(count: int) -> set[Clue]:
        return set(least).union(*removed[:count])

    def is_within(count: int) -> bool:
        grades[count] = graded(clues(count))
        level = grades[count].level
        return level is not None and LEVELS.index(level) <= LEVELS.index(difficulty)

    low, high = -1, 0
    if at_once:
        high = len(removed)
    elif not is_within(0):
        low, high = 0, len(removed)
        if not is_within(high):
            low = high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_within(middle) else (middle, high)
        if at_once and grades[middle].level == difficulty:
            high = middle
            break
    chosen = list(removed[:high])
    found = grades.get(high) or graded(clues(high))
    if found.level != difficulty:
        return clues(high), found
    size = -(-len(chosen) // (FEW_PARTS if at_once else PARTS))
    for part in [chosen[i : i + size] for i in range(0, len(chosen), size or 1)]:
        fewer = [each for each in chosen if each not in part]
        grade = graded(set(least).union(*fewer))
        if grade.level == difficulty:
            chosen, found = fewer, grade
    return set(least).union(*chosen), found
