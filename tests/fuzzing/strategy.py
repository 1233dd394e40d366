"""Holds random plans on random boards against brute force."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from unittest.mock import patch

from msgspec.structs import replace
from oracle.case import Case
from support.plans import INSIDE, OUTSIDE, QUESTIONS, faults, random_plan

from fuzzing.boards import expected_boards
from fuzzing.cases import CaseKind, FuzzPlan, NumberedCase
from fuzzing.findings import Fault, Tally
from fuzzing.puzzles import parse_cases, random_puzzle
from fuzzing.shrink import smaller_puzzles
from fuzzing.trial import Choice, Trial, installed_solvers, needs_of, random_encoding
from nlc.encode.policy import is_exact
from nlc.encode.spec import Encoding
from nlc.errors import UserError
from nlc.solving.choice import choose_solvers
from nlc.solving.plan import Plan as SolvingPlan
from nlc.solving.question import PLAIN
from nlc.solving.solve import solve_one

OPTIONS = {
    "one": (),
    "unique": ("--unique",),
    "all": ("--all",),
    "three": ("--all", "3"),
    "count": ("--count",),
    "backbone": ("--backbone",),
}
"""Of `nlc run`, by the names of `QUESTIONS`."""

OPEN = 0.2
"""How often a plan may leave its question open."""

REACHES = 0.6, 1.2
"""Of neighbourhoods on boards as small as these."""


class Strategy(CaseKind[Case]):
    """Plans with random attempts."""

    name = "strategy"
    summary = "plans with random readings, goals, budgets, solvers and encodings"
    share = 0.1

    def make(self, plan: FuzzPlan, number: int, random: Random) -> NumberedCase:
        """Return a board with a question and a plan."""
        case, name = random_puzzle(random), random.choice([*QUESTIONS])
        return NumberedCase(
            number, self.name, case, (random_trial(random, case, name, plan.choice),)
        )

    def attempt(self, subject: Case, trial: Trial, tally: Tally) -> Iterator[Fault]:
        """Answer the question by the plan."""
        return judge_plan(subject, trial, tally)

    def smaller(self, subject: Case) -> Iterator[Case]:
        """Yield smaller boards; see the base class."""
        return smaller_puzzles(subject)

    def simpler(self, trial: Trial) -> Iterator[Trial]:
        """Yield plans without one of the attempts, or with one that has no encoding of its own."""
        attempts = SolvingPlan.parse(trial.words[-1]).attempts
        for k, each in enumerate(attempts):
            plain = replace(each, encoding=Encoding())
            for some in ((), (plain,)) if plain != each else ((),):
                kept = (*attempts[:k], *some, *attempts[k + 1 :])
                if kept:
                    plan = SolvingPlan((replace(kept[0], beside=None), *kept[1:]))
                    yield replace(trial, words=(*trial.words[:-1], str(plan)))


def random_trial(random: Random, case: Case, name: str, choice: Choice) -> Trial:
    """Return a question with a plan whose solvers and encodings are of a choice."""
    inside, outside = installed_solvers(choice.solvers or (*INSIDE, *OUTSIDE))
    plan = random_plan(random, case, (*inside, *outside), choice.encodings)
    if random.random() < OPEN and plan.attempts[1:]:
        plan = SolvingPlan(plan.attempts[:-1])
    return Trial("", "", words=("run", *OPTIONS[name], "--plan", str(plan)))


def judge_plan(case: Case, trial: Trial, tally: Tally) -> Iterator[Fault]:
    """Ask a question about a board by a plan."""
    name = next(name for name, words in OPTIONS.items() if words == trial.words[1:-2])
    question, plan = QUESTIONS[name], SolvingPlan.parse(trial.words[-1])
    (puzzle,) = parse_cases([case])
    if isinstance(puzzle, UserError):
        yield Fault("refused", puzzle.diagnostics[0].message)
        return
    expected = expected_boards(case, puzzle)
    if expected is None:
        tally.kinds["with too many solutions"] += 1
        return
    try:
        with patch("nlc.solving.formulas.REACHES", REACHES):
            answer = solve_one(puzzle, question, choose_solvers(plan=plan), PLAIN)
    except UserError as error:
        tally.refused[error.diagnostics[0].message.split(":")[0]] += 1
        return
    tally.total_runs += 1
    tally.ways[name] += 1
    tally.boards[f"{case.genre} {case.drawn.tiling}"] += 1
    tally.solvers.update(list(plan.solvers()))
    tally.runs.update(f"goal={each.goal}" for each in plan.attempts if each.goal)
    tally.runs.update(f"reading={each.reading}" for each in plan.attempts)
    for message in faults(answer, question, expected):
        yield Fault("strategy", f"{name}: {message}\n{plan}")


def exact_encoding(random: Random, choice: Choice) -> str:
    """Return a random exact encoding that needs no propagator; if there is none in the choice,
    another one."""
    specs = [spec for spec in choice.encodings if is_exact(Encoding.parse(spec))]
    if choice.encodings:
        return random.choice(specs or choice.encodings)
    while True:
        spec = random_encoding(random, "multilink")
        if is_exact(Encoding.parse(spec)) and "propagator" not in needs_of(spec):
            return spec
