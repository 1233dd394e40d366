"""Asks a driver a question about a formula: for solutions, or for the backbone of all."""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import closing
from functools import partial

from msgspec.structs import replace

from nlc.cnf import Model
from nlc.drivers.base import Driver, Ending, Limits, Outcome
from nlc.drivers.telling import tell
from nlc.encode.lower import LoweredProgram
from nlc.ir.nodes import Program
from nlc.solving.answer import Answer, InterruptedSearchError
from nlc.solving.boards import CheckedBoards, Outcomes
from nlc.solving.search import Question
from nlc.solving.solution import RootFacts, Step


def ask(
    program: Program, lowered: LoweredProgram, driver: Driver, question: Question, limits: Limits
) -> Answer:
    """Return a driver's answer to a question about a formula."""
    tell(f"{driver.name}: {lowered.cnf.variables} variables, {lowered.cnf.clauses} clauses")
    if question.backbone:
        return find_backbone(program, lowered, driver, limits)
    return solve(program, lowered, driver, limits, most=question.most, keep=question.keep)


def solve(
    program: Program,
    lowered: LoweredProgram,
    driver: Driver,
    limits: Limits,
    *,
    most: int | None = 1,
    keep: int | None = None,
) -> Answer:
    """Look for solutions of a puzzle.

    Where the encoding is not exact, a model whose board breaks a rule is no failure: it is left
    out, with all that must break it too, and the solver is asked again. Such an encoding loses no
    solution, so that UNSATISFIABLE stands.

    Args:
        program: the elaborated puzzle.
        lowered: its CNF.
        driver: the solver.
        limits: for all of the search together.
        most: stop after so many solutions; None for all of them. More than one also tells whether
            there are others.
        keep: how many boards to return; None for all that were found.

    Raises:
        InterruptedSearchError: it was interrupted; one with no solution yet is the
            ``KeyboardInterrupt`` itself.
    """
    checked, found = begin(program, lowered, driver, limits, most)
    return checked.collect(found, most, keep)


def begin(
    program: Program, lowered: LoweredProgram, driver: Driver, limits: Limits, most: int | None
) -> tuple[CheckedBoards, Outcomes]:
    """Return a search for solutions, and what judges them as they are found; see `solve`."""

    def shown(outcome: Outcome) -> bytes:
        assert outcome.model is not None
        return outcome.model[lowered.cnf.projection].tobytes()

    checked = _checked(program, lowered, driver)
    checked.exact, checked.key = lowered.exact, None if lowered.exact else shown
    return checked, _read(lowered, _outcomes(program, lowered, driver, limits, most))


def find_backbone(
    program: Program, lowered: LoweredProgram, driver: Driver, limits: Limits
) -> Answer:
    """Find out what all solutions share, on the shown variables; see `nlc.drivers.backbone`.

    Args:
        program: the elaborated puzzle.
        lowered: its CNF, in any encoding that loses no solution.
        driver: any solver.
        limits: for all rounds together.

    Returns:
        One solution and the backbone. One that a limit cut short is not complete: what is open is
        open, of the rest nothing is known.

    Raises:
        InterruptedSearchError: it was interrupted after the first solution; before, it is the
            ``KeyboardInterrupt`` itself.
    """
    from nlc.drivers.backbone import narrow
    from nlc.ir.backbone import Backbone

    checked = _checked(program, lowered, driver)
    separators = list(lowered.separators)
    if not lowered.exact:
        from nlc.solving.inexact import refutation

        separators.append(refutation(program, lowered))
    backbone: Backbone | None = None
    model: Model | None = None
    rounds = 0
    started = time.perf_counter()
    interruption: KeyboardInterrupt | None = None
    try:
        found = _read(lowered, narrow(driver, lowered.question, limits, separators))
        with closing(checked.boards(found)) as boards:
            for outcome, board in boards:
                rounds += 1
                if backbone is not None:
                    tell(f"{driver.name}: {backbone.open} values are open after {rounds} boards")
                model = outcome.model if model is None else model
                if backbone is None:
                    backbone = Backbone.of(program, board)
                else:
                    backbone = backbone.beside(program, board)
    except KeyboardInterrupt as stop:
        if backbone is None:
            raise
        interruption = stop
        checked.interrupt()
    if backbone is not None and checked.outcome.status == "UNSATISFIABLE":
        backbone = replace(backbone, complete=True)
    answer = checked.answer(backbone is not None, time.perf_counter() - started)
    answer = replace(
        answer,
        solutions=() if backbone is None else (backbone.first,),
        statistics={**answer.statistics, "rounds": rounds},
        model=model,
        backbone=backbone,
    )
    answer = checked.finish(answer)
    if interruption is not None:
        raise InterruptedSearchError(answer, interruption)
    return answer


def _read(lowered: LoweredProgram, outcomes: Generator[Outcome, None, None]) -> Outcomes:
    """Yield outcomes with what reads their boards."""
    with closing(outcomes):
        for outcome in outcomes:
            model = outcome.model
            yield outcome, None if model is None else partial(lowered.assignment, model)


def _checked(program: Program, lowered: LoweredProgram, driver: Driver) -> CheckedBoards:
    finish = partial(_finished, lowered, driver)
    return CheckedBoards(program, f"{driver.name} with {lowered.encoding}", finish=finish)


def _finished(lowered: LoweredProgram, driver: Driver, answer: Answer) -> Answer:
    """Return an answer with the formula, the solver, and the one question that it was asked."""
    figures, seconds = answer.statistics, answer.seconds["solve"]
    conflicts, lazy = figures.get("conflicts"), figures.get("lazy_clauses")
    facts = RootFacts.of(lowered.cnf)
    own = Step("", answer.status, conflicts, seconds, lazy, root_facts=facts, solver=driver.name)
    steps = getattr(driver, "steps", None) or (own,)
    return replace(answer, solver=driver.name, steps=steps).stated_by(lowered)


def _outcomes(
    program: Program, lowered: LoweredProgram, driver: Driver, limits: Limits, most: int | None
) -> Generator[Outcome, None, None]:
    if most == 1 and lowered.exact:
        yield driver.solve(lowered.question, limits, lowered.separators)
        return
    from nlc.solving.inexact import distinguishing

    cnf = replace(lowered.question, projection=distinguishing(program, lowered))
    if most is not None and lowered.exact and isinstance(driver, Ending):
        yield from driver.some(cnf, most, limits, lowered.separators)
    else:
        yield from driver.enumerate(cnf, limits, lowered.separators)
