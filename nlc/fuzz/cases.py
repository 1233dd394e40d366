"""The numbered cases of a run: the same seed and number always make the same case."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from nlc.fuzz.fault import Subject
from nlc.fuzz.puzzles import random_puzzle
from nlc.fuzz.trial import Choice, Trial, extras
from nlc.oracle.formulas import random_formula

KINDS = ("puzzles", "cnf")

FORMULA_SHARE = 0.1
"""How many cases are formulas where both kinds are asked for."""

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
    kind = "cnf" if random.random() < FORMULA_SHARE else "puzzles"
    if kind not in plan.kinds:
        kind = plan.kinds[0]
    count = random.choice(TRIALS)
    if kind == "cnf":
        formula = random_formula(random)
        trials = (Trial("", plan.choice.solver(random), extras(random)) for _ in range(count))
        return Numbered(number, formula, tuple(trials), False)
    puzzle = random_puzzle(random)
    trials = (plan.choice.trial(random, puzzle.genre) for _ in range(count))
    return Numbered(number, puzzle, tuple(trials), random.random() < EVALUATOR_SHARE)
