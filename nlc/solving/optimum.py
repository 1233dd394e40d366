"""Solves a puzzle that has an objective: the best first, then what is asked of the best ones."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, cast

from msgspec.structs import replace

from nlc.errors import fail
from nlc.ir.objective import at_most
from nlc.process.own import since
from nlc.solving.answer import Answer, InterruptedSearchError
from nlc.solving.defaults import backend_of
from nlc.solving.means import is_driver
from nlc.solving.plan import CHECK, CONFIRM, OTHER, Attempt, Plan
from nlc.solving.question import ONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from nlc.drivers.base import Limits
    from nlc.engines.base import Engine
    from nlc.ir.nodes import Program
    from nlc.solving.means import Means
    from nlc.solving.policy import Policy
    from nlc.solving.question import Question
    from nlc.solving.solve import Search

NO_SOLUTION, NO_BETTER = "there is no solution", "no solution is better"
"""What the proof of a bound says, which the rules with one more show."""


def check_best(plan: Plan, by: Means) -> None:
    """Refuse a plan that cannot look for the best solution.

    Raises:
        UserError: it is one.
    """
    from nlc.drivers.optimum import CORE
    from nlc.encode.policy import require_all

    for each in plan.attempts:
        if each.solver == CHECK or each.goal == CONFIRM:
            continue
        if each.goal or each.paths or each.reading != "none":
            raise fail(f"the best solution is looked for among all of them: {each}")
        solver = by.solver(each.solver)
        if not is_driver(solver):
            if not cast("Engine[Any]", solver).optimizes:
                hint = "take a SAT solver, or the engine 'cpsat'"
                raise fail(f"the engine '{each.solver}' knows no objective", hint=hint)
            continue
        require_all(each.encoding)
        able = backend_of(solver)
        if each.best == CORE and not (able is not None and able.incremental and able.cores):
            hint = "best=counter takes any solver, and pysat:cadical195 has both"
            raise fail(f"{solver.name} tells no cores of assumptions: {each}", hint=hint)


def solve_best(
    program: Program,
    question: Question,
    by: Means,
    policy: Policy,
    limits: Limits,
    search: Callable[[Program, Question, Means, Policy, Limits], Search],
) -> Answer:
    """Return the answer to a question about the best solutions of a puzzle.

    Its best number is proved by a search of its own. Then the solutions that have it are asked for
    as those of any puzzle are, by rules that hold one more: that nothing worse will do.

    Args:
        program: has an objective.
        question: about its best solutions.
        by: solvers, encoding or plan.
        policy: with a file for a proof, that of the bound.
        limits: of all together.
        search: makes a search.

    Raises:
        InterruptedSearchError: it was interrupted after a board had been found.
        UserError: a solver or an encoding cannot do it.
    """
    started = time.perf_counter()
    aim, target = program.objective, policy.proof
    assert aim is not None
    policy = replace(policy, proof=None, confirm=policy.confirm if target is None else False)
    answer = search(program, ONE, by, policy, limits).answer()
    if target is not None and answer.status == "UNSATISFIABLE":
        proving = replace(policy, proof=target, lazy=False)
        means = replace(by, plan="plain") if isinstance(by.plan, str) else by
        bare = replace(program, objective=None)
        return search(bare, ONE, means, proving, since(limits, started)).answer()
    if not answer.is_best or answer.objective is None:
        return answer
    cost = aim.cost(answer.objective)
    name = answer.solver if answer.solver in by.solvers or not by.solvers else by.solvers[0]
    attempt = Attempt(name, by.encoding)
    if target is not None and cost:
        rest = since(limits, started)
        proving = replace(policy, proof=target, lazy=False)
        means = replace(by, plan=Plan((attempt,)), solvers=())
        proof = search(at_most(program, cost - 1), ONE, means, proving, rest).answer()
        if proof.status != "UNSATISFIABLE":
            reason = "contradictory" if proof.status == "SATISFIABLE" else proof.reason
            return replace(answer, notes=(*answer.notes, *proof.notes), reason=reason)
        told = [note.replace(NO_SOLUTION, NO_BETTER) for note in proof.notes]
        notes = (*answer.notes, *told)
        answer = replace(answer, confirmed_by=proof.confirmed_by, notes=notes)
    if question == ONE:
        return answer
    ends = [Attempt(OTHER, goal=CONFIRM, cheap=True)] if is_driver(by.solver(name)) else []
    means = replace(by, plan=Plan((attempt, *ends)), solvers=())
    rest = since(limits, started)
    try:
        found = search(at_most(program, cost), question, means, policy, rest).answer()
    except InterruptedSearchError as stop:
        raise InterruptedSearchError(_joined(answer, stop.answer), stop.cause) from None
    return _joined(answer, found)


def _joined(best: Answer, found: Answer) -> Answer:
    """Return what was found of the best solutions, with how they were found to be the best."""
    spent = {
        name: best.seconds.get(name, 0.0) + found.seconds.get(name, 0.0)
        for name in (*best.seconds, *found.seconds)
    }
    if found.status != "SATISFIABLE":  # the board that is there stands
        found = replace(found, status="SATISFIABLE", solutions=best.solutions, count=found.count)
    return replace(
        found,
        program=best.program,
        objective=best.objective,
        bound=best.bound,
        bounds=best.bounds,
        plan=best.plan,
        steps=(*best.steps, *(replace(step, attempt=None) for step in found.steps)),
        seconds=spent,
        notes=(*best.notes, *found.notes),
    )
