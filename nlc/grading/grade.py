"""How hard a puzzle is: what its steps take, on one scale for all genres."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

Level = Literal["easy", "medium", "hard", "expert"]

LEVELS: tuple[Level, ...] = ("easy", "medium", "hard", "expert")

AVERAGES = 1.05, 1.3, 1.75
"""Rules that a step takes on average, from which the next level begins."""

HARDEST = 1, 2, 5
"""Rules of the hardest step, up to which a level goes whatever the average is."""

MOST = 20
"""What a step counts for at most: nobody can tell 20 rules at once from all of them."""

Kind = Literal["single", "several", "ring", "nested", "search"]

KINDS: Mapping[Kind, str] = {
    "single": "by one rule",
    "several": "by several rules",
    "ring": "by rings or parts",
    "nested": "by nested assumptions",
    "search": "by search",
}
"""What a step takes, the easiest first."""

Status = Literal["graded", "several solutions", "no solution", "undecided"]


class Grade(Struct, frozen=True):
    """What it takes to solve a puzzle; ``str`` is one line.

    >>> import nlc
    >>> print(nlc.grade(nlc.load("fixtures/first.nl")[0]))
    expert: 24 steps by one rule, 6 by several rules; hardest 8, score 35.4

    Attributes:
        status: ``graded``, or why there is no level.
        steps: how many there are of each kind of `KINDS`; what follows at once is one step.
        hardest: how many rules the hardest step takes, 2 or more where something is assumed; rings
            count 2, rules about the whole board 10.
        effort: how many rules the steps take that are not by one rule, each up to `MOST`.
        complete: whether the steps were followed to the end; if not, the level is ``expert``.
        stopped: the limit that was reached if it is undecided.
    """

    status: Status = "graded"
    steps: Mapping[Kind, int] = {}
    hardest: int = 0
    effort: int = 0
    complete: bool = True
    stopped: str = ""

    @property
    def average(self) -> float:
        """How many rules a step takes on average."""
        count = sum(self.steps.values())
        return (self.steps.get("single", 0) + self.effort) / count if count else 1.0

    @property
    def level(self) -> Level | None:
        """One of `LEVELS`, if it is graded."""
        if self.status != "graded":
            return None
        if not self.complete:
            return "expert"
        return LEVELS[min(bisect_right(AVERAGES, self.average), bisect_left(HARDEST, self.hardest))]

    @property
    def score(self) -> float:
        """Orders puzzles of a level: the effort, and 0.1 for each step by one rule."""
        return round(self.effort + self.steps.get("single", 0) / 10, 1)

    @property
    def figures(self) -> dict[str, float]:
        """The number of the level, from 1, the score and the hardest step, by name."""
        level = 0 if self.level is None else LEVELS.index(self.level) + 1
        return {"level": level, "score": self.score, "hardest": self.hardest}

    def __str__(self) -> str:
        if self.level is None:
            return self.status
        told = [f"{count} {KINDS[kind]}" for kind, count in self.steps.items() if count]
        if told:
            noun = "step" if told[0].startswith("1 ") else "steps"
            told[0] = told[0].replace(" ", f" {noun} ", 1)
        told += [] if self.complete else ["given up"]
        steps = ", ".join(told) or "no steps"
        return f"{self.level}: {steps}; hardest {self.hardest}, score {self.score:g}"

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object."""
        graded = self.level is not None
        return {
            "status": self.status,
            "level": self.level,
            "score": self.score if graded else None,
            "hardest": self.hardest if graded else None,
            "average": round(self.average, 3) if graded else None,
            "steps": dict(self.steps),
            "complete": self.complete,
            "stopped": self.stopped or None,
        }
