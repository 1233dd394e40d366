"""All models of a formula with several readings, in one incremental solver."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nlc.cnf import Agreement, Model, blocking_clause, projected
from nlc.drivers.base import Outcome
from nlc.drivers.pysat.incremental import IncrementalSolver
from nlc.drivers.pysat.strategies import Attempt, Neighbourhoods, Question, attempts, near


def several(
    solver: IncrementalSolver,
    questions: Sequence[Sequence[int]],
    conflicts: int,
    places: Neighbourhoods,
    narrow: bool = False,
) -> Iterator[Question | Attempt]:
    """Ask for one model after the other that differ on what is projected.

    Args:
        solver: the formula.
        questions: the assumptions of each, the stricter ones first; see `attempts`.
        conflicts: for each question in the first round, at least 1.
        places: where to look for another model near the one before first; there may be none.
        narrow: each model differs from what all before it agree on, not just from each of them.

    Yields:
        The questions in their order. The last says that there are no more, or that the solver
        failed.
    """
    variables = projected(solver.cnf)
    agreement = Agreement(variables)
    left = list(range(len(questions)))
    model: Model | None = None
    while True:
        found: Model | None = None
        if model is not None and len(places.free):
            yield Question(len(questions) - 1, another=True, near=len(places.free))
            attempt = near(solver, questions, places, model)
            yield attempt
            found = attempt.outcome.model
        if found is None:
            refuted = set[int]()
            for each in attempts(solver, [questions[i] for i in left], conflicts):
                asked = each if isinstance(each, Question) else each.question
                question = Question(left[asked.number], another=model is not None)
                if isinstance(each, Question):
                    yield question
                    continue
                found = each.outcome.model
                if each.outcome.status == "UNSATISFIABLE":
                    refuted.add(question.number)
                yield Attempt(question, each.outcome)
            left = [i for i in left if i not in refuted]
        if found is None:
            return
        model = found
        if narrow:
            agreement.narrow(model)
            if not len(agreement.variables):
                yield Attempt(Question(len(questions) - 1), Outcome("UNSATISFIABLE"))
                return
        solver.add([blocking_clause(agreement.variables, model).tolist()])
