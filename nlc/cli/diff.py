"""``nlc diff``: compare encodings, solvers and engines, the boards they accept, or DIMACS files."""

from __future__ import annotations

import argparse
import operator
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from contextlib import closing
from typing import TYPE_CHECKING

from nlc.cli import EXIT_FAILED, EXIT_USER
from nlc.cli.common import (
    execution,
    limits,
    limits_of,
    load_inputs,
    look,
    picture_style,
    puzzles,
    refuse_twice,
    require_pictures,
    whole,
)
from nlc.cli.console import say, tell
from nlc.cli.progress import Bar
from nlc.compare.split import split_encodings, split_solvers
from nlc.dataclasses import dataclass, field
from nlc.errors import Diagnostics, UserError, fail
from nlc.pictures import PICTURES

if TYPE_CHECKING:
    from nlc.compare.job import Style
    from nlc.compare.models_report import ModelsResult
    from nlc.compare.write import Form
    from nlc.ir.nodes import Program
    from nlc.language.resolve import Puzzle
    from nlc.pictures.drawing import Drawing

DEFAULT_ENCODINGS = ("default;domains=direct;acyclic=order",)
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
included. The rows of --format json and csv have the keys that nlc.compare.names describes.

exit status: 0 all agree, 1 something disagrees or a solver failed, 2 the input is wrong,
3 undecided within the limits, 130 interrupted (what was done is printed)
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = _EPILOG
    parser.add_argument("files", nargs="+", metavar="FILE", help="puzzle files, or -")
    puzzles(parser)
    compared = parser.add_argument_group("comparison")
    compared.add_argument(
        "--encodings",
        action="append",
        metavar="A,B,…",
        help="specs; the first is what the others are compared with. A piece part=name belongs to "
        "the spec before it, and ; always divides (default: default;domains=direct;acyclic=order)",
    )
    compared.add_argument(
        "--solvers",
        action="append",
        metavar="X,Y,…",
        help="solvers, also cmd:COMMAND up to the next ;, and engines, which have no encoding "
        "(default: in process)",
    )
    kind = compared.add_mutually_exclusive_group()
    kind.add_argument(
        "--models", action="store_true", help="compare the sets of boards that encodings accept"
    )
    kind.add_argument(
        "--cnf", action="store_true", help="the files are two CNFs: compare names and clauses"
    )
    compared.add_argument(
        "--repeat",
        type=whole,
        default=1,
        metavar="N",
        help="measure each pair N times: medians and, in brackets, the range",
    )
    limits(parser, "for each run")
    processes = parser.add_argument_group("processes")
    processes.add_argument(
        "--jobs",
        type=whole,
        default=1,
        metavar="N",
        help="run N pairs at a time; they disturb each other's times",
    )
    execution(processes)
    output = parser.add_argument_group("output")
    output.add_argument(
        "--format",
        choices=("table", "json", "csv", "markdown", "latex", *PICTURES.names()),
        default="table",
        help="output (json: one object a row; latex: for the package booktabs; "
        f"{', '.join(PICTURES.names())}: pictures of boards that break a rule or that "
        "encodings differ on, beside the table)",
    )
    output.add_argument(
        "-o", "--out", default="-", metavar="OUT", help="where pictures go; see nlc draw"
    )
    picture_style(output)
    output.add_argument(
        "--limit",
        type=whole,
        metavar="N",
        help="--models: boards of each encoding (default 1000); --cnf: lines of each list "
        "(default 10)",
    )


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    _refuse_idle(args)
    if args.cnf:
        return _cnfs(args)
    return _models(args) if args.models else _pairs(args)


_RUNNING = ("repeat", "executor", "scheduler")
"""Attributes of options that only measuring takes."""

_SOLVING = ("encodings", "solvers", "timeout", "cpu_time", "memory", "jobs")
"""Of those that only puzzles to be solved take."""

_READING = ("form", "puzzle", "settings")
"""Of those that only puzzles take."""

_DEFAULTS: dict[str, object] = {"repeat": 1, "jobs": 1, "form": "auto", "settings": []}
"""What an attribute holds where the option was not given, if that is not None."""


def _refuse_idle(args: argparse.Namespace) -> None:
    """Refuse options that would have no effect."""
    idle: tuple[str, ...]
    if args.cnf:
        idle, use = _RUNNING + _SOLVING + _READING, "for puzzles, and --cnf compares two files"
    elif args.models:
        idle, use = _RUNNING, "for pairs, and --models compares sets of boards"
    else:
        idle, use = ("limit",), "for --models and --cnf"
    for attribute in idle:
        if getattr(args, attribute) != _DEFAULTS.get(attribute):
            option = {"form": "from", "settings": "set"}.get(attribute, attribute.replace("_", "-"))
            raise fail(f"--{option} is {use}")
    if args.format == "csv" and (args.cnf or args.models):
        kind = "--cnf" if args.cnf else "--models"
        raise fail(f"{kind} prints a table, markdown, latex or json, no csv")
    if args.cnf and args.format in PICTURES:
        raise fail("--cnf compares clauses, of which there are no pictures")
    require_pictures(args, args.files)


@dataclass(eq=False)
class _Wanted:
    """What is to be compared.

    Attributes:
        puzzles: with the files that they stand in.
        encodings: specs.
        drivers: names of SAT drivers.
        engines: names.
        style: of boards that break a rule.
        broken: mistakes in the input, told at the end.
    """

    puzzles: list[tuple[str, Puzzle]]
    encodings: list[str]
    drivers: list[str]
    engines: list[str]
    style: Style
    broken: Diagnostics = field(default_factory=Diagnostics)

    def conclude(self, args: argparse.Namespace, done: int, total: int, status: int) -> int:
        """Tell what is wrong with the input and what was not done; return the exit status."""
        if done < total and not self.broken.errors:
            say(f"nlc: {done} of {total} were done")
        tell(self.broken.items, args.error_format)
        return EXIT_USER if self.broken.errors else status


def _wanted(args: argparse.Namespace) -> _Wanted:
    from nlc.compare.job import Style
    from nlc.drivers import registry
    from nlc.encode.spec import Encoding
    from nlc.engines.registry import find

    errors = Diagnostics()
    encodings = split_encodings(args.encodings or DEFAULT_ENCODINGS)
    for spec in encodings:
        try:
            Encoding.parse(spec)
        except UserError as error:
            errors.absorb(error)
    drivers: list[str] = []
    engines: list[str] = []
    for name in split_solvers(args.solvers or [registry.DEFAULT]):
        try:
            if (engine := find(name)) is not None:
                engines.append(engine.name)
                continue
            driver = registry.get(name)
        except UserError as error:
            errors.absorb(error)
            continue
        driver.missing()  # this imports, once, what every child would import for itself
        drivers.append(driver.name)
    errors.raise_errors()
    if not (engines or (encodings and drivers)):
        raise fail("there is nothing to compare: --encodings or --solvers names none")
    drivers, engines = list(dict.fromkeys(drivers)), list(dict.fromkeys(engines))
    wanted = _Wanted([], encodings, drivers, engines, Style(*look(args)))
    for path, read in load_inputs(args, wanted.broken):
        wanted.puzzles += [(path, puzzle) for puzzle in read]
    return wanted


def _form(args: argparse.Namespace) -> Form:
    form: Form = "text" if args.format in ("table", *PICTURES.names()) else args.format
    return form


def _print(args: argparse.Namespace, text: str) -> None:
    """Print a table; where pictures take standard output, on standard error."""
    aside = args.format in PICTURES and args.out == "-"
    print(text, end="", flush=True, file=sys.stderr if aside else sys.stdout)


def _draw(args: argparse.Namespace, found: Iterable[Drawing]) -> None:
    """Write pictures, if they are wanted."""
    if args.format not in PICTURES:
        return
    from nlc.pictures.gallery import write

    if drawings := list(found):
        write(args.format, drawings, args.out)
    else:
        say("nlc: there is no board to draw: none is disputed, none breaks a rule")


def _pairs(args: argparse.Namespace) -> int:
    """Run every pair of encoding and solver, and print what came of them, also if interrupted."""
    from nlc.compare.comparison import ordered, suite_of
    from nlc.compare.disagreements import exit_status
    from nlc.compare.pair_report import csv_text, json_line, report
    from nlc.compare.pictures import wrong_boards
    from nlc.compare.results import Memory, of
    from nlc.compare.row import Row
    from nlc.compare.run import Runner
    from nlc.compare.samples import sampled
    from nlc.process.executors import opened

    wanted, results, printed = _wanted(args), Memory(), 0
    who = wanted.encodings, wanted.drivers, wanted.engines
    suite = suite_of(wanted.puzzles, *who, limits_of(args), args.repeat)
    total = len(suite.kinds) * len(suite.competitors)
    with opened(args.executor, args.jobs, args.scheduler) as executor, Bar() as bar:
        runner = Runner(
            suite,
            results,
            executor,
            bar.show,
            broken=wanted.broken.absorb,
            style=wanted.style,
        )
        try:
            for sample in ordered(suite, results, runner.rows(suite.competitors)):
                if args.format == "json":
                    bar.clear()
                    print(json_line(sample), flush=True)
                    printed += 1
        finally:
            bar.clear()
            done = sampled(suite, results.records, of(results.records, Row))
            if args.format == "json":
                for sample in done[printed:]:
                    print(json_line(sample))
            else:
                _print(args, csv_text(done) if args.format == "csv" else report(done, _form(args)))
                _draw(args, wrong_boards(done, wanted.puzzles, args.style))
            status = wanted.conclude(args, len(done), total, exit_status(done))
    return status


def _models(args: argparse.Namespace) -> int:
    """Compare the boards that encodings accept, one puzzle after the other."""
    from nlc.compare.models_report import ModelsJob
    from nlc.compare.pictures import disputed_boards
    from nlc.compare.puzzles import record
    from nlc.drivers.registry import get
    from nlc.ir.elaborate.program import elaborate
    from nlc.process.executors import opened

    wanted = _wanted(args)
    if wanted.engines:
        name = wanted.engines[0]
        raise fail(f"--models compares encodings, and the engine '{name}' has none")
    if len(wanted.encodings) < 2 or len(wanted.drivers) != 1:
        raise fail("--models compares two or more encodings by one solver")
    most, driver = args.limit or BOARDS, get(wanted.drivers[0])
    everything = [puzzle for _, puzzle in wanted.puzzles]
    titles: list[str] = []
    programs: list[Program] = []
    drawings: list[Drawing] = []
    statuses: list[int] = []

    def jobs() -> Iterator[ModelsJob]:
        for number, (path, puzzle) in enumerate(wanted.puzzles):
            try:
                program = elaborate(puzzle)
                about = record(str(number), str(number), puzzle, program, file=path, text=None)
            except UserError as error:
                wanted.broken.absorb(error)
                continue
            titles.append(about.title)
            programs.append(program)
            how = limits_of(args), most, wanted.style
            yield ModelsJob(about, puzzle, everything, program, wanted.encodings, driver, *how)

    with opened(None, args.jobs) as executor, Bar() as bar:
        ended = executor.as_completed(operator.call, jobs(), ordered=True)
        try:
            with closing(ended):
                for done in ended:
                    bar.clear()
                    status, result = _tell(args, titles[done.number], done.future)
                    statuses.append(status)
                    if result is not None and args.format in PICTURES:
                        drawings += disputed_boards(result, programs[done.number], args.style)
                    bar.show(titles[done.number], len(statuses), len(wanted.puzzles))
        finally:
            bar.clear()
            _draw(args, drawings)
            worst = EXIT_FAILED if EXIT_FAILED in statuses else max(statuses, default=0)
            status = wanted.conclude(args, len(statuses), len(wanted.puzzles), worst)
    return status


def _tell(
    args: argparse.Namespace, title: str, future: Future[ModelsResult]
) -> tuple[int, ModelsResult | None]:
    """Print what came of a puzzle's sets of boards; return the exit status that it calls for."""
    from nlc.process.worker import WorkerStoppedError

    try:
        result = future.result()
    except WorkerStoppedError as stop:
        say(f"nlc: {title}: {stop}")
        return EXIT_FAILED, None
    text = result.json_line() if args.format == "json" else result.text(_form(args))
    _print(args, f"{text}\n")
    return result.status, result


def _cnfs(args: argparse.Namespace) -> int:
    """Compare two DIMACS files."""
    from nlc.cnf.read import read_cnf
    from nlc.compare.cnf import compare_cnfs
    from nlc.compare.cnf_report import as_json, as_text

    if len(args.files) != 2:
        raise fail("--cnf compares two files", None, "nlc diff --cnf old.cnf new.cnf")
    a, b = args.files
    refuse_twice(args.files)
    found = compare_cnfs(read_cnf(a), read_cnf(b))
    most = args.limit or LINES
    if args.format == "json":
        print(as_json(found, a, b, most))
    else:
        print(as_text(found, a, b, most, _form(args)), end="")
    return EXIT_FAILED if found.differs else 0
