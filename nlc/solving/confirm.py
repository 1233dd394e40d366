"""Asks a second solver whether there is really no solution, or no other one.

A board is judged by the rules; that there is none, or no other, or that all others share the
backbone of those that were found, is what a solver says. A proof
(`nlc.solving.proof`) confirms that a formula has no other model. Here the puzzle itself is stated
again, by other encodings, without folding and lazy parts, for a solver that shares no code with
the first.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from msgspec.structs import replace

from nlc.drivers.telling import tell
from nlc.encode.spec import NONE, Encoding
from nlc.ir.objective import at_most
from nlc.solving.answer import Answer
from nlc.solving.plan import OTHER, Attempt, Plan
from nlc.solving.question import ONE
from nlc.solving.record import Record
from nlc.solving.solution import Step
from nlc.solving.words import COUNTING

if TYPE_CHECKING:
    from nlc.ir.nodes import Program
    from nlc.solving.record import Task

SECOND, LAST = "pysat:glucose42", "pysat:cadical195"
"""Confirms what is said by a solver that is not of its family; and the one for those of it."""

_MINISATS = ("minisat", "glucose", "maple", "lingeling")

CHEAP_CLAUSES, CHEAP_CONFLICTS = 20_000, 1000
"""Of a formula that is no larger, and was no harder to refute, a second refutation costs less than
a tenth of the time of the command: 4 of 170 ms for ``fixtures/first.nl``."""

CHEAP_JOINED = 40
"""Shown variables of a board whose connectedness was stated lazily: on larger ones, a second solver
takes a hundred times as long with a formula that holds all of it."""

TINY_CLAUSES = 2000
"""Of a solver that does not tell its conflicts."""


def is_cheap(answer: Answer, record: Record) -> bool:
    """Return whether a second solver takes so little time that it is always asked."""
    conflicts = answer.statistics.get("conflicts")
    if answer.clauses is None or answer.encoding is None or (conflicts or 0) > CHEAP_CONFLICTS:
        return False
    if "lazy" in answer.encoding.connected and record.shown > CHEAP_JOINED:
        return False
    return answer.clauses <= (TINY_CLAUSES if conflicts is None else CHEAP_CLAUSES)


def confirmed(answer: Answer, task: Task, attempt: Attempt, record: Record) -> Answer:
    """Return an answer with the name of the second solver that says the same, if it does.

    Where it says something else, the answer is undecided, and for the reason ``contradictory``.

    Args:
        answer: says that there is no solution, or none but those that were found or are like them.
        task: what was searched.
        attempt: asks the second solver.
        record: of the search.
    """
    from nlc.solving.answer import AT_A_GLANCE
    from nlc.solving.formulas import Formulas
    from nlc.solving.run import find

    if answer.solver in (COUNTING, AT_A_GLANCE) and attempt.cheap:
        return answer
    if answer.confirmed_by is not None or (attempt.cheap and not is_cheap(answer, record)):
        return answer
    started, planned = time.perf_counter(), attempt
    if attempt.solver == OTHER:
        family = any(word in answer.solver for word in _MINISATS)
        attempt = replace(attempt, solver=LAST if family else SECOND)
    if attempt.solver == answer.solver:
        note = f"{attempt.solver} cannot confirm what it has said itself"
        return replace(answer, notes=(*answer.notes, note))
    if attempt.encoding == Encoding():
        attempt = replace(attempt, encoding=plain(answer.encoding))
    tell(f"{attempt.solver} is asked, too: {answer.status.lower()} is to be confirmed")
    found = answer.status == "SATISFIABLE"
    question = replace(task.question, keep=1) if found else ONE
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
    for _ in find(again, own):
        pass
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
    )
    steps, seconds = (*answer.steps, step), {**answer.seconds, "confirm": taken}
    answer = replace(answer, seconds=seconds, steps=steps)
    if second.reason != "answered" or second.status == "UNKNOWN":
        if not attempt.cheap:
            note = f"{attempt.solver} has not confirmed it: {second.message or second.reason}"
            answer = replace(answer, notes=(*answer.notes, note))
        return answer
    if program is not task.program:
        if second.status == "UNSATISFIABLE":
            return replace(answer, confirmed_by=attempt.solver)
        told = f"{answer.solver} says that no board is better, and {attempt.solver} found one"
        return answer.withdrawn("contradictory", told)
    if _claim(second, task.program) == _claim(answer, task.program):
        return replace(answer, confirmed_by=attempt.solver)
    said = f"{answer.solver} says {_said(answer, task.program)}"
    message = f"{said}, and {attempt.solver} says {_said(second, task.program)}"
    return answer.withdrawn("contradictory", message)


def plain(encoding: Encoding | None) -> Encoding:
    """Return a static encoding that has as little as possible in common with another one."""
    from nlc.encode.lists import names_in

    words = "order" if encoding is not None and "direct" in names_in(encoding.domains) else "direct"
    return Encoding(domains=words, passes=NONE, lazy=NONE, readings=NONE)


def _claim(answer: Answer, program: Program) -> object:
    """Return what the answers of two solvers have to agree on."""
    shared = answer.backbone and answer.backbone.to_json(program)
    return answer.status, answer.count if answer.status == "SATISFIABLE" else None, shared


def _said(answer: Answer, program: Program) -> str:
    if answer.backbone is not None:
        from nlc.render.facts import facts_sentence

        return f"that {facts_sentence(program, answer.backbone)}"
    if answer.count is None:
        return answer.status
    return f"{'exactly' if answer.complete else 'at least'} {answer.count}"
