"""Repeats a refutation with a second solver.

The evaluator checks each board by the rules. But that there is no solution, no further solution, or
none outside the backbone rests on a solver alone. A proof (`nlc.solving.proof`) confirms that about
a formula. Here the puzzle itself is encoded a second time, by other encodings, without folding and
lazy clauses, for a solver that shares no code with the first.
"""

from __future__ import annotations

import time

from msgspec.structs import replace

from nlc.drivers.progress import report
from nlc.encode.spec import NONE, Encoding, names_in
from nlc.ir.nodes import Program
from nlc.ir.objective import at_most
from nlc.process.limits import Limits
from nlc.process.own_limits import OwnLimitError, within
from nlc.render.facts import facts_sentence
from nlc.solving.answer import COUNTING, RULE_CHECK, Answer
from nlc.solving.formulas import Formulas
from nlc.solving.plan import OTHER, Attempt, Plan
from nlc.solving.question import ONE
from nlc.solving.record import Record, SearchTask
from nlc.solving.run import find
from nlc.solving.solution import Step

SECOND, LAST = "pysat:glucose42", "pysat:cadical195"
"""The second solver; `LAST` confirms solvers of the family of `SECOND`."""

_MINISATS = ("minisat", "glucose", "maple", "lingeling")

CONFIRMING = "domains=direct, or order where the refuted formula has direct; passes=none,lazy=none"
"""`independent_encoding` in words."""

CHEAP_CLAUSES, CHEAP_CONFLICTS = 20_000, 1000
"""Up to this size and effort of the first refutation, the second one takes less than a tenth of
the time of the command: 4 of 170 ms for ``fixtures/first.nl``."""

LEAST_SECONDS = 1.0
"""A second refutation that is always made takes at most this, or the time of the search."""

TINY_CLAUSES = 2000
"""The bound for a solver that reports no conflicts."""


def is_cheap(answer: Answer, record: Record) -> bool:
    """Return whether a second refutation is so fast that it is always made."""
    conflicts = answer.statistics.get("conflicts")
    if answer.clauses is None or answer.encoding is None or (conflicts or 0) > CHEAP_CONFLICTS:
        return False
    # A second solver takes a hundred times as long with the static encoding of connectedness.
    static = {"lazy", "propagator"}.isdisjoint(answer.encoding.connected.split("+"))
    if not static and record.shown > 40:
        return False
    return answer.clauses <= (TINY_CLAUSES if conflicts is None else CHEAP_CLAUSES)


def confirm(answer: Answer, task: SearchTask, attempt: Attempt, record: Record) -> Answer:
    """Return an answer with the name of the second solver that agrees, or did not in its time.

    If it disagrees, the answer becomes undecided, for the reason ``contradictory``. Where it is
    not asked for, it takes at most as long as the search, or `LEAST_SECONDS`.

    Args:
        answer: a refutation: no solution, no further one, or none outside the backbone.
        task: the search.
        attempt: the attempt of the second solver.
        record: of the search.
    """
    if answer.solver in (COUNTING, RULE_CHECK) and attempt.cheap:
        return answer
    if answer.confirmed_by is not None or (attempt.cheap and not is_cheap(answer, record)):
        return answer
    started, planned = time.perf_counter(), attempt
    if attempt.solver == OTHER:
        family = any(word in answer.solver for word in _MINISATS)
        attempt = replace(attempt, solver=LAST if family else SECOND)
    if attempt.solver == answer.solver:
        note = f"{attempt.solver} cannot confirm its own refutation"
        return replace(answer, notes=(*answer.notes, note))
    if attempt.encoding == Encoding():
        attempt = replace(attempt, encoding=independent_encoding(answer.encoding))
    report(f"{attempt.solver}: confirming {answer.status.lower()}")
    found = answer.status == "SATISFIABLE"
    question = replace(task.question, keep=1) if found else ONE
    if question.most is not None and (answer.count or 0) > question.most:
        question = replace(question, most=None)  # counting by states goes on beyond it
    program = task.program
    if program.objective is not None and answer.objective is not None:
        cost = program.objective.cost(answer.objective)
        if not cost:
            return answer  # nothing can cost less
        program, question = at_most(program, cost - 1), ONE
    own = Record(program, question, record.left)
    plan = Plan((replace(attempt, goal="", cheap=False),))
    formulas = Formulas(compiled=True)
    again = replace(task, program=program, question=question, plan=plan, formulas=formulas)
    again = replace(again, proof=None)
    try:
        with within(Limits(max(LEAST_SECONDS, record.seconds) if attempt.cheap else None)):
            for _ in find(again, own):
                pass
    except OwnLimitError as stop:
        own.reason, own.message = stop.reason, None
    second = own.answer()
    taken = time.perf_counter() - started
    number = task.plan.attempts.index(planned) + 1
    conflicts = second.statistics.get("conflicts")
    step = Step(
        "",
        "UNSATISFIABLE" if second.is_refutation else second.status,
        conflicts,
        taken,
        another=found,
        solver=attempt.solver,
        attempt=number,
        confirms=True,
        best="refutation" if program is not task.program else "",
        encoding=second.encoding,
    )
    steps, seconds = (*answer.steps, step), {**answer.seconds, "confirm": taken}
    answer = replace(answer, seconds=seconds, steps=steps)
    if second.reason != "answered" or second.status == "UNKNOWN":
        answer = replace(answer, unconfirmed_by=attempt.solver)
        if not attempt.cheap:
            note = f"{attempt.solver} has not confirmed it: {second.message or second.reason}"
            answer = replace(answer, notes=(*answer.notes, note))
        return answer
    if program is not task.program:
        if second.status == "UNSATISFIABLE":
            return replace(answer, confirmed_by=attempt.solver)
        message = f"{answer.solver} says that no board is better, and {attempt.solver} found one"
        return answer.without_verdict("contradictory", message)
    if _claim(second) == _claim(answer):
        return replace(answer, confirmed_by=attempt.solver)
    first, other = (_describe_claim(each, task.program) for each in (answer, second))
    message = f"{answer.solver} says {first}, and {attempt.solver} says {other}"
    return answer.without_verdict("contradictory", message)


def independent_encoding(encoding: Encoding | None) -> Encoding:
    """Return a static encoding that differs from another one as far as possible."""
    words = "order" if encoding is not None and "direct" in names_in(encoding.domains) else "direct"
    return Encoding(domains=words, passes=NONE, lazy=NONE, readings=NONE)


def _claim(answer: Answer) -> object:
    """Return the parts of an answer on which two solvers have to agree."""
    shared = answer.backbone and answer.backbone.to_json()
    return answer.status, answer.count if answer.status == "SATISFIABLE" else None, shared


def _describe_claim(answer: Answer, program: Program) -> str:
    if answer.backbone is not None:
        return f"that {facts_sentence(program, answer.backbone)}"
    if answer.count is None:
        return answer.status
    return f"{'exactly' if answer.complete else 'at least'} {answer.count}"
