"""A solver of PySAT that is asked for a model, and then for another one.

Where a puzzle has several solutions, two of them often differ in one corner of the board only, and
a search over all of it is long in finding that. So the second model is looked for near the first:
most of what is shown keeps its value, and one small part after the other is free (large
neighbourhood search: P. Shaw, Using Constraint Programming and Local Search Methods to Solve
Vehicle Routing Problems, CP 1998). Only where nothing is found so is the whole formula searched,
so that UNSATISFIABLE is never claimed of a part.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from nlc.arrays import Bools
from nlc.cnf.formula import Clauses, Cnf, Model
from nlc.dataclasses import dataclass, replace
from nlc.drivers.base import Outcome, summed
from nlc.drivers.blocking import blocking_clause, projected
from nlc.drivers.pysat.assumption_schedule import Questions, attempts, next_number
from nlc.drivers.pysat.incremental import Alternatives
from nlc.process.stopwatch import Stopwatch


@dataclass(frozen=True, eq=False)
class Neighbourhoods:
    """Parts of what is shown, one of which may change while the rest stays as it is.

    Attributes:
        literals: shape (n,), of the CNF: what is shown.
        free: shape (parts, n), what may change.
        conflicts: for each part.
    """

    literals: Clauses
    free: Bools
    conflicts: int = 2000

    def assumptions(self, model: Model) -> Iterator[list[int]]:
        """Yield, for each part, the literals that keep the rest as it is in a model."""
        lits = self.literals
        kept = np.where(model[np.abs(lits)] == (lits > 0), lits, -lits)
        for free in self.free:
            yield kept[~free].tolist()


@dataclass(frozen=True, eq=False)
class Asked:
    """A question that was asked, and what came of it.

    Attributes:
        number: of the question.
        outcome: the answer. UNSATISFIABLE speaks of the question's assumptions; of neighbourhoods,
            only of these.
        another: whether it was for a second model.
        near: in how many neighbourhoods it was looked for; None where it was everywhere.
    """

    number: int
    outcome: Outcome
    another: bool = False
    near: int | None = None


def ask_twice(
    session: Alternatives,
    cnf: Cnf,
    questions: Sequence[Sequence[int]],
    conflicts: int,
    places: Neighbourhoods,
) -> Iterator[Asked]:
    """Look for a model, and then for one that differs from it on what is projected.

    Args:
        session: the formula.
        cnf: the same.
        questions: the assumptions of each, the stricter ones first; see `attempts`.
        conflicts: for each question in the first round, at least 1.
        places: where to look for the second model first; there may be none.

    Yields:
        The questions in their order. The last has a second model, or says that there is none or no
        first one, or that the solver failed.
    """
    last = len(questions) - 1
    left = list(range(len(questions)))
    outcome = Outcome("UNKNOWN", "no-answer")
    for number, outcome in attempts(session, questions, conflicts):
        yield Asked(number, outcome)
        if outcome.status == "UNSATISFIABLE":
            left.remove(number)
    if outcome.model is None:
        return
    session.state(blocking_clause(projected(cnf), outcome.model).tolist())
    if len(places.free):
        near = _near(session, questions[-1], places, outcome.model)
        yield replace(near, number=last)
        if near.outcome.model is not None or near.outcome.reason not in ("answered", "no-answer"):
            return
    for number, outcome in attempts(session, [questions[i] for i in left], conflicts):
        yield Asked(left[number], outcome, another=True)


def next_asked(count: int, places: Neighbourhoods, tried: Sequence[Asked]) -> Asked:
    """Return the question that `ask_twice` asks after some: the one that is stopped.

    Args:
        count: of the questions.
        places: where it looks for the second model first.
        tried: what was answered, and did not end it.
    """
    nothing = Outcome("UNKNOWN", "no-answer")
    first = [(each.number, each.outcome) for each in tried if not each.another]
    if not first or first[-1][1].model is None:
        return Asked(next_number(count, first), nothing)
    more = [each for each in tried if each.another]
    if len(places.free) and not more:
        return Asked(count - 1, nothing, another=True, near=len(places.free))
    refuted = {number for number, outcome in first if outcome.status == "UNSATISFIABLE"}
    left = [number for number in range(count) if number not in refuted]
    again = [(left.index(each.number), each.outcome) for each in more if each.near is None]
    return Asked(left[next_number(len(left), again)], nothing, another=True)


def _near(
    session: Alternatives, question: Sequence[int], places: Neighbourhoods, model: Model
) -> Asked:
    """Look for another model in one neighbourhood of a model after the other."""
    watch = Stopwatch()
    statistics: list[Mapping[str, int]] = []
    refuted = True
    outcome = Outcome("UNSATISFIABLE")
    for kept in places.assumptions(model):
        outcome = session.ask([*question, *kept], places.conflicts)
        statistics.append(outcome.statistics)
        if outcome.model is not None or outcome.reason not in ("answered", "no-answer"):
            break
        refuted &= outcome.status == "UNSATISFIABLE"
    else:
        outcome = Outcome("UNSATISFIABLE") if refuted else Outcome("UNKNOWN", "no-answer")
    spent = replace(
        outcome,
        seconds=watch.seconds,
        cpu_seconds=watch.cpu_seconds,
        statistics=summed(statistics),
    )
    return Asked(0, spent, another=True, near=len(statistics))


@dataclass(frozen=True, eq=False)
class Another(Questions):
    """`ask_twice` on a formula of its own; calling it yields what was asked. It is for a worker.

    Attributes:
        places: where to look for the second model first.
    """

    places: Neighbourhoods

    def __call__(self) -> Iterator[Asked]:
        """Yield what comes of each question that is asked.

        Raises:
            RuntimeError: a separator gave no clause that the model breaks.
        """

        def ask(session: Alternatives) -> Iterator[Asked]:
            return ask_twice(session, self.cnf, self.questions, self.conflicts, self.places)

        return self.put(ask, lambda outcome: Asked(0, outcome))
