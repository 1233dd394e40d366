"""Search strategies: generator functions over an `IncrementalSolver`.

Where a puzzle has several solutions, two of them often differ in one corner of the board only, and
a search over all of it is long in finding that. So `ask_twice` looks for the second model near the
first: most of what is shown keeps its value, and one small part after the other is free (large
neighbourhood search: P. Shaw, Using Constraint Programming and Local Search Methods to Solve
Vehicle Routing Problems, CP 1998). Only where nothing is found so is the whole formula searched, so
that UNSATISFIABLE is never claimed of a part.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from nlc.arrays import Bools
from nlc.cnf import Agreement, Clauses, Model, blocking_clause, projected
from nlc.drivers.base import Outcome, summed
from nlc.drivers.pysat.incremental import NEVER, Deadline, IncrementalSolver, SolverError
from nlc.drivers.verdict import certified, failed

GROWTH = 4
"""Factor by which the conflicts that a question may take grow from round to round."""


class Question(Struct, frozen=True):
    """A question to a solver; strategies yield it before they ask it.

    Attributes:
        number: of the assumptions.
        another: whether it is for a second model.
        near: in how many neighbourhoods of the first that is looked for; None for everywhere.
    """

    number: int
    another: bool = False
    near: int | None = None


class Attempt(Struct, frozen=True, eq=False):
    """What came of a question.

    Attributes:
        question: what was asked.
        outcome: the answer. UNSATISFIABLE speaks of the question's assumptions; of neighbourhoods,
            only of these.
    """

    question: Question
    outcome: Outcome


class Neighbourhoods(Struct, frozen=True, eq=False):
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


def models(
    solver: IncrementalSolver,
    *,
    most: int | None = None,
    narrow: bool = False,
    proof: Path | None = None,
    conflicts: int | None = None,
) -> Iterator[Outcome]:
    """Yield the models that differ on what is projected, and last that there are no more.

    The times are those since the model before, the statistics those of all models so far where the
    solver is incremental.

    Args:
        solver: the formula.
        most: stop after so many models; None for all of them.
        narrow: each model differs from what all before it agree on, not just from each of them.
        proof: a file to be written where the first outcome is UNSATISFIABLE.
        conflicts: that each model may take.
    """
    variables = projected(solver.cnf)
    agreement = Agreement(variables)
    seen: set[bytes] = set()
    lazy_clauses = 0
    while True:
        outcome = solver.ask(conflicts=conflicts)
        statistics, model = solver.statistics(), outcome.model
        if solver.separators:
            lazy_clauses += outcome.statistics["lazy_clauses"]
            statistics["lazy_clauses"] = lazy_clauses
        if model is None:
            if proof is not None:
                try:
                    solver.write_proof(proof)
                except OSError as error:
                    message = f"the proof of {solver.name} cannot be written: {error}"
                    outcome = failed("no-answer", message)
        elif (solution := np.packbits(model[variables]).tobytes()) in seen:
            message = f"{solver.name} repeated a model that was excluded"
            outcome = failed("contradictory", message)
        else:
            seen.add(solution)
            outcome = certified(solver.name, solver.cnf, model)
        watch = solver.watch
        yield replace(
            outcome,
            seconds=watch.seconds,
            cpu_seconds=watch.cpu_seconds,
            megabytes=watch.megabytes,
            statistics=statistics,
        )
        if outcome.model is None or len(seen) == most:
            return
        watch.lap()
        if narrow:
            agreement.narrow(outcome.model)
            if not len(agreement.variables):
                yield Outcome("UNSATISFIABLE", statistics=statistics)
                return
        solver.add([blocking_clause(agreement.variables, outcome.model).tolist()])


def attempts(
    solver: IncrementalSolver,
    questions: Sequence[Sequence[int]],
    conflicts: int,
    deadline: Deadline = NEVER,
    rounds: int | None = None,
    last: int | None = None,
) -> Iterator[Question | Attempt]:
    """Ask one question after the other until one has a model or the last has none.

    A model of any question will do. While several are open, each has a bounded number of
    conflicts, which grows from round to round, so that none of them can keep the others from being
    asked: the conflicts are at most a constant times those that the easiest question takes.

    Args:
        solver: the formula; what it learns of one question it keeps for the others.
        questions: the assumptions of each. If the last has no model, no other has one.
        conflicts: for each question in the first round, at least 1.
        deadline: of all questions together; where it is reached, the last attempt says so.
        rounds: after so many nothing more is asked; None to go on until there is an answer.
        last: conflicts for the last question in the first round; None for as many as the others.
    """
    left = dict(enumerate(questions))
    for done in count(1):
        for number, assumptions in list(left.items()):
            yield Question(number)
            solver.watch.lap()
            most = None
            if len(left) > 1 or rounds is not None:
                short = done == 1 and number == len(questions) - 1 and last is not None
                most = last if short else conflicts
            try:
                outcome = solver.ask(assumptions, most, deadline)
            except SolverError as error:
                outcome = failed("crashed", str(error))
            yield Attempt(Question(number), outcome)
            if outcome.reason not in ("answered", "no-answer") or outcome.model is not None:
                return
            if outcome.status == "UNSATISFIABLE":
                del left[number]
                if number == len(questions) - 1:
                    return
        if done == rounds:
            return
        conflicts *= GROWTH


def ask_twice(
    solver: IncrementalSolver,
    questions: Sequence[Sequence[int]],
    conflicts: int,
    places: Neighbourhoods,
    rounds: int | None = None,
    more: int | None = None,
    last: int | None = None,
    brief: int | None = None,
) -> Iterator[Question | Attempt]:
    """Look for a model, and then for one that differs from it on what is projected.

    Args:
        solver: the formula.
        questions: the assumptions of each, the stricter ones first; see `attempts`.
        conflicts: for each question in the first round, at least 1.
        places: where to look for the second model first; there may be none.
        rounds: after so many nothing more is asked where there is no first model by then; None to
            go on.
        more: of conflicts for each question for the second model everywhere, after which nothing
            more is asked; None to go on.
        last: conflicts for the last question for a first model, as in `attempts`.
        brief: where the first model is not of the last question, and there are places, the second
            is looked for in these alone, for so many conflicts in all; None for all of them.

    Yields:
        The questions in their order. The last has a second model, or says that there is none or no
        first one, or that the solver failed, or that the rounds were over.
    """
    left = list(range(len(questions)))
    outcome, number = Outcome("UNKNOWN", "no-answer"), 0
    for each in attempts(solver, questions, conflicts, rounds=rounds, last=last):
        yield each
        if isinstance(each, Attempt):
            outcome, number = each.outcome, each.question.number
            if outcome.status == "UNSATISFIABLE":
                left.remove(number)
    if outcome.model is None:
        return
    solver.add([blocking_clause(projected(solver.cnf), outcome.model).tolist()])
    if len(places.free):
        yield Question(len(questions) - 1, another=True, near=len(places.free))
        most = brief if number < len(questions) - 1 else None
        beside = near(solver, questions, places, outcome.model, most)
        yield beside
        failed = beside.outcome.reason not in ("answered", "no-answer")
        if most is not None or failed or beside.outcome.model is not None:
            return
    rounds = None if more is None else 1
    for each in attempts(solver, [questions[i] for i in left], more or conflicts, rounds=rounds):
        if isinstance(each, Question):
            question = Question(left[each.number], another=True)
            yield question
        else:
            yield Attempt(question, each.outcome)


def near(
    solver: IncrementalSolver,
    questions: Sequence[Sequence[int]],
    places: Neighbourhoods,
    model: Model,
    most: int | None = None,
) -> Attempt:
    """Look for another model in one neighbourhood of a model after the other.

    Args:
        solver: the formula, and that the model is not wanted.
        questions: the last holds in all of them.
        places: the neighbourhoods.
        model: what they are of.
        most: conflicts in all, at least 1; None for no such bound.
    """
    solver.watch.lap()
    statistics: list[Mapping[str, int]] = []
    refuted, left = True, most
    outcome = Outcome("UNSATISFIABLE")
    for kept in places.assumptions(model):
        if left is not None and left <= 0:
            refuted = False
            break
        conflicts = places.conflicts if left is None else min(left, places.conflicts)
        outcome = solver.ask([*questions[-1], *kept], conflicts)
        statistics.append(outcome.statistics)
        if outcome.model is not None:
            break
        refuted &= outcome.status == "UNSATISFIABLE"
        if left is not None:
            left -= outcome.statistics.get("conflicts", 0)
    if outcome.model is None and not refuted:
        outcome = replace(outcome, status="UNKNOWN", reason="no-answer", message=None)
    total = replace(outcome, statistics=summed(statistics))
    return Attempt(Question(len(questions) - 1, another=True, near=len(statistics)), total)
