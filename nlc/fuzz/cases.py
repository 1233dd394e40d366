"""The numbered cases of a run: the same seed and number always make the same case."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from nlc.fuzz.fault import Subject
from nlc.fuzz.puzzles import random_puzzle
from nlc.fuzz.trial import Choice, Trial, extras
from nlc.oracle.formulas import random_formula

KINDS = ("puzzles", "strategy", "cnf")

SHARES = {"cnf": 0.1, "strategy": 0.1}
"""How many cases are of each kind, where all are asked for; the others are puzzles."""

STRATEGIC = ("numberlink", "multilink")
"""The genres that name stricter readings."""

EVALUATOR_SHARE = 0.1
"""On how many boards the evaluator is held against brute force without any encoding."""

TRIALS = (*[1] * 18, 2, 4)
"""The number of trials of a subject is one of these."""


@dataclass(frozen=True)
class Plan:
    """What the cases of a run are made from.

    Attributes:
        seed: with the number of a case, what makes it.
        kinds: of `KINDS`.
        choice: of encodings and solvers.
    """

    seed: int = 0
    kinds: tuple[str, ...] = KINDS
    choice: Choice = field(default_factory=Choice)


@dataclass(frozen=True)
class Numbered:
    """A case.

    Attributes:
        number: from 0.
        subject: a puzzle or a formula.
        trials: what to try on it.
        evaluate: whether to hold the evaluator against brute force.
    """

    number: int
    subject: Subject
    trials: tuple[Trial, ...]
    evaluate: bool


def make(plan: Plan, number: int) -> Numbered:
    """Return a case of a run."""
    random = Random(f"{plan.seed} {number}")
    kind = _kind(plan, random.random())
    count = random.choice(TRIALS)
    if kind == "cnf":
        formula = random_formula(random)
        trials = (Trial("", plan.choice.solver(random), extras(random)) for _ in range(count))
        return Numbered(number, formula, tuple(trials), False)
    if kind == "strategy":
        puzzle = random_puzzle(random, STRATEGIC)
        return Numbered(number, puzzle, (plan.choice.strategic(random),), False)
    puzzle = random_puzzle(random)
    trials = (plan.choice.trial(random, puzzle.genre) for _ in range(count))
    return Numbered(number, puzzle, tuple(trials), random.random() < EVALUATOR_SHARE)


def _kind(plan: Plan, place: float) -> str:
    """Return the kind at a random place between 0 and 1; the first, where it is not wanted."""
    for kind, share in SHARES.items():
        if place < share:
            return kind if kind in plan.kinds else plan.kinds[0]
        place -= share
    return "puzzles" if "puzzles" in plan.kinds else plan.kinds[0]
