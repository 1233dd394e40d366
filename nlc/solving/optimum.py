"""Solves a puzzle with an objective: first the best value, then the question about the best."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from msgspec.structs import replace

from nlc.drivers.base import Limits
from nlc.drivers.optimum import CORE
from nlc.encode.policy import require_all
from nlc.ir.nodes import Program
from nlc.ir.objective import at_most
from nlc.process.own_limits import remaining_since
from nlc.solving.answer import Answer, InterruptedSearchError
from nlc.solving.choice import SolverChoice, is_driver
from nlc.solving.defaults import backend_of
from nlc.solving.plan import CHECK, CONFIRM, OTHER, Attempt, Plan
from nlc.solving.question import ONE, Policy, Question

if TYPE_CHECKING:
    from nlc.engines.base import Engine

NO_SOLUTION, NO_BETTER = "there is no solution", "no solution is better"
"""Words of a note on a proof, and the words for the proof of a bound."""


def check_best(plan: Plan, choice: SolverChoice) -> None:
    """Refuse a plan that cannot find the best solution.

    Raises:
        UserError: the plan is refused.
    """
    for each in plan.attempts:
        if each.solver == CHECK or each.goal == CONFIRM:
            continue
        idle = {"goal": each.goal, "paths": each.paths, "reading": each.reading != "none"}
        for word in (word for word, given in idle.items() if given):
            raise each.error("an objective takes no goal, reading or paths", word)
        solver = choice.solver(each.solver)
        if not is_driver(solver):
            if not cast("Engine[Any]", solver).optimizes:
                hint = "take a SAT solver, or the engine 'cpsat'"
                raise each.error(f"the engine '{each.solver}' knows no objective", hint=hint)
            continue
        require_all(each.encoding)
        able = backend_of(solver)
        if each.best == CORE and not (able is not None and able.incremental and able.cores):
            hint = "best=counter takes any solver, and pysat:cadical195 has both"
            raise each.error(f"{solver.name} returns no cores of assumptions", "best", hint)


def solve_best(
    program: Program,
    question: Question,
    choice: SolverChoice,
    policy: Policy,
    limits: Limits,
    search: Callable[[Program, Question, SolverChoice, Policy, Limits], Answer],
) -> Answer:
    """Return the answer to a question about the best solutions of a puzzle.

    A first search finds and proves the best value. A second search answers the question, by the
    rules and one more: that the objective has this value.

    Args:
        program: has an objective.
        question: about its best solutions.
        choice: solvers, encoding or plan.
        policy: its proof, if any, is that of the bound.
        limits: of all together.
        search: answers a question about one program.

    Raises:
        InterruptedSearchError: it was interrupted after a board had been found.
        UserError: a solver or an encoding cannot optimize.
    """
    started = time.perf_counter()
    aim, target = program.objective, policy.proof
    assert aim is not None
    policy = replace(policy, proof=None, confirm=policy.confirm if target is None else False)
    proving = replace(policy, proof=target, lazy=False)
    answer = search(program, ONE, choice, policy, limits)
    if target is not None and answer.status == "UNSATISFIABLE":
        chosen = replace(choice, plan="plain") if isinstance(choice.plan, str) else choice
        bare = replace(program, objective=None)
        return search(bare, ONE, chosen, proving, remaining_since(limits, started))
    if answer.status == "UNSATISFIABLE" and question.most != 1 and not question.backbone:
        return replace(answer, count=0, complete=True)
    if not answer.is_best or answer.objective is None:
        return answer
    cost = aim.cost(answer.objective)
    named = choice.solvers or (answer.solver,)
    name = answer.solver if answer.solver in named else named[0]
    attempt = Attempt(name, choice.encoding)
    if target is not None and cost:
        rest = remaining_since(limits, started)
        chosen = replace(choice, plan=Plan((attempt,)), solvers=())
        proof = search(at_most(program, cost - 1), ONE, chosen, proving, rest)
        if proof.status != "UNSATISFIABLE":
            reason = "contradictory" if proof.status == "SATISFIABLE" else proof.reason
            return replace(answer, notes=(*answer.notes, *proof.notes), reason=reason)
        reworded = [note.replace(NO_SOLUTION, NO_BETTER) for note in proof.notes]
        notes = (*answer.notes, *reworded)
        answer = replace(answer, confirmed_by=proof.confirmed_by, notes=notes)
    if question == ONE:
        return answer
    ends = [Attempt(OTHER, goal=CONFIRM, cheap=True)] if is_driver(choice.solver(name)) else []
    chosen = replace(choice, plan=Plan((attempt, *ends)), solvers=())
    rest = remaining_since(limits, started)
    try:
        found = search(at_most(program, cost), question, chosen, policy, rest)
    except InterruptedSearchError as stop:
        raise InterruptedSearchError(_combine(answer, stop.answer), stop.cause) from None
    return _combine(answer, found)


def _combine(best: Answer, found: Answer) -> Answer:
    """Return the answer about the best solutions, with the steps and times of both searches."""
    spent = {
        name: best.seconds.get(name, 0.0) + found.seconds.get(name, 0.0)
        for name in (*best.seconds, *found.seconds)
    }
    if found.status != "SATISFIABLE":  # the first search has a board
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
