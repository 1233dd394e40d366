"""``nlc run``: solve puzzles and show the checked boards.

A puzzle, or a file, that is wrong does not keep the others from being solved: its mistakes are told
at the end, and the exit status is 2.
"""

from __future__ import annotations

import argparse
import json
import time
from contextlib import nullcontext
from dataclasses import dataclass, replace

from nlc.cli import EXIT_DECIDED, EXIT_FAILED, EXIT_UNDECIDED, EXIT_USER
from nlc.cli.console import mortal, say, tell
from nlc.cli.outcome import Solved, print_competition
from nlc.cli.progress import Progress
from nlc.drivers.base import NO_LIMITS, Driver, Limits
from nlc.encode.spec import Encoding
from nlc.lang.diagnostics import Diagnostics, UserError, fail
from nlc.lang.resolve import Case
from nlc.load import Setting, read_cases

_FAILURES = ("failed", "missing", "bad-board")
_BY_GRAVITY = (EXIT_DECIDED, EXIT_UNDECIDED, EXIT_FAILED, EXIT_USER)


@dataclass(frozen=True, eq=False)
class _Task:
    """A puzzle to solve: its file, and its share of the time that reading the file took."""

    path: str
    case: Case
    parse_seconds: float


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status, the gravest of all puzzles."""
    from nlc.drivers import registry

    _refuse(args)
    wanted = args.solver if args.solver_cmd is None else f"cmd:{args.solver_cmd}"
    driver = registry.get(wanted or registry.DEFAULT)
    missing = driver.missing()
    if missing is not None:
        say(f"nlc: {missing}")
        return EXIT_FAILED
    encoding = Encoding.parse(args.encoding)
    broken = Diagnostics()
    worst = EXIT_DECIDED
    try:
        tasks = _tasks(args, broken)
        with Progress(len(tasks)) as progress:
            for task in tasks:
                progress.step(task.case.puzzle.title)
                try:
                    status = _solve(args, task, driver, encoding, progress)
                except UserError as error:
                    broken.absorb(error)
                    continue
                if args.competition:
                    return status
                worst = max(worst, status, key=_BY_GRAVITY.index)
    finally:
        tell(broken.items, args.error_format)
    return EXIT_USER if broken.errors else worst


def _refuse(args: argparse.Namespace) -> None:
    """Refuse options that cannot work together."""
    if args.files.count("-") > 1:
        raise fail("standard input ('-') can be read only once")
    if args.competition:
        more = {"all": args.all is not None, "count": args.count, "unique": args.unique}
        for option, given in more.items():
            if given:
                raise fail(f"--competition gives one model, and --{option} asks for more")
        if args.format != "text":
            raise fail(f"--competition has a format of its own, not --format {args.format}")


def _tasks(args: argparse.Namespace, broken: Diagnostics) -> list[_Task]:
    """Read all files; what is wrong with them goes to `broken`."""
    settings = tuple(Setting(text) for text in args.settings)
    several = not args.competition
    tasks: list[_Task] = []
    for path in args.files:
        started = time.perf_counter()
        try:
            cases, found = read_cases(path, args.form, settings, args.puzzle, partial=several)
        except UserError as error:
            if not several:
                raise
            broken.absorb(error)
            continue
        broken.items += found.errors
        tell((item for item in found.items if item not in found.errors), args.error_format)
        if not cases and not found.errors:
            broken.error(f"{path} holds no puzzle")
        seconds = (time.perf_counter() - started) / max(1, len(cases))
        tasks += [_Task(path, case, seconds) for case in cases]
    if not several and len(tasks) > 1:
        titles = ", ".join(f'"{task.case.puzzle.title}"' for task in tasks[:20])
        raise fail("--competition solves one puzzle", None, f"choose with --puzzle: {titles}")
    return tasks


def _solve(
    args: argparse.Namespace, task: _Task, driver: Driver, encoding: Encoding, progress: Progress
) -> int:
    """Solve a puzzle, show the outcome and return the exit status that it calls for."""
    from nlc.encode.lower import lower
    from nlc.ir.elaborate import elaborate
    from nlc.solve.strategy import solve

    started = time.perf_counter()
    program = elaborate(task.case)
    # The answer in the solvers' own language is about the CNF that `nlc compile` writes.
    can = driver.capabilities
    lazily = can.in_process and not args.competition
    try:
        lowered = lower(program, encoding, in_process=lazily, propagators=can.propagators)
    except UserError as error:  # it points at the rule that an encoding refuses
        whose = f' (puzzle "{program.title}")'
        told = [replace(item, message=item.message + whose) for item in error.diagnostics]
        raise UserError(told) from None
    compiled = time.perf_counter() - started
    most, keep = _wanted(args)
    limits = Limits(args.timeout, args.memory)
    unstoppable = driver.capabilities.in_process and limits == NO_LIMITS
    with mortal() if unstoppable else nullcontext():
        result = solve(program, lowered, driver, limits, most=most, keep=keep)
    seconds = {"parse": task.parse_seconds, "compile": compiled, **result.seconds}
    seconds["total"] = sum(seconds.values())
    progress.clear()
    if result.message:
        say(f"nlc: {program.title}: {result.message}")
    if args.competition:
        return print_competition(result)
    solved = Solved(task.path, program, lowered, driver.name, result, seconds)
    if args.format == "json":
        print(json.dumps(solved.to_json()), flush=True)
    else:
        solved.show(args)
    if result.reason in _FAILURES:
        return EXIT_FAILED
    settled = most == 1 or result.complete or result.count == most
    return EXIT_DECIDED if result.status != "UNKNOWN" and settled else EXIT_UNDECIDED


def _wanted(args: argparse.Namespace) -> tuple[int | None, int | None]:
    """Return how many solutions to look for and how many to show; None for all."""
    if args.all is not None:
        return args.all or None, None
    if args.unique:
        return 2, None
    return (None, 1) if args.count else (1, 1)
