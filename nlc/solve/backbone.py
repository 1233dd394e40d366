"""Finds out what all solutions of a lowered puzzle share; each model is checked on its board."""

from __future__ import annotations

import time
from collections import deque
from contextlib import closing
from dataclasses import replace

from nlc.cnf.formula import Model
from nlc.drivers.backbone import narrow
from nlc.drivers.base import FAILURES, Driver, Limits, Outcome
from nlc.drivers.blocking import blocking_clause
from nlc.encode.lower import Lowered
from nlc.ir.evaluate import violations
from nlc.ir.nodes import Program
from nlc.solve.facts import Facts
from nlc.solve.result import Result
from nlc.solve.strategy import InterruptedSearchError, told_apart


class _Judge:
    """A separator that excludes models whose board breaks a rule, for encodings not exact."""

    def __init__(self, program: Program, lowered: Lowered) -> None:
        self._program, self._lowered = program, lowered
        self._variables = told_apart(program, lowered)

    def __call__(self, model: Model) -> list[list[int]]:
        """Return a clause that all models break that must break the rules too, or none."""
        board = self._lowered.assignment(model)
        if not violations(self._program, board, limit=1):
            return []
        return [blocking_clause(self._variables, model).tolist()]


def find(program: Program, lowered: Lowered, driver: Driver, limits: Limits) -> Result:
    """Find out what all solutions share, on the shown variables; see `nlc.drivers.backbone`.

    Args:
        program: the elaborated puzzle.
        lowered: its CNF, in any encoding that loses no solution.
        driver: any solver.
        limits: for all rounds together.

    Returns:
        One solution and the facts. Those that a limit cut short are not complete: what is open is
        open, of the rest nothing is known.

    Raises:
        InterruptedSearchError: it was interrupted after the first solution; before, it is the
            ``KeyboardInterrupt`` itself.
    """
    separators = list(lowered.separators)
    if not lowered.exact:
        separators.append(_Judge(program, lowered))
    facts: Facts | None = None
    model: Model | None = None
    rounds, decode = 0, 0.0
    outcome = Outcome("UNKNOWN", "no-answer", f"{driver.name} gave no answer")
    started = time.perf_counter()
    interruption: KeyboardInterrupt | None = None
    try:
        with closing(narrow(driver, lowered.cnf, limits, separators)) as outcomes:
            for outcome in outcomes:
                if outcome.model is None:
                    deque(outcomes, maxlen=0)  # to the end: the worker can be used again
                    break
                decoding = time.perf_counter()
                board = lowered.assignment(outcome.model)
                broken = violations(program, board, limit=1)
                decode += time.perf_counter() - decoding
                if broken:
                    told = f"{driver.name} with {lowered.encoding} gave a board that breaks a rule"
                    outcome = Outcome("UNKNOWN", "bad-model", f"{told}: {broken[0].message}")
                    break
                rounds += 1
                model = outcome.model if model is None else model
                facts = Facts.of(program, board) if facts is None else facts.beside(program, board)
    except KeyboardInterrupt as stop:
        if facts is None:
            raise
        interruption, outcome = stop, Outcome("UNKNOWN", "interrupted")
    if facts is not None and outcome.status == "UNSATISFIABLE":
        facts = replace(facts, complete=True)
    found = facts is not None and outcome.reason not in FAILURES
    result = Result(
        "SATISFIABLE" if found else outcome.status,
        outcome.reason,
        outcome.message,
        () if facts is None else (facts.first,),
        seconds={"solve": time.perf_counter() - started - decode, "decode": decode},
        statistics={**outcome.statistics, "rounds": rounds},
        model=model,
        facts=facts,
    )
    if interruption is not None:
        raise InterruptedSearchError(result, interruption)
    return result
