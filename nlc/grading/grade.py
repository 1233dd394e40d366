"""How hard a puzzle is: by its steps, on one scale for all genres."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from nlc.reasons.steps.candidates import SINGLES

Level = Literal["easy", "medium", "hard", "expert"]

LEVELS: tuple[Level, ...] = ("easy", "medium", "hard", "expert")

EFFORTS, FEW = (1.0, 7.0, 16.0), 50
"""Effort for each hundred values, from which the next level begins; fewer values count as 50."""

HARDEST = 1.25, 2.0, 3.6
"""Weight of the hardest step up to which a level goes, whatever the effort is."""

Kind = Literal["single", "technique", "several", "ring", "search"]

KINDS: Mapping[Kind, str] = {
    "single": "by one rule",
    "technique": "by a technique",
    "several": "by several rules",
    "ring": "by rings or parts",
    "search": "by search",
}
"""Kinds of steps in words, the easiest first, for steps without a name of their own."""

Status = Literal["graded", "several solutions", "no solution", "undecided"]


class Grade(Struct, frozen=True):
    """How hard it is to solve a puzzle; ``str`` is one line.

    >>> import nlc
    >>> print(nlc.grade(nlc.load("fixtures/first.nl")[0]))
    medium: 32 steps by one rule, 2 by several rules; hardest by several rules (3), score 3.9

    Attributes:
        status: ``graded``, or why there is no level.
        steps: how many there are of each kind of `KINDS`; conclusions at once are one step.
        techniques: how many steps there are by each technique that has a name, the easiest first;
            for singles how many values they give.
        hardest: the weight of the hardest step: 1 for one rule, and 1 more each time that the
            number of rules doubles, half of that for a technique with a name.
        hardest_step: the name of the technique of that step, or of its kind.
        effort: the weights of all steps together, less 1 each.
        values: how many values are to be found.
        complete: whether the steps were followed to the end; if not, it is at least as hard.
        guessed: whether the last step that takes more than one rule is a guess.
        stopped: the limit that was reached if it is undecided.
    """

    status: Status = "graded"
    steps: Mapping[Kind, int] = {}
    techniques: Mapping[str, int] = {}
    hardest: float = 0
    hardest_step: str = ""
    effort: float = 0
    values: int = 0
    complete: bool = True
    guessed: bool = False
    stopped: str = ""

    @property
    def level(self) -> Level | None:
        """One of `LEVELS`, if it is graded."""
        if self.status != "graded":
            return None
        share = 100 * self.effort / max(FEW, self.values)
        return LEVELS[min(bisect_right(EFFORTS, share), bisect_left(HARDEST, self.hardest))]

    @property
    def score(self) -> float:
        """Orders puzzles: the effort, and 0.01 for each step by one rule."""
        return round(self.effort + self.steps.get("single", 0) / 100, 2)

    @property
    def figures(self) -> dict[str, float]:
        """The number of the level, from 1, the score and the hardest step, by name."""
        level = 0 if self.level is None else LEVELS.index(self.level) + 1
        return {"level": level, "score": self.score, "hardest": self.hardest}

    def __str__(self) -> str:
        if self.level is None:
            return self.status
        given_up = "" if self.complete else ", given up"
        return (
            f"{self.level}: {self.summary or 'no steps'}{given_up}; "
            f"hardest {self.hardest_step} ({self.hardest:g}), score {self.score:g}"
        )

    @property
    def summary(self) -> str:
        """The techniques with their numbers, then the steps that have no name, in words."""
        named = [f"{count}× {name}" for name, count in self.techniques.items()]
        skip = {"technique"} | ({"single"} if SINGLES[0] in self.techniques else set())
        steps = [f"{n} {KINDS[kind]}" for kind, n in self.steps.items() if n and kind not in skip]
        if steps:
            noun = "step" if steps[0].startswith("1 ") else "steps"
            steps[0] = steps[0].replace(" ", f" {noun} ", 1)
        return ", ".join([*named, *steps])

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object."""
        names = "status level score hardest hardest_step effort values"
        names += " steps techniques complete stopped"
        out: dict[str, Any] = {name: getattr(self, name) for name in names.split()}
        unknown = ["score", "hardest", "effort", "values"] if self.level is None else []
        empty = [name for name in ("hardest_step", "stopped") if not out[name]]
        return out | {"effort": round(self.effort, 3)} | dict.fromkeys([*unknown, *empty])
