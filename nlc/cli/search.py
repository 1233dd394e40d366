"""``nlc run`` on one puzzle: its formula, and the solver, or several that race for the answer."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from nlc.cli.console import say
from nlc.drivers.base import Driver, Limits
from nlc.encode.spec import Encoding
from nlc.errors import UserError, fail

if TYPE_CHECKING:
    from nlc.encode.lower import Lowered
    from nlc.ir.nodes import Program
    from nlc.language.resolve import Puzzle
    from nlc.solve.batch import Sharing
    from nlc.solve.portfolio import Entrant
    from nlc.solve.question import Question
    from nlc.solve.readings import Reading
    from nlc.solve.result import Result


@dataclass(frozen=True, eq=False)
class Found:
    """What came of a search.

    Attributes:
        lowered: the formula of the solver that answered; None where there was none.
        solver: its name, or that of the engine; where several ran and none answered, all names.
        result: the answer.
        compiled: seconds that it took to make the formulas, or to read the puzzle for the engine.
        reasons: why each solver of a portfolio ended, by name; None where one solver ran alone.
        interruption: what to raise when the result has been told.
    """

    lowered: Lowered | None
    solver: str
    result: Result
    compiled: float
    reasons: Mapping[str, str] | None = None
    interruption: KeyboardInterrupt | None = None


def drivers(args: argparse.Namespace) -> tuple[Driver, ...]:
    """Return the solvers that the arguments name.

    Raises:
        UserError: there is none of a name, or not as many as are wanted.
    """
    from nlc.drivers import registry

    if args.solver_cmd is not None:
        wanted = [f"cmd:{args.solver_cmd}"]
    elif args.solver is not None and (args.portfolio or not args.solver.startswith("cmd:")):
        wanted = [name.strip() for name in args.solver.split(",")]
    else:
        wanted = [args.solver or registry.DEFAULT]
    if args.portfolio:
        if len(wanted) + len(args.rivals) < 2:
            hint = "for example --solver minisat,cadical,pysat:cadical195 --portfolio"
            raise fail("--portfolio lets several solvers run at the same time", None, hint)
        twice = [name for i, name in enumerate(wanted) if name in wanted[:i]]
        if twice:
            raise fail(f"--portfolio has the solver '{twice[0]}' twice")
    elif len(wanted) > 1:
        hint = "add --portfolio to take the first answer; nlc diff compares solvers"
        raise fail("one solver solves a puzzle", None, hint)
    return tuple(registry.get(name) for name in wanted)


def search(
    args: argparse.Namespace,
    program: Program,
    solvers: Sequence[Driver],
    encoding: Encoding,
    question: Question,
    limits: Limits,
    rivals: Sequence[Entrant] = (),
) -> Found:
    """Look for the answer to a question by one solver, or by several at the same time.

    Args:
        args: of the command.
        program: the puzzle.
        solvers: one, or more.
        encoding: for all of them.
        question: what is asked.
        limits: of each solver.
        rivals: who else takes part in a race with them.

    Raises:
        UserError: the encoding refuses a part of the puzzle.
        KeyboardInterrupt: it was interrupted before anything was found.
    """
    from nlc.solve.strategy import InterruptedSearchError

    started = time.perf_counter()
    formulas: dict[tuple[bool, bool], Lowered] = {}
    lowered = [_lower(args, program, driver, encoding, formulas) for driver in solvers]
    compiled = time.perf_counter() - started
    if len(solvers) + len(rivals) > 1:
        return _race(program, solvers, lowered, compiled, question, limits, rivals)
    (driver,) = solvers
    interruption = None
    try:
        if args.proof is None:
            result = question.ask(program, lowered[0], driver, limits)
        else:
            result = _prove(args, program, lowered[0], driver, question, limits)
    except InterruptedSearchError as stop:
        result, interruption = stop.result, stop.cause
    return Found(lowered[0], driver.name, result, compiled, interruption=interruption)


def assume_first(
    case: Puzzle, program: Program, sharing: Sharing, question: Question, limits: Limits
) -> Found | None:
    """Look for one solution of a large puzzle, or for two, by stricter rules first.

    Returns:
        What was found; None where the puzzle is small, or its genre names no such rules.

    Raises:
        UserError: the encoding refuses a part of the puzzle, or the rules are not stricter.
        KeyboardInterrupt: it was interrupted.
    """
    from nlc.drivers.pysat.driver import PysatDriver
    from nlc.solve.relax import is_large, readings, solve_relaxing
    from nlc.solve.unique import solve_twice

    if not sharing.relax or not is_large(case, program):
        return None
    started = time.perf_counter()
    puzzle = readings(case, program)
    read = time.perf_counter() - started
    driver = PysatDriver(sharing.solver)
    interruption = None
    if question.most == 1:
        lowered, result = solve_relaxing(puzzle, driver, sharing.encoding, limits)
    else:
        lowered, result, interruption = solve_twice(puzzle, driver, sharing.encoding, limits)
    seconds = dict(result.seconds)
    compiled = read + seconds.pop("load")
    result = replace(result, seconds=seconds)
    return Found(lowered, driver.name, result, compiled, interruption=interruption)


def _lower(
    args: argparse.Namespace,
    program: Program,
    driver: Driver,
    encoding: Encoding,
    formulas: dict[tuple[bool, bool], Lowered],
) -> Lowered:
    """Return the formula for a driver; drivers that can do the same share one in `formulas`."""
    from nlc.encode.lower import lower

    # An answer in the solvers' own language, and a proof, is about what `nlc compile` writes.
    can = driver.capabilities
    lazily = can.in_process and not args.competition and args.proof is None
    key = lazily, lazily and can.propagators
    if key not in formulas:
        try:
            formulas[key] = lower(program, encoding, in_process=key[0], propagators=key[1])
        except UserError as error:  # it points at the rule that an encoding refuses
            whose = f' (puzzle "{program.title}")'
            told = [replace(item, message=item.message + whose) for item in error.diagnostics]
            raise UserError(told) from None
    return formulas[key]


def _race(
    program: Program,
    solvers: Sequence[Driver],
    lowered: Sequence[Lowered],
    compiled: float,
    question: Question,
    limits: Limits,
    rivals: Sequence[Entrant],
) -> Found:
    from nlc.solve.portfolio import Entrant, race
    from nlc.solve.strategy import InterruptedSearchError

    entrants = [
        Entrant(driver.name, partial(question.ask, program, formula, driver, limits))
        for driver, formula in zip(solvers, lowered, strict=True)
    ]
    entrants += rivals
    formulas = [*lowered, *(None for _ in rivals)]
    names = [entrant.name for entrant in entrants]
    try:
        raced = race(entrants, question.settled)
    except InterruptedSearchError as stop:
        return Found(lowered[0], ",".join(names), stop.result, compiled, {}, stop.cause)
    reasons = dict(zip(names, raced.reasons, strict=True))
    if raced.winner is None:
        return Found(lowered[0], ",".join(names), raced.result, compiled, reasons)
    return Found(formulas[raced.winner], names[raced.winner], raced.result, compiled, reasons)


def _prove(
    args: argparse.Namespace,
    program: Program,
    lowered: Lowered,
    driver: Driver,
    question: Question,
    limits: Limits,
) -> Result:
    """Look for one or two solutions; write the proof that is wanted, and say so."""
    from nlc.cli.publish import solve_with_proof

    most = question.most or 1
    result, proved = solve_with_proof(program, lowered, driver, limits, most, args.proof)
    if proved is not None:
        say(f"nlc: {program.title}: {args.proof} {proved}")
    elif result.status == "SATISFIABLE" and result.reason == "answered":
        say(f"nlc: {program.title}: a board needs no proof, and {args.proof} is not written")
    return result


Ask = Callable[["Puzzle", "Program", "Question", Limits], Found]
"""Looks for the answer to a question about a puzzle."""


def read_strictly(
    case: Puzzle, program: Program, found: Found, limits: Limits, ask: Ask
) -> tuple[Found, tuple[Reading, ...]]:
    """Where a puzzle is not known to have one solution, ask for it by stricter readings.

    Returns:
        What was found, with the only board of a reading first, if there is such a one, and the
        readings that were tried.
    """
    from nlc.solve.question import Question
    from nlc.solve.readings import left, meant_first, stricter

    result = found.result
    readings: list[Reading] = []
    if result.unique or not result.solutions or found.interruption is not None:
        return found, ()

    def strictly(case: Puzzle, program: Program, limits: Limits) -> Result:
        answer = ask(case, program, Question(2), limits)
        if answer.interruption is not None:
            raise answer.interruption
        return answer.result

    try:
        for reading in stricter(case, program, strictly, left(limits, result)):
            readings.append(reading)
    except KeyboardInterrupt as stop:
        found = replace(found, interruption=stop)
    if readings and readings[-1].result.unique and len(result.solutions) == 2:
        (meant,) = readings[-1].result.solutions
        result = replace(result, solutions=meant_first(program, result.solutions, meant))
    return replace(found, result=result), tuple(readings)
