"""The requested difficulty of puzzles, and how clues are restored until a puzzle has it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence, Set
from itertools import accumulate
from typing import Any, TypeVar

from msgspec import Struct

from nlc.errors import fail, suggest
from nlc.generating.options import ANY
from nlc.grading.grade import LEVELS, Grade
from nlc.grading.grader import graded
from nlc.language.resolve import Puzzle
from nlc.reasons.steps.candidates import TECHNIQUES

LEVEL = "level "
"""Prefix of the counts of puzzles that had another level than the requested one."""

DEFAULT_LEVEL = "medium"
"""The level where no option names one."""

FEW_ASSUMPTIONS = 10_000
"""Assumptions of a grade that is only preferred, so that it takes little of the time."""

SOME_ASSUMPTIONS = 30_000
"""Assumptions of a grade below the highest level; a puzzle that takes more is another attempt."""

PARTS = 8
"""Parts of the restored clues, each of which may be removed again."""

FEW_GRADES = 3
"""Numbers of restored clues that are graded for a level that is only preferred."""

MOST_CLUES = 4 / 3
"""The most clues, for each one of the set without superfluous ones to which others are restored."""

Clue = TypeVar("Clue")


class DifficultyRequest(Struct, frozen=True):
    """The requested difficulty.

    Attributes:
        level: one of `LEVELS`; `ANY` to grade only; None: puzzles are not graded.
        technique: that each puzzle must need, or an empty text.
        soft: whether another level is accepted where the requested one is not reached at once.
    """

    level: str | None = None
    technique: str = ""
    soft: bool = False

    @property
    def graded(self) -> bool:
        """Whether puzzles are graded."""
        return self.level is not None

    def grade(self, puzzle: Puzzle) -> Grade:
        """Return the grade of a puzzle, given up where it is surely harder than a wanted level."""
        if self.level in (None, ANY, LEVELS[-1]):
            return graded(puzzle)
        if self.soft:
            return graded(puzzle, FEW_ASSUMPTIONS)
        return graded(puzzle, SOME_ASSUMPTIONS, self.level)

    def is_met(self, grade: Grade | None, counts: Counter[str]) -> bool:
        """Return whether a grade meets the request; if not, count its difference."""
        difference = "" if grade is None else self._difference(grade)
        counts.update([difference] if difference else ())
        return not difference

    def _difference(self, grade: Grade) -> str:
        """Return how a grade differs from the request, empty if it meets it."""
        if grade.guessed and self.level not in (None, ANY):
            return "guess at the end"
        if self.soft:
            return ""
        if not grade.complete and self.level not in (ANY, LEVELS[-1]):
            return f"harder than {self.level}"
        if self.level not in (ANY, grade.level):
            unknown = "undecided" if grade.stopped else "not unique"
            return unknown if grade.level is None else f"{LEVEL}{grade.level}"
        missing = self.technique and self.technique not in grade.techniques
        return f"without {self.technique}" if missing else ""

    def advice(self, counts: Mapping[str, int]) -> str | None:
        """Return advice if puzzles of other difficulties were made, else None."""
        if counts.get(f"without {self.technique}"):
            return f"{self.technique} is rare here, or a step by one rule, which is not counted"
        made = {name.removeprefix(LEVEL) for name in counts if name.startswith(LEVEL)}
        harder = [name for name in counts if name.startswith("harder than ")]
        if self.level in (None, ANY) or not (made or harder):
            return None
        levels = ", ".join([*(level for level in LEVELS if level in made), *harder])
        return f"--difficulty {ANY} takes what comes{f': {levels}' if made else ''}"


def parse_wish(options: Mapping[str, Any], techniques: Collection[str] = ()) -> DifficultyRequest:
    """Return the difficulty that options request.

    Args:
        options: by name; ``soft`` is not an option of the command line.
        techniques: those of the genre.

    Raises:
        UserError: the level or technique is unknown.
    """
    level, technique = options.get("difficulty"), options.get("technique", "")
    if level not in (None, ANY, *LEVELS):
        hint = suggest(str(level), LEVELS) or f"{', '.join(LEVELS)}; or {ANY}"
        raise fail(f"there is no level '{level}'", hint=hint)
    if technique:
        known = {name.lower(): name for name in (*TECHNIQUES, *techniques)}
        technique = technique.lower().replace("rule of 45", "innies and outies")
        if technique not in known:
            hint = suggest(technique, known.values()) or f"one of {', '.join(known.values())}"
            raise fail(f"there is no technique '{options['technique']}'", hint=hint)
        technique, level = known[technique], level or ANY
    return DifficultyRequest(level, technique, options.get("soft", False))


def restore_clues(
    difficulty: str | None,
    least: Set[Clue],
    needed: Sequence[Set[Clue]],
    removed: Sequence[Set[Clue]],
    grade: Callable[[set[Clue]], Grade],
    at_once: bool = False,
) -> tuple[set[Clue], Grade]:
    """Return clues with which a puzzle is not harder than a level, by restoring some.

    Their number is found by bisection, as if more clues never made a puzzle harder; then parts of
    them that the level does not need are removed again, smaller ones while there are too many. If
    there still are, the puzzle with the clues that stay is returned.

    Args:
        difficulty: the level; None or `ANY`: no clue is restored.
        least: clues that stay.
        needed: sets of them that go where others that are restored can take their place.
        removed: sets of clues to restore, in this order.
        grade: returns the grade of the puzzle with some clues.
        at_once: whether a few numbers are graded, up to the first that gives the level.
    """
    if difficulty in (None, ANY):
        return set(least), grade(set(least))
    most = MOST_CLUES * len(least)
    if at_once:
        sizes = accumulate((len(each - least) for each in removed), initial=len(least))
        removed = removed[: max(sum(size <= most for size in sizes) - 1, 0)]
    grades = dict[int, Grade]()

    def clues(count: int) -> set[Clue]:
        return set(least).union(*removed[:count])

    def is_within(count: int) -> bool:
        grades[count] = grade(clues(count))
        level = None if grades[count].guessed else grades[count].level
        return level is not None and LEVELS.index(level) <= LEVELS.index(difficulty)

    low, high = (-1, 0) if not at_once and is_within(0) else (-at_once, len(removed))
    if high and not is_within(high):
        low = high
    while high - low > 1 and not (at_once and len(grades) == FEW_GRADES):
        middle = (low + high) // 2
        low, high = (low, middle) if is_within(middle) else (middle, high)
        if at_once and grades[middle].level == difficulty:
            break
    some = clues(high)
    found = grades.get(high) or grade(some)
    chosen = [*removed[:high], *(needed if len(some) > most else ())]
    fixed = set(least).difference(*chosen)
    size = 0 if found.level != difficulty or at_once else -(-len(chosen) // PARTS)
    while size:
        for part in [chosen[i : i + size] for i in range(0, len(chosen), size)]:
            kept = [each for each in chosen if each not in part]
            reduced = grade(fewer := fixed.union(*kept))
            if reduced.level == difficulty and not reduced.guessed:
                chosen, some, found = kept, fewer, reduced
        size = 0 if len(some) <= most else size // 2
    return (some, found) if len(some) <= most else (clues(0), grades[0])
