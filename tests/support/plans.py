"""Random plans, and what their answers have to be by brute force."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from random import Random

from fuzzing.check_puzzle import Board, segments
from fuzzing.trial import needs_of, random_encoding
from msgspec.structs import replace
from oracle.case import Case

from nlc.drivers.search import ANOTHER, FIRST, NEAR
from nlc.encode.spec import NONE, PREFERRED, STRICTEST, Encoding
from nlc.solving.answer import Answer
from nlc.solving.defaults import is_resumable
from nlc.solving.plan import Attempt, Budget, Plan
from nlc.solving.question import ALL, BACKBONE, COUNT, ONE, UNIQUE, Question
from support.puzzles import driver

QUESTIONS = {
    "one": ONE,
    "unique": UNIQUE,
    "all": ALL,
    "three": Question(3),
    "count": COUNT,
    "backbone": BACKBONE,
}

INSIDE = ("pysat:minisat22", "pysat:cadical195", "pysat:glucose42", "pysat:maplechrono")
OUTSIDE = ("minisat", "kissat", "cadical")

STRICTER = {"cover": "true", "touch": "false", "no2x2": "true"}
"""The values of options that add rules to Numberlink and Multilink."""

BESIDE = 0.1
"""How often an attempt runs beside another, which takes a process."""


def random_plan(
    random: Random,
    case: Case,
    solvers: Sequence[str] = (*INSIDE, *OUTSIDE),
    encodings: Sequence[str] = (),
) -> Plan:
    """Return a plan of up to five attempts that may leave a question open, and one that may not.

    Args:
        random: where all choices come from.
        case: the puzzle.
        solvers: names of drivers; those inside Python come up ten times as often as others.
        encodings: specs; any where it is empty.
    """
    weights = [10 if driver(name).capabilities.in_process else 1 for name in solvers]
    names = random.choices(solvers, weights, k=random.choice((1, 2, 3)))
    pairs = [(name, _encoding(random, case, name, encodings)) for name in names]
    attempts = [_attempt(random, case, *random.choice(pairs)) for _ in range(random.randrange(6))]
    beside = (random.choice((0.0, 0.01)) if random.random() < BESIDE else None for _ in attempts)
    attempts = [replace(each, beside=late) for each, late in zip(attempts, beside, strict=True)]
    first = [replace(each, beside=None) for each in attempts[:1]]
    return Plan((*first, *attempts[1:], Attempt(*random.choice(pairs))))


def _encoding(random: Random, case: Case, solver: str, encodings: Sequence[str]) -> Encoding:
    """Return a random encoding whose needs a solver has."""
    while True:
        spec = random.choice(encodings) if encodings else random_encoding(random, case.genre)
        needs = needs_of(spec)
        if not needs or (needs == ("in-process",) and driver(solver).capabilities.in_process):
            return Encoding.parse(spec)


def _attempt(random: Random, case: Case, name: str, encoding: Encoding) -> Attempt:
    """Return an attempt such as a solver can make."""
    again = is_resumable(driver(name))
    rules = encoding.numberlink == NONE
    readings = [NONE, STRICTEST, PREFERRED]
    if case.genre != "slitherlink":
        some = random.sample([*STRICTER], random.randint(1, 2))
        readings.append("+".join(f"{option}:{STRICTER[option]}" for option in some))
    goal = random.choice(("", "", FIRST, ANOTHER, *[NEAR] * again))
    short = rules and goal in (FIRST, ANOTHER) and random.random() < 0.3
    budgets = (None, Budget(1), Budget(1, "/cell"), Budget(0.5, "/cell2"))
    return Attempt(
        name,
        encoding,
        random.choice(readings) if again and rules else NONE,
        goal,
        "shortest" if short else "",
        random.choice(budgets) if again else None,
        random.choice((None, None, 1e-4, 0.01, 5.0)),
    )


def is_open(plan: Plan) -> bool:
    """Return whether each attempt may leave a question open."""
    return all(each != Attempt(each.solver, each.encoding) for each in plan.attempts)


def faults(answer: Answer, question: Question, expected: Set[Board]) -> Iterator[str]:
    """Yield what brute force contradicts of an answer.

    Args:
        answer: to a puzzle whose shown variable is true where something is drawn.
        question: that was asked.
        expected: all boards.
    """
    answered, count = question.is_answered(answer), answer.count or 0
    assert answer.plan is not None
    assert answer.program is not None
    if answer.reason != ("answered" if answered or not is_open(answer.plan) else "budget"):
        yield f"{answer.status}, {answer.reason}: {answer.message}"
    if answer.status == "UNKNOWN" and answered:
        yield "undecided, and answered"
    if answer.status == ("UNSATISFIABLE" if expected else "SATISFIABLE"):
        yield f"{answer.status} of {len(expected)} boards"
    boards = [segments(answer.program, board) for board in answer.solutions]
    if not set(boards) <= expected or len(set(boards)) < len(boards):
        yield f"{len(boards)} boards, {len(set(boards) - expected)} wrong"
    if question.most != 1:
        most = len(expected) if question.most is None else min(question.most, len(expected))
        counted = count == len(expected) if answer.complete else count <= most
        if not counted or (answered and count < most):
            yield f"a count of {answer.count} of {len(expected)} boards"
        kept = [number for number in (question.most, question.keep) if number is not None]
        if len(boards) != min([count, *kept]):
            yield f"{len(boards)} boards of {answer.count}"
    if question.backbone and answer.backbone is not None:
        facts = answer.backbone.to_json()
        told = {kind: frozenset(names) for kind, names in facts["variables"]["line"].items()}
        every, some = frozenset.intersection(*expected), frozenset.union(*expected)
        rest = frozenset().union(*told.values())
        known = {"true": every, "false": rest - some, "open": some - every, "unknown": frozenset()}
        if not answered:
            known = {"true": frozenset(), "false": frozenset(), "open": told["open"] & some - every}
            known["unknown"] = rest - known["open"]
        certain = len(known["true"]) + len(known["false"])
        numbers = facts["certain"], facts["of"], facts["complete"]
        if told != known or numbers != (certain, len(rest), answered):
            yield f"a backbone of {facts}"
