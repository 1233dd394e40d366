"""Solvers and engines by one name, and one way to solve a puzzle by either."""

from __future__ import annotations

import resource
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from nlc.compare.suite import DEFAULT
from nlc.drivers import registry as drivers
from nlc.drivers.base import Driver, Limits
from nlc.engines import registry as engines
from nlc.ir.nodes import Program
from nlc.language.resolve import Puzzle
from nlc.solve.answer import Answer
from nlc.solve.policy import Policy
from nlc.solve.question import Question
from nlc.solve.solver import SatSolver, Solver, get

if TYPE_CHECKING:
    from nlc.encode.lower import Lowered
    from nlc.engines.base import Engine


@dataclass(frozen=True, eq=False)
class Solved:
    """What came of a puzzle.

    Attributes:
        result: the answer; its boards were judged by the rules.
        lowered: the formula; None where there is none, or several readings were asked for.
        compile_seconds: wall-clock, to make the formula.
        solver_cpu: processor seconds of other processes than this one; None where nobody tells.
        megabytes: largest resident set of the solver, where that is known.
    """

    result: Answer
    lowered: Lowered | None
    compile_seconds: float
    solver_cpu: float | None
    megabytes: float | None


def engine(name: str) -> Engine | None:
    """Return the engine of a name, or None if it is not one."""
    return engines.find(name)


def driver(name: str) -> Driver:
    """Return the SAT driver of a name.

    Raises:
        UserError: there is none.
    """
    return drivers.get(drivers.DEFAULT if name == DEFAULT else name)


def named(name: str) -> Solver:
    """Return the engine or the SAT driver of a name.

    Raises:
        UserError: there is none.
    """
    return get(None if name == DEFAULT else name)


def solve(
    name: str,
    encoding: str,
    relax: bool,
    case: Puzzle,
    program: Program,
    limits: Limits,
    most: int = 1,
) -> Solved:
    """Look for one solution, or for two.

    Args:
        name: of an engine or a SAT driver.
        encoding: for a driver.
        relax: take a large puzzle as ``nlc run`` does, by stricter rules first.
        case: the puzzle.
        program: the same, elaborated.
        limits: for the search.
        most: 1 or 2; with 2, the result also tells whether there is one solution only.

    Raises:
        UserError: the engine or the encoding refuses the puzzle.
    """
    policy = Policy(relax=relax, readings=False)
    solver: Solver = get(None if name == DEFAULT else name, encoding or "default", policy)
    if isinstance(solver, SatSolver):
        solver = replace(solver, incremental=policy.incremental if relax else None)
    search = solver.read(case, program, Question(most, 1, unique=most == 2), policy)
    answer = search.ask(limits)
    compiled = answer.seconds["compile"]
    return Solved(answer, search.lowered, compiled, answer.cpu_seconds, answer.megabytes)


def spent_by_children() -> float:
    """Return the processor seconds of all child processes that have ended and were waited for."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
