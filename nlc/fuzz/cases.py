"""The numbered cases of a run: the same seed and number always make the same case."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random

from msgspec import Struct, field

from nlc.engines import registry as engines
from nlc.fuzz import generated, judge_engine, judge_run, malformed
from nlc.fuzz.fault import Subject
from nlc.fuzz.puzzles import random_puzzle
from nlc.fuzz.trial import Choice, Trial, extras
from nlc.oracle.case import GENRES, TILINGS, Case
from nlc.oracle.formulas import random_formula
from nlc.oracle.larger_boards import larger_case
from nlc.oracle.small_boards import small_cases

STRATEGIC = ("numberlink", "multilink")
"""The genres that name stricter readings."""

EVALUATOR_SHARE = 0.1
"""On how many boards the evaluator is held against brute force without any encoding."""

TRIALS = (*[1] * 18, 2, 4)
"""The number of trials of a subject is one of these."""

BOARDS = 40
"""So many boards go to one process of an engine."""


class Plan(Struct, frozen=True):
    """What the cases of a run are made from.

    Attributes:
        seed: with the number of a case, what makes it.
        kinds: of `KINDS`.
        choice: of encodings and solvers.
        exhaustive: boards are all small ones, one after the other, and not random.
        command: runs a command of nlc; only malformed files need it.
    """

    seed: int = 0
    kinds: tuple[str, ...] = ("puzzles", "strategy", "cnf")
    choice: Choice = field(default_factory=Choice)
    exhaustive: bool = False
    command: malformed.Command | None = None


class NumberedCase(Struct, frozen=True):
    """A case.

    Attributes:
        number: from 0.
        subject: what is tried.
        trials: what to try on it.
        evaluate: whether to hold the evaluator against brute force.
    """

    number: int
    subject: Subject
    trials: tuple[Trial, ...]
    evaluate: bool = False


class Kind(Struct, frozen=True):
    """A kind of cases.

    Attributes:
        make: makes a case; None where there are no more.
        share: how many of the cases are of this kind where none is asked for.
    """

    make: Callable[[Plan, int, Random], NumberedCase | None]
    share: float = 0.0


def _puzzles(plan: Plan, number: int, random: Random) -> NumberedCase:
    count = random.choice(TRIALS)
    puzzle = random_puzzle(random)
    trials = tuple(plan.choice.trial(random, puzzle.genre) for _ in range(count))
    return NumberedCase(number, puzzle, trials, random.random() < EVALUATOR_SHARE)


def _strategy(plan: Plan, number: int, random: Random) -> NumberedCase:
    return NumberedCase(number, random_puzzle(random, STRATEGIC), (plan.choice.strategic(random),))


def _cnf(plan: Plan, number: int, random: Random) -> NumberedCase:
    count = random.choice(TRIALS)
    formula = random_formula(random)
    trials = (Trial("", plan.choice.solver(random), extras(random)) for _ in range(count))
    return NumberedCase(number, formula, tuple(trials))


def _encodings(plan: Plan, number: int, random: Random) -> NumberedCase | None:
    puzzle: Case | None
    if plan.exhaustive:
        puzzle = _SMALL.at(number)
    else:
        puzzle = larger_case(random, random.choice([*GENRES]), random.choice(TILINGS))
    if puzzle is None:
        return None
    return NumberedCase(number, puzzle, plan.choice.every(random, puzzle.genre), evaluate=True)


def _engines(plan: Plan, number: int, random: Random) -> NumberedCase:
    names = [each.name for each in engines.available() if each.missing() is None]
    wanted = [name for name in plan.choice.solvers if name in names] or names
    trials = (Trial("", name, words=("run", "--all", "--solver", name)) for name in wanted)
    return NumberedCase(number, judge_engine.random_boards(random, BOARDS), tuple(trials))


def _run(plan: Plan, number: int, random: Random) -> NumberedCase:
    return NumberedCase(
        number, judge_run.random_file(random), (judge_run.random_words(random, plan.choice),)
    )


def _generators(plan: Plan, number: int, random: Random) -> NumberedCase:
    subject, trial = generated.random_batch(random, number)
    return NumberedCase(number, subject, (trial,))


def _malformed(plan: Plan, number: int, random: Random) -> NumberedCase:
    assert plan.command is not None
    subject, trial = malformed.random_document(random, plan.command)
    return NumberedCase(number, subject, (trial,))


KINDS = {
    "puzzles": Kind(_puzzles, 0.8),
    "strategy": Kind(_strategy, 0.1),
    "cnf": Kind(_cnf, 0.1),
    "encodings": Kind(_encodings),
    "engines": Kind(_engines),
    "run": Kind(_run),
    "generators": Kind(_generators),
    "malformed": Kind(_malformed),
}
"""The kinds by name; those without a share are made where they are asked for."""


class _Small:
    """All small boards by number, made one after the other."""

    def __init__(self) -> None:
        self._next = 0
        self._cases: Iterator[Case] = iter(())

    def at(self, number: int) -> Case | None:
        """Return a board, or None if there are fewer; numbers ascend as a rule."""
        if number < self._next or not self._next:
            self._next, self._cases = 0, small_cases()
        skipped, self._next = number - self._next, number + 1
        return next(islice(self._cases, skipped, None), None)


_SMALL = _Small()


def make(plan: Plan, number: int) -> NumberedCase | None:
    """Return a case of a run, or None if it has no more."""
    random = Random(f"{plan.seed} {number}")
    return KINDS[_kind(plan, random.random())].make(plan, number, random)


def _kind(plan: Plan, place: float) -> str:
    """Return the kind at a random place between 0 and 1, by the shares of those wanted."""
    shares = [KINDS[kind].share for kind in plan.kinds]
    if not all(shares):
        shares = [1.0] * len(shares)
    place *= sum(shares)
    for kind, share in zip(plan.kinds, shares, strict=True):
        if place < share:
            return kind
        place -= share
    return plan.kinds[-1]
