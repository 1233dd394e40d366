"""``nlc run`` by an engine in the place of encoding and solver."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from nlc.cli import frontier
from nlc.cli.outcome import COUNTING
from nlc.cli.search import Found
from nlc.drivers.base import Limits
from nlc.errors import UserError, fail
from nlc.language.resolve import Puzzle

if TYPE_CHECKING:
    from nlc.ir.nodes import Program
    from nlc.solve.portfolio import Entrant
    from nlc.solve.question import Question
    from nlc.solve.result import Result


def settle(args: argparse.Namespace) -> None:
    """Where ``--solver`` names an engine, take it for `args.engine`.

    In a portfolio, engines become `args.rivals`, by name, and the solvers stay.

    Raises:
        UserError: an engine is given options that speak of an encoding or a solver.
    """
    args.rivals = []
    if args.engine is not None:
        _refuse(args, f"--engine {args.engine}")
    elif args.solver is not None and (args.portfolio or ":" not in args.solver):
        from nlc.engines.registry import names

        known = names()
        wanted = [name.strip() for name in args.solver.split(",")]
        if args.solver in known:
            args.engine, args.solver = args.solver, None
            _refuse(args, f"--solver {args.engine}")
        elif args.portfolio and not set(wanted).isdisjoint(known):
            _part(args, wanted, known)


def _part(args: argparse.Namespace, wanted: Sequence[str], known: Sequence[str]) -> None:
    """Take the engines of a portfolio out of the solvers."""
    args.rivals = [name for name in wanted if name in known]
    solvers = [name for name in wanted if name not in known]
    twice = [name for i, name in enumerate(args.rivals) if name in args.rivals[:i]]
    if twice:
        raise fail(f"--portfolio has the engine '{twice[0]}' twice")
    if not solvers:
        hint = f"for example --solver pysat:cadical195,{wanted[0]} --portfolio"
        raise fail("--portfolio needs a solver beside engines", None, hint)
    args.solver = ",".join(solvers)


def rivals(
    args: argparse.Namespace, case: Puzzle, program: Program, question: Question, limits: Limits
) -> list[Entrant]:
    """Return the engines of a portfolio, ready to race."""
    if not args.rivals:
        return []
    from nlc.solve.portfolio import Entrant

    def ask(name: str) -> Result:
        """Answer the question, in the process of the engine."""
        if question.facts:
            return _nothing(name, "tells no facts")
        from nlc.engines import run
        from nlc.engines.registry import get

        engine = get(name)
        try:
            puzzle = run.read(engine, case, program)
        except UserError as error:
            return _nothing(name, "; ".join(item.message for item in error.diagnostics))
        most, keep = question.most, question.keep
        return run.search(engine, program, puzzle, limits, most=most, keep=keep)

    return [Entrant(name, partial(ask, name)) for name in args.rivals]


def _nothing(name: str, why: str) -> Result:
    """Return that an engine of a portfolio has no answer."""
    from nlc.solve.result import Result

    return Result("UNKNOWN", "no-answer", f"{name} does not take part: {why}")


def _refuse(args: argparse.Namespace, given: str) -> None:
    options = {
        "solver": args.solver,
        "solver-cmd": args.solver_cmd,
        "encoding": args.encoding != "default",
        "competition": args.competition,
        "proof": args.proof,
        "portfolio": args.portfolio,
    }
    for option, value in options.items():
        if value:
            raise fail(f"{given} uses no encoding and no solver: leave out --{option}")
    if args.facts and args.engine != COUNTING:
        hint = "leave it out, or take --engine frontier"
        raise fail(f"{given} looks for boards, and --facts asks what they share", None, hint)


def missing(name: str) -> str | None:
    """Return None where an engine can run here, else a sentence that says what it lacks."""
    from nlc.engines.registry import get

    return get(name).missing()


def find(name: str, case: Puzzle, program: Program, question: Question, limits: Limits) -> Found:
    """Look for the answer to a question by an engine.

    Raises:
        UserError: the engine does not know the puzzle's rules, or refuses its board.
        KeyboardInterrupt: it was interrupted before anything was found.
    """
    if name == COUNTING:
        result, read = frontier.solve(case, program, question, limits)
        return Found(None, name, result, read)
    from nlc.engines import run
    from nlc.engines.registry import get
    from nlc.solve.strategy import InterruptedSearchError

    engine = get(name)
    started = time.perf_counter()
    puzzle = run.read(engine, case, program)
    seconds = time.perf_counter() - started
    interruption = None
    try:
        result = run.search(engine, program, puzzle, limits, most=question.most, keep=question.keep)
    except InterruptedSearchError as stop:
        result, interruption = stop.result, stop.cause
    return Found(None, name, result, seconds, interruption=interruption)
