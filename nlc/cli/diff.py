"""``nlc diff``: compare encodings, solvers and engines, the boards they accept, or DIMACS files."""

from __future__ import annotations

import argparse
import operator
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from nlc.cli import EXIT_FAILED, EXIT_USER
from nlc.cli.common import execution, megabytes, positive, puzzles, whole
from nlc.cli.console import say, tell
from nlc.cli.diff_options import refuse_idle
from nlc.cli.progress import Progress
from nlc.compare.split import split_encodings, split_solvers
from nlc.errors import Diagnostics, UserError, fail
from nlc.language.resolve import Puzzle
from nlc.load import Setting, load_puzzles

if TYPE_CHECKING:
    from nlc.compare.measure import Style
    from nlc.compare.row import Row, Subject
    from nlc.drivers.base import Driver
    from nlc.engines.base import Engine
    from nlc.ir.nodes import Program

DEFAULT_ENCODINGS = ("default;labels=direct;acyclic=order",)
BOARDS, LINES = 1000, 10
"""Defaults of ``--limit``: boards of each encoding, lines of each list."""


_EPILOG = """\
examples:
  nlc diff puzzle.nl                            three encodings, the default solver
  nlc diff --encodings direct,log --solvers minisat,cadical,kissat puzzle.nl
  nlc diff --encodings 'default;default,acyclic=order' --repeat 5 puzzle.nl
  nlc diff --solvers minisat,backtrack puzzle.nl  an engine beside three encodings
  nlc diff --models --encodings 'default;acyclic=vertex-tree' puzzle.nl
  nlc diff --cnf old.cnf new.cnf                what was added, removed, renumbered

Compiling is timed from the IR to the CNF; solving is the solver's own time, reading the CNF
included. The rows of --format json and csv have the keys that nlc.compare.row describes.

exit status: 0 all agree, 1 something disagrees or a solver failed, 2 the input is wrong,
3 undecided within the limits, 130 interrupted (what was done is printed)
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = _EPILOG
    parser.add_argument("files", nargs="+", metavar="FILE", help="puzzle files, or -")
    puzzles(parser)
    parser.add_argument(
        "--encodings",
        action="append",
        metavar="A,B,…",
        help="specs; the first is what the others are compared with. A piece part=name belongs to "
        "the spec before it, and ; always divides (default: default;labels=direct;acyclic=order)",
    )
    parser.add_argument(
        "--solvers",
        action="append",
        metavar="X,Y,…",
        help="solvers, also cmd:COMMAND up to the next ;, and engines, which have no encoding "
        "(default: in process)",
    )
    parser.add_argument(
        "--timeout", type=positive, metavar="S", help="seconds of wall-clock time for each run"
    )
    parser.add_argument(
        "--cpu-time", type=positive, metavar="S", help="seconds of processor time for each run"
    )
    parser.add_argument("--memory", type=megabytes, metavar="MB", help="megabytes for each run")
    parser.add_argument(
        "--repeat",
        type=whole,
        default=1,
        metavar="N",
        help="measure each pair N times: medians and, in brackets, the range",
    )
    parser.add_argument(
        "--jobs",
        type=whole,
        default=1,
        metavar="N",
        help="run N pairs at a time; they disturb each other's times",
    )
    execution(parser)
    parser.add_argument(
        "--format",
        choices=("table", "json", "csv", "markdown"),
        default="table",
        help="output (json: one object a row)",
    )
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument(
        "--models", action="store_true", help="compare the sets of boards that encodings accept"
    )
    kind.add_argument(
        "--cnf", action="store_true", help="the files are two CNFs: compare names and clauses"
    )
    parser.add_argument(
        "--limit",
        type=whole,
        metavar="N",
        help="--models: boards of each encoding (default 1000); --cnf: lines of each list "
        "(default 10)",
    )


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    refuse_idle(args)
    if args.cnf:
        return _cnfs(args)
    return _models(args) if args.models else _pairs(args)


@dataclass(eq=False)
class _Wanted:
    """What is to be compared.

    Attributes:
        cases: puzzles with the files that they stand in.
        broken: mistakes in the input, told at the end.
    """

    cases: list[tuple[str, Puzzle]]
    encodings: list[str]
    drivers: list[Driver]
    engines: list[Engine]
    style: Style
    broken: Diagnostics = field(default_factory=Diagnostics)

    def programs(self) -> Iterator[tuple[Subject, Program]]:
        """Yield the elaborated puzzles; what is wrong with the others goes to `broken`."""
        from nlc.compare.row import Subject
        from nlc.ir.elaborate.program import elaborate

        for number, (path, case) in enumerate(self.cases):
            try:
                program = elaborate(case)
            except UserError as error:
                self.broken.absorb(error)
                continue
            board = program.board
            size = board.topology, board.rows, board.cols
            yield Subject(number, path, program.title, program.genre, *size), program

    def conclude(self, args: argparse.Namespace, done: int, total: int, status: int) -> int:
        """Tell what is wrong with the input and what was not done; return the exit status."""
        if done < total and not self.broken.errors:
            say(f"nlc: {done} of {total} were done")
        tell(self.broken.items, args.error_format)
        return EXIT_USER if self.broken.errors else status


def _wanted(args: argparse.Namespace) -> _Wanted:
    from nlc.compare.measure import Style
    from nlc.drivers import registry
    from nlc.encode.spec import Encoding
    from nlc.engines.registry import find
    from nlc.render.terminal import use_color, use_unicode

    errors = Diagnostics()
    encodings = split_encodings(args.encodings or DEFAULT_ENCODINGS)
    for spec in encodings:
        try:
            Encoding.parse(spec)
        except UserError as error:
            errors.absorb(error)
    drivers: dict[str, Driver] = {}
    engines: dict[str, Engine] = {}
    for name in split_solvers(args.solvers or [registry.DEFAULT]):
        try:
            if (engine := find(name)) is not None:
                engines[engine.name] = engine
                continue
            driver = registry.get(name)
        except UserError as error:
            errors.absorb(error)
            continue
        driver.missing()  # this imports, once, what every child would import for itself
        drivers.setdefault(driver.name, driver)
    errors.raise_errors()
    if not (engines or (encodings and drivers)):
        raise fail("there is nothing to compare: --encodings or --solvers names none")
    style = Style("unicode" if use_unicode(sys.stdout) else "ascii", use_color(sys.stdout))
    wanted = _Wanted([], encodings, list(drivers.values()), list(engines.values()), style)
    _read(args, wanted)
    return wanted


def _read(args: argparse.Namespace, wanted: _Wanted) -> None:
    if args.files.count("-") > 1:
        raise fail("standard input ('-') can be read only once")
    settings = tuple(Setting(text) for text in args.settings)
    for path in args.files:
        try:
            cases, found = load_puzzles(path, args.form, settings, args.puzzle, partial=True)
        except UserError as error:
            wanted.broken.absorb(error)
            continue
        wanted.broken.items += found.errors
        tell((item for item in found.items if item not in found.errors), args.error_format)
        if not cases and not found.errors:
            wanted.broken.error(f"{path} holds no puzzle")
        wanted.cases += [(path, case) for case in cases]


def _pairs(args: argparse.Namespace) -> int:
    """Run every pair of encoding and solver, and print what came of them, also if interrupted."""
    from nlc.compare.disagreements import exit_status
    from nlc.compare.pairs import Plan, compare
    from nlc.compare.tables import json_line
    from nlc.drivers.base import Limits
    from nlc.process.executor import opened

    wanted = _wanted(args)
    limits = Limits(args.timeout, args.memory, args.cpu_time)
    how = args.repeat, wanted.style
    cases = [case for _, case in wanted.cases]
    plan = Plan(wanted.encodings, wanted.drivers, limits, *how, wanted.engines, cases)
    total = len(wanted.cases) * plan.pairs
    progress = Progress(total)
    rows: dict[int, Row] = {}
    printed = 0
    with opened(args.executor, args.jobs, args.scheduler) as executor:
        try:
            for number, row in compare(wanted.programs(), plan, executor, progress.step):
                rows[number] = row
                while args.format == "json" and printed in rows:
                    progress.clear()
                    print(json_line(rows[printed]), flush=True)
                    printed += 1
        finally:
            progress.clear()
            done = [rows[number] for number in sorted(rows)]
            _print_rows(args.format, done, printed)
            status = wanted.conclude(args, len(done), total, exit_status(done))
    return status


def _print_rows(form: str, rows: Sequence[Row], printed: int) -> None:
    """Print rows; as JSON, those after the first `printed`."""
    from nlc.compare.diff_report import report
    from nlc.compare.tables import csv_text, json_line

    if form == "json":
        for row in rows[printed:]:
            print(json_line(row))
    else:
        text = csv_text(rows) if form == "csv" else report(rows, markdown=form == "markdown")
        print(text, end="", flush=True)


def _models(args: argparse.Namespace) -> int:
    """Compare the boards that encodings accept, one puzzle after the other."""
    from nlc.compare.models_report import ModelsJob, ModelsResult
    from nlc.drivers.base import Limits
    from nlc.process.executor import opened
    from nlc.process.worker import WorkerStoppedError

    if args.format == "csv":
        raise fail("--models prints a table, markdown or json, no csv")
    wanted = _wanted(args)
    if wanted.engines:
        name = wanted.engines[0].name
        raise fail(f"--models compares encodings, and the engine '{name}' has none")
    if len(wanted.encodings) < 2 or len(wanted.drivers) != 1:
        raise fail("--models compares two or more encodings by one solver")
    limits = Limits(args.timeout, args.memory, args.cpu_time)
    driver, most = wanted.drivers[0], args.limit or BOARDS
    progress = Progress(len(wanted.cases))
    titles: list[str] = []

    def begin(job: ModelsJob) -> None:
        titles.append(job.subject.title)
        progress.step(job.subject.title)

    def jobs() -> Iterator[ModelsJob]:
        for subject, program in wanted.programs():
            yield ModelsJob(subject, program, wanted.encodings, driver, limits, most, wanted.style)

    def tell_of(number: int) -> int:
        """Print what came of a puzzle and return the exit status that it calls for."""
        result = results[number]
        if isinstance(result, WorkerStoppedError):
            say(f"nlc: {titles[number]}: {result}")
            return EXIT_FAILED
        json = args.format == "json"
        print(result.json_line() if json else result.text(args.format == "markdown"), flush=True)
        return result.status

    results: dict[int, ModelsResult | WorkerStoppedError] = {}
    statuses: list[int] = []
    try:
        with (
            opened(None, args.jobs) as executor,
            closing(executor.as_completed(operator.call, jobs(), started=begin)) as all_ended,
        ):
            for done in all_ended:
                progress.clear()
                try:
                    results[done.number] = done.future.result()
                except WorkerStoppedError as stop:
                    results[done.number] = stop
                while len(statuses) in results:
                    statuses.append(tell_of(len(statuses)))
    finally:
        progress.clear()
        statuses += [tell_of(number) for number in sorted(results) if number >= len(statuses)]
        worst = EXIT_FAILED if EXIT_FAILED in statuses else max(statuses, default=0)
        status = wanted.conclude(args, len(results), len(wanted.cases), worst)
    return status


def _cnfs(args: argparse.Namespace) -> int:
    """Compare two DIMACS files."""
    from nlc.cnf.read import read_cnf
    from nlc.compare.cnf import compare_cnfs
    from nlc.compare.cnf_report import as_json, as_text

    if len(args.files) != 2:
        raise fail("--cnf compares two files", None, "nlc diff --cnf old.cnf new.cnf")
    if args.format == "csv":
        raise fail("--cnf prints a table, markdown or json, no csv")
    a, b = args.files
    if a == b == "-":
        raise fail("standard input ('-') can be read only once")
    found = compare_cnfs(read_cnf(a), read_cnf(b))
    most = args.limit or LINES
    if args.format == "json":
        print(as_json(found, a, b, most))
    else:
        print(as_text(found, a, b, most, markdown=args.format == "markdown"), end="")
    return EXIT_FAILED if found.differs else 0
