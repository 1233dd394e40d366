"""Solves a lowered puzzle: one board, some or all of them, each checked against the rules."""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import closing

from nlc.dimacs.cnf import Model
from nlc.drivers.base import Driver, Limits, Outcome
from nlc.encode.lower import Lowered
from nlc.ir.evaluate import violations
from nlc.ir.nodes import Assignment, Program
from nlc.solve.result import Result


def solve(
    program: Program,
    lowered: Lowered,
    driver: Driver,
    limits: Limits,
    *,
    most: int | None = 1,
    keep: int | None = None,
) -> Result:
    """Look for solutions of a puzzle.

    Where the encoding is not exact, a model whose board breaks a rule is no failure: it is left
    out, with all that agree with it on the shown variables, and the solver is asked again. Such an
    encoding loses no solution, so that UNSATISFIABLE stands.

    Args:
        program: the elaborated puzzle.
        lowered: its CNF.
        driver: the solver.
        limits: for all of the search together.
        most: stop after so many solutions; None for all of them. More than one also tells whether
            there are others.
        keep: how many boards to return; None for all that were found.

    Returns:
        The result; a board that breaks a rule is never among its solutions.
    """
    solutions: list[Assignment] = []
    model: Model | None = None
    count = rejected = 0
    seconds = {"solve": 0.0, "decode": 0.0}
    outcome = Outcome("UNKNOWN", "failed", f"{driver.name} gave no answer")
    started = time.perf_counter()
    with closing(_outcomes(lowered, driver, limits, most)) as outcomes:
        for outcome in outcomes:
            if outcome.model is None:
                break
            decoding = time.perf_counter()
            board = lowered.assignment(outcome.model)
            broken = violations(program, board, limit=1)
            seconds["decode"] += time.perf_counter() - decoding
            if broken and not lowered.exact:
                rejected += 1
                continue
            if broken:
                message = (
                    f"{driver.name} with {lowered.encoding} gave a board that breaks a rule: "
                    f"{broken[0].message}"
                )
                outcome = Outcome("UNKNOWN", "bad-board", message)
                break
            count += 1
            model = outcome.model if model is None else model
            if keep is None or len(solutions) < keep:
                solutions.append(board)
            if count == most:
                break
    seconds["solve"] = time.perf_counter() - started - seconds["decode"]
    failed = outcome.status == "UNKNOWN"
    status = "SATISFIABLE" if count else outcome.status
    if outcome.reason in ("failed", "missing", "bad-board"):
        status = "UNKNOWN"
    statistics = dict(outcome.statistics)
    if not lowered.exact:
        statistics["rejected"] = rejected
    return Result(
        status,
        outcome.reason if failed else None,
        outcome.message if failed else None,
        tuple(solutions),
        None if most == 1 else count,
        None if most == 1 else outcome.status == "UNSATISFIABLE",
        seconds,
        statistics,
        model,
    )


def _outcomes(
    lowered: Lowered, driver: Driver, limits: Limits, most: int | None
) -> Generator[Outcome, None, None]:
    if most == 1 and lowered.exact:
        yield driver.solve(lowered.cnf, limits, lowered.separators)
    else:
        yield from driver.enumerate(lowered.cnf, limits, lowered.separators)
