"""Solves a lowered puzzle: one board, some or all of them, each checked against the rules."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Generator
from contextlib import closing
from dataclasses import replace

import numpy as np

from nlc.arrays import Ints
from nlc.cnf.formula import Cnf, Model
from nlc.drivers.base import FAILURES, Driver, Limits, Outcome
from nlc.drivers.blocking import projected
from nlc.encode.lower import Lowered
from nlc.ir.evaluate import violations
from nlc.ir.nodes import TRUE, Acyclic, Assignment, Program
from nlc.solve.result import Result


class InterruptedSearchError(KeyboardInterrupt):
    """Ctrl-C, or another signal that asks nlc to end, came after solutions had been found.

    Attributes:
        result: what had been found, for the reason ``interrupted``.
        cause: the interruption itself.
    """

    def __init__(self, result: Result, cause: KeyboardInterrupt) -> None:
        super().__init__(*cause.args)
        self.result = result
        self.cause = cause


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

    Returns:
        The result; a board that breaks a rule is never among its solutions.

    Raises:
        InterruptedSearchError: it was interrupted; one with no solution yet is the
            ``KeyboardInterrupt`` itself.
    """
    solutions: list[Assignment] = []
    model: Model | None = None
    count = rejected = 0
    told: set[bytes] = set()
    seconds = {"solve": 0.0, "decode": 0.0}
    outcome = Outcome("UNKNOWN", "no-answer", f"{driver.name} gave no answer")
    started = time.perf_counter()
    interruption: KeyboardInterrupt | None = None
    try:
        with closing(_outcomes(program, lowered, driver, limits, most)) as outcomes:
            for outcome in outcomes:
                if outcome.model is None:
                    deque(outcomes, maxlen=0)  # to the end: the worker can be used again
                    break
                decoding = time.perf_counter()
                board = lowered.assignment(outcome.model)
                shown = outcome.model[lowered.cnf.projection].tobytes()
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
                    outcome = Outcome("UNKNOWN", "bad-model", message)
                    break
                if not lowered.exact:
                    if shown in told:
                        continue
                    told.add(shown)
                model = outcome.model if model is None else model
                if keep is None or len(solutions) < keep:
                    solutions.append(board)
                count += 1  # last: from here on it counts, also if the search is interrupted
                if count == most:
                    break
    except KeyboardInterrupt as stop:
        if not count:
            raise
        interruption, outcome = stop, Outcome("UNKNOWN", "interrupted")
    seconds["solve"] = time.perf_counter() - started - seconds["decode"]
    status = "SATISFIABLE" if count and outcome.reason not in FAILURES else outcome.status
    statistics = dict(outcome.statistics)
    if not lowered.exact:
        statistics["rejected"] = rejected
    result = Result(
        status,
        outcome.reason,
        outcome.message,
        tuple(solutions[:count]),
        None if most == 1 else count,
        None if most == 1 else outcome.status == "UNSATISFIABLE",
        seconds,
        statistics,
        model,
    )
    if interruption is not None:
        raise InterruptedSearchError(result, interruption)
    return result


def _outcomes(
    program: Program, lowered: Lowered, driver: Driver, limits: Limits, most: int | None
) -> Generator[Outcome, None, None]:
    if most == 1 and lowered.exact:
        yield driver.solve(lowered.cnf, limits, lowered.separators)
        return
    cnf = replace(lowered.cnf, projection=told_apart(program, lowered))
    yield from driver.enumerate(cnf, limits, lowered.separators)


def told_apart(program: Program, lowered: Lowered) -> Ints:
    """Return the CNF variables by which a model is left out, with all that agree on them.

    They are the shown ones, unless a board that breaks a rule would so take others with it.
    """
    if lowered.exact or _shown_settles(program):
        return projected(lowered.cnf)
    return _declared(lowered.cnf)


def _shown_settles(program: Program) -> bool:
    """Return whether the shown variables alone settle what an encoding may state inexactly.

    These are acyclicity and the constraints over the whole board. A model that breaks one of them
    then stands for all that show the same; else another of these may be a solution.
    """
    shown = np.zeros(program.variables + 1, np.bool_)
    shown[0] = True
    for var in program.bools:
        shown[var.base : var.base + var.size] = var.shown
    nodes = (node for node in program.nodes if isinstance(node, Acyclic))
    lits = [node.lits for node in nodes if node.origin.expands is None]
    for item in program.globals:
        lits += [item.lits] if item.members is None else [item.lits, item.members]
    return all(bool(shown[np.where(np.abs(part) == TRUE, 0, np.abs(part))].all()) for part in lits)


def _declared(cnf: Cnf) -> Ints:
    """Return the variables of a CNF that are no auxiliaries, ascending."""
    parts = [np.arange(b.base, b.base + b.size) for b in cnf.names if b.kind != "aux"]
    return np.concatenate([np.zeros(0, np.int32), *parts]).astype(np.int32)
