"""A solver of PySAT that is asked a formula under several assumptions in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from nlc.cnf.formula import Cnf, Separator
from nlc.dataclasses import dataclass
from nlc.drivers.base import Outcome
from nlc.drivers.pysat.incremental import NEVER, Alternatives, Deadline
from nlc.drivers.pysat.session import SolverError
from nlc.drivers.verdict import failed

GROWTH = 4
"""In each round a question may take so many times the conflicts of the round before."""

T = TypeVar("T")

Attempt = tuple[int, Outcome]
"""The number of a question, and what came of it."""


def attempts(
    session: Alternatives,
    questions: Sequence[Sequence[int]],
    conflicts: int,
    deadline: Deadline = NEVER,
) -> Iterator[Attempt]:
    """Ask one question after the other until one has a model or the last has none.

    A model of any question will do. While several are open, each has a bounded number of
    conflicts, which grows from round to round, so that none of them can keep the others from being
    asked: the conflicts are at most a constant times those that the easiest question takes.

    Args:
        session: the formula; what it learns of one question it keeps for the others.
        questions: the assumptions of each. If the last has no model, no other has one.
        conflicts: for each question in the first round, at least 1.
        deadline: of all questions together; where it is reached, the last attempt says so.
    """
    left = dict(enumerate(questions))
    while True:
        for number, assumptions in list(left.items()):
            outcome = session.ask(assumptions, conflicts if len(left) > 1 else None, deadline)
            yield number, outcome
            if outcome.reason not in ("answered", "no-answer") or outcome.model is not None:
                return
            if outcome.status == "UNSATISFIABLE":
                del left[number]
                if number == len(questions) - 1:
                    return
        conflicts *= GROWTH


def next_number(count: int, tried: Sequence[Attempt]) -> int:
    """Return the number of the question that `attempts` asks after some: the one that is stopped.

    Args:
        count: of the questions.
        tried: what was answered, and did not end it.
    """
    left, asked = list(range(count)), 0
    turn = list(left)
    for number, outcome in tried:
        asked += 1
        if outcome.status == "UNSATISFIABLE":
            left.remove(number)
        if asked == len(turn):
            turn, asked = list(left), 0
    return turn[asked]


@dataclass(frozen=True, eq=False)
class Questions:
    """Questions to a formula of their own, for a worker.

    Attributes:
        solver: PySAT's name of one that is incremental.
        cnf: without names and comments, which may not be picklable.
        separators: their clauses hold whatever is assumed.
        questions: the assumptions of each question.
        conflicts: for each question in the first round.
    """

    solver: str
    cnf: Cnf
    separators: Sequence[Separator]
    questions: Sequence[Sequence[int]]
    conflicts: int

    def put(
        self, ask: Callable[[Alternatives], Iterator[T]], lost: Callable[[Outcome], T]
    ) -> Iterator[T]:
        """Yield what comes of asking a solver; where the solver fails, what `lost` makes of that.

        Raises:
            RuntimeError: a separator gave no clause that the model breaks.
        """
        try:
            with Alternatives(self.solver, self.cnf, self.separators) as session:
                yield from ask(session)
        except SolverError as error:
            yield lost(failed("crashed", f"pysat:{self.solver} failed: {error}"))


@dataclass(frozen=True, eq=False)
class Attempts(Questions):
    """`attempts` on a formula of its own; calling it yields them. It is for a worker."""

    def __call__(self) -> Iterator[Attempt]:
        """Yield what comes of each question that is asked.

        Raises:
            RuntimeError: a separator gave no clause that the model breaks.
        """

        def ask(session: Alternatives) -> Iterator[Attempt]:
            return attempts(session, self.questions, self.conflicts)

        return self.put(ask, lambda outcome: (0, outcome))
