"""``nlc run``: solve puzzles and show the checked boards."""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import Any

from nlc.cli import EXIT_DECIDED, EXIT_FAILED, EXIT_UNDECIDED
from nlc.cli.progress import Progress
from nlc.drivers.base import Driver, Limits
from nlc.encode.lower import Lowered
from nlc.ir.nodes import Program
from nlc.lang.diagnostics import fail
from nlc.lang.resolve import Case
from nlc.load import Setting, read_cases
from nlc.solve.result import Result

_FAILURES = ("failed", "missing", "bad-board")


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    from nlc.drivers import registry
    from nlc.encode.spec import Encoding

    wanted = f"cmd:{args.solver_cmd}" if args.solver_cmd else args.solver
    driver = registry.get(wanted or registry.DEFAULT)
    missing = driver.missing()
    if missing is not None:
        print(f"nlc: {missing}", file=sys.stderr)
        return EXIT_FAILED
    encoding = Encoding.parse(args.encoding)
    settings = tuple(Setting(text) for text in args.settings)
    tasks: list[tuple[str, Case]] = []
    seconds: dict[str, float] = {}
    for path in args.files:
        started = time.perf_counter()
        cases, diagnostics = read_cases(path, args.form, settings, args.puzzle)
        seconds[path] = (time.perf_counter() - started) / max(1, len(cases))
        for item in diagnostics.items:
            print(item.render(), file=sys.stderr)
        if not cases:
            raise fail(f"{path} holds no puzzle")
        tasks += [(path, case) for case in cases]
    if args.competition and len(tasks) != 1:
        raise fail("--competition solves one puzzle", None, "choose it with --puzzle")
    worst = EXIT_DECIDED
    with Progress(len(tasks)) as progress:
        for path, case in tasks:
            progress.step(case.puzzle.title)
            status = _one(args, path, case, driver, encoding, seconds[path], progress)
            if args.competition:
                return status
            worst = EXIT_FAILED if EXIT_FAILED in (status, worst) else max(worst, status)
    return worst


def _one(
    args: argparse.Namespace,
    path: str,
    case: Case,
    driver: Driver,
    encoding: Any,
    parse_seconds: float,
    progress: Progress,
) -> int:
    from nlc.encode.lower import lower
    from nlc.ir.elaborate import elaborate
    from nlc.solve.strategy import solve

    started = time.perf_counter()
    program = elaborate(case)
    # The answer in the solvers' own language is about the CNF that `nlc compile` writes.
    in_process = driver.capabilities.in_process and not args.competition
    lowered = lower(program, encoding, in_process=in_process)
    compiled = time.perf_counter() - started
    most: int | None = 1
    if args.all is not None:
        most = args.all or None
    elif args.count:
        most = None
    elif args.unique:
        most = 2
    keep = None if args.all is not None else 1
    if args.all == 1:
        most = 1
    limits = Limits(args.timeout, args.memory)
    result = solve(program, lowered, driver, limits, most=most, keep=keep)
    seconds = {"parse": parse_seconds, "compile": compiled, **result.seconds}
    seconds["total"] = sum(seconds.values())
    progress.clear()
    if args.competition:
        return _competition(result)
    if args.format == "json":
        entry = describe(path, program, lowered, driver.name, result, seconds)
        print(json.dumps(entry, ensure_ascii=False), flush=True)
    else:
        _show(args, path, program, lowered, driver.name, result, seconds)
    if result.message:
        print(f"nlc: {result.message}", file=sys.stderr)
    if result.reason in _FAILURES:
        return EXIT_FAILED
    wanted = result.complete is not False or result.count == most or result.unique is not None
    return EXIT_DECIDED if result.status != "UNKNOWN" and wanted else EXIT_UNDECIDED


def describe(
    path: str,
    program: Program,
    lowered: Lowered,
    solver: str,
    result: Result,
    seconds: dict[str, float],
) -> dict[str, Any]:
    """Return the JSON object of one puzzle."""
    return {
        "file": path,
        "puzzle": program.title,
        "genre": program.genre,
        "topology": program.board.topology,
        "rows": program.board.rows,
        "cols": program.board.cols,
        "status": result.status,
        "reason": result.reason,
        "solver": solver,
        "encoding": str(lowered.encoding),
        "variables": lowered.cnf.variables,
        "clauses": lowered.cnf.clauses,
        "seconds": {name: round(value, 6) for name, value in seconds.items()},
        "statistics": dict(result.statistics),
        "verified": bool(result.solutions),
        "unique": result.unique,
        "count": result.count,
        "count_complete": result.complete,
        "solutions": [program.solution_json(board) for board in result.solutions],
    }


def _show(
    args: argparse.Namespace,
    path: str,
    program: Program,
    lowered: Lowered,
    solver: str,
    result: Result,
    seconds: dict[str, float],
) -> None:
    from nlc.render.terminal import use_color, use_unicode
    from nlc.render.text import render

    color = args.color == "always" or (args.color == "auto" and use_color(sys.stdout))
    style = "unicode" if use_unicode(sys.stdout) and not args.ascii else "ascii"
    print(f"{program.title}  ({path}, {program.genre})")
    for number, board in enumerate(result.solutions, 1):
        if len(result.solutions) > 1:
            print(f"solution {number}")
        print(render(program, board, style=style, color=color))
    print(verdict(result))
    print(
        f"{lowered.cnf.variables} variables, {lowered.cnf.clauses} clauses ({lowered.encoding}); "
        f"{solver}; {seconds['total']:.3f} s"
    )
    print(flush=True)


def verdict(result: Result) -> str:
    """Return the outcome in a sentence."""
    if result.status == "UNKNOWN":
        return f"undecided: {result.reason}"
    if result.status == "UNSATISFIABLE":
        return "no solution"
    if result.count is None:
        return "solved, and checked against every rule"
    if result.unique:
        return "exactly 1 solution, checked against every rule"
    plural = "" if result.count == 1 else "s"
    more = "" if result.complete else "at least "
    reason = f" (stopped: {result.reason})" if result.reason else ""
    return f"{more}{result.count} solution{plural}, checked against every rule{reason}"


def _competition(result: Result) -> int:
    """Print the answer as a solver would and return its exit status."""
    if result.message:
        print(f"nlc: {result.message}", file=sys.stderr)
    if result.model is not None:
        print("s SATISFIABLE")
        lits = [i if value else -i for i, value in enumerate(result.model.tolist())][1:]
        for start in range(0, len(lits), 12):
            print("v", *lits[start : start + 12])
        print("v 0", flush=True)
        return 10
    print(f"s {result.status}", flush=True)
    return 20 if result.status == "UNSATISFIABLE" else 0
