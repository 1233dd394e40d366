"""How hard a puzzle is: the levels of a genre, and what a puzzle takes of each."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from nlc.errors import fail
from nlc.generating.lookahead import DEEPEST, deep_levels, depth_of

LEVEL = "level "
"""Before the name of a level, in the place of which another one was wished: what is counted."""

ANY = "any"
"""In the place of a level: puzzles are graded, and all are kept."""


class Grade(Struct, frozen=True):
    """What it takes to solve a puzzle.

    Attributes:
        settled: how many segments are known, drawn or not, after each level but the last.
        looks: segments that were settled by looking ahead.
        conflicts: of a solver that starts from all that is settled, if that is not every segment.
    """

    settled: tuple[int, ...]
    segments: int
    looks: int
    conflicts: int
    levels: tuple[str, ...]

    def __str__(self) -> str:
        settled = ", ".join(map(str, self.settled))
        return (
            f"{self.level}: {settled} of {self.segments} segments, "
            f"{self.looks} looks ahead, {self.conflicts} conflicts"
        )

    @property
    def level(self) -> str:
        """The first of its levels at which every segment is known."""
        for name, count in zip(self.levels, self.settled, strict=False):
            if count == self.segments:
                return name
        return self.levels[-1]

    @property
    def figures(self) -> dict[str, float]:
        """The number of the level, from 1, the looks ahead and the conflicts, by name."""
        level = self.levels.index(self.level) + 1
        return {"level": level, "looks": self.looks, "conflicts": self.conflicts}


def grading_depth(
    genre: str, levels: tuple[str, ...], difficulty: str | None, depth: int | None
) -> int:
    """Return how far ahead a grader is to look.

    Args:
        difficulty: the level that is wanted, `ANY`, or None: nothing is graded.

    Raises:
        UserError: the genre has no such level, no such depth tells it, or nothing is graded.
    """
    if difficulty is None:
        if depth is not None:
            raise fail("--depth is for grades", hint="--difficulty any grades the puzzles")
        return 1
    if difficulty not in (ANY, *deep_levels(levels, DEEPEST)):
        hint = f"its levels: {', '.join(deep_levels(levels, DEEPEST))}"
        raise fail(f"{genre} has no level '{difficulty}'", hint=hint)
    if depth is not None and depth > DEEPEST:
        raise fail(f"--depth is from 1 to {DEEPEST}")
    least = depth_of(difficulty)
    if depth is not None and depth < least:
        raise fail(f"the level {difficulty} takes --depth {least} or more")
    return depth or least


def levels_advice(difficulty: str | None, counts: Mapping[str, int]) -> str | None:
    """Return which levels came in place of the wished one, if any did."""
    came = {name.removeprefix(LEVEL) for name in counts if name.startswith(LEVEL)}
    if difficulty in (None, ANY) or not came:
        return None
    return f"--difficulty {ANY} takes what comes: {', '.join(sorted(came))}"
