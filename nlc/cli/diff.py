"""``nlc diff``: compare encodings, solvers and engines, or the boards they accept."""

from __future__ import annotations

import argparse
import operator
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import closing

from nlc.cli import EXIT_FAILED, EXIT_UNDECIDED, common
from nlc.cli.console import print_message
from nlc.cli.diff_input import (
    disputed_boards,
    draw_all,
    form_of,
    parse_input,
    print_table,
    wrong_boards,
)
from nlc.cli.parser import add
from nlc.cli.progress import Bar
from nlc.comparing.comparison import csv_text, json_line, report, samples_in_order, suite_of
from nlc.comparing.disagreements import exit_status
from nlc.comparing.models_report import ModelsJob, ModelsResult
from nlc.comparing.puzzles import record
from nlc.comparing.results import Measurement, RecordStore, records_of
from nlc.comparing.run import Runner
from nlc.comparing.samples import samples_of
from nlc.drivers import get
from nlc.errors import UserError, fail
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Program
from nlc.pictures import PICTURES
from nlc.pictures.drawing import Drawing
from nlc.process.executors import make_executor
from nlc.process.own_limits import OwnLimitError, within
from nlc.process.worker import WorkerStoppedError

_EPILOG = """\
examples:
  nlc diff puzzle.nl                            three encodings, the default solver
  nlc diff --encodings direct,log --solvers minisat,cadical,kissat puzzle.nl
  nlc diff --encodings 'default;default,acyclic=order' --repeat 5 puzzle.nl
  nlc diff --solvers minisat,backtrack puzzle.nl  an engine and three encodings
  nlc diff --models --encodings 'default;acyclic=vertex-tree' puzzle.nl

Compiling is timed from the IR to the CNF; solving is the solver's own time, reading the CNF
included. The rows of --format json and csv have the keys that nlc.comparing.names describes.

exit status: 0 all agree, 1 something disagrees or a solver failed, 2 the input is wrong,
3 undecided within the limits, 130 interrupted (what was done is printed)
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = _EPILOG
    parser.add_argument("files", nargs="+", metavar="FILE", help="puzzle files, or -")
    common.add_puzzle_arguments(parser)
    common.add_objective_arguments(parser)
    compared = parser.add_argument_group("comparison")
    add(
        compared,
        "--encodings A,B,…",
        "specs; the first is what the others are compared with. A piece part=name belongs to "
        "the spec before it, and ; always divides (default: default;domains=direct;acyclic=order)",
        action="append",
    )
    add(
        compared,
        "--solvers X,Y,…",
        "solvers, also cmd:COMMAND up to the next ;, and engines, which have no encoding "
        "(default: in process)",
        action="append",
    )
    add(compared, "--models", "compare the sets of boards that encodings accept")
    add(
        compared,
        "--repeat N",
        "measure each pair N times: medians and, in brackets, the range (default: 3 times "
        "what takes less than a second)",
        type=common.whole,
    )
    common.add_limit_arguments(parser, "run")
    processes = parser.add_argument_group("processes")
    add(
        processes,
        "--jobs N",
        "run N pairs at a time; they disturb each other's times",
        type=common.whole,
        default=1,
    )
    common.add_executor_arguments(processes)
    output = parser.add_argument_group("output")
    add(
        output,
        "--format",
        "output (json: one object a row; latex: for the package booktabs; "
        f"{', '.join(PICTURES.names())}: pictures of boards that break a rule or that "
        "encodings differ on, beside the table)",
        choices=("table", "json", "csv", "markdown", "latex", *PICTURES.names()),
        default="table",
    )
    common.add_out_argument(output, "where pictures go; see nlc draw")
    common.add_style_argument(output)
    add(output, "--limit N", "--models: boards of each encoding (default 1000)", type=common.whole)


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    _refuse_idle(args)
    if args.models:
        return compare_models(args)
    return _pairs(args)


def _refuse_idle(args: argparse.Namespace) -> None:
    """Refuse options that would have no effect."""
    idle: tuple[str, ...] = ("limit",)
    use = "for --models"
    if args.models:
        idle, use = ("repeat", "executor", "scheduler"), "for pairs, and --models compares sets"
    for name in idle:
        if getattr(args, name) is not None:
            raise fail(f"--{name} is {use}")
    if args.format == "csv" and args.models:
        raise fail("--models prints a table, markdown, latex or json, not csv")
    common.require_pictures(args, args.files)


def _pairs(args: argparse.Namespace) -> int:
    """Run every pair of encoding and solver, and print what came of them, also if interrupted."""
    wanted, results, printed = parse_input(args), RecordStore(), 0
    who = wanted.encodings, wanted.drivers, wanted.engines
    suite = suite_of(wanted.puzzles, *who, common.command_limits(args, each=True), args.repeat)
    total = len(suite.kinds) * len(suite.competitors)
    with make_executor(args.executor, args.jobs, args.scheduler) as executor, Bar() as bar:
        runner = Runner(
            suite,
            results,
            executor,
            bar.show,
            broken=wanted.broken.absorb,
            style=wanted.style,
        )
        try:
            for sample in samples_in_order(suite, results, runner.rows(suite.competitors)):
                if args.format == "json":
                    bar.clear()
                    print(json_line(sample), flush=True)
                    printed += 1
        finally:
            bar.clear()
            done = samples_of(suite, results.records, records_of(results.records, Measurement))
            if args.format == "json":
                for sample in done[printed:]:
                    print(json_line(sample))
            else:
                print_table(
                    args, csv_text(done) if args.format == "csv" else report(done, form_of(args))
                )
                draw_all(args, wrong_boards(done, wanted.puzzles, args.style))
            for stopped in runner.tally.stopped:
                print_message(f"nlc: {stopped}")
            worst = exit_status(done) or EXIT_UNDECIDED * bool(runner.tally.stopped)
            status = wanted.conclude(args, len(done), total, worst)
    return status


BOARDS = 1000
"""The default of ``--limit``: boards of each encoding."""


def compare_models(args: argparse.Namespace) -> int:
    """Compare the boards that encodings accept, one puzzle after the other."""
    wanted = parse_input(args)
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
                with within(common.command_limits(args, each=True)):
                    program = elaborate(puzzle)
                about = record(str(number), str(number), puzzle, program, file=path, text=None)
            except UserError as error:
                wanted.broken.absorb(error)
                continue
            except OwnLimitError as stop:
                print_message(f"nlc: {puzzle.title}: {stop}")
                statuses.append(EXIT_UNDECIDED)
                continue
            titles.append(about.title)
            programs.append(program)
            how = common.command_limits(args, each=True), most, wanted.style
            yield ModelsJob(about, puzzle, everything, program, wanted.encodings, driver, *how)

    with make_executor(None, args.jobs) as executor, Bar() as bar:
        ended = executor.as_completed(operator.call, jobs(), ordered=True)
        try:
            with closing(ended):
                for done in ended:
                    bar.clear()
                    status, result = _print_result(args, titles[done.number], done.future)
                    statuses.append(status)
                    if result is not None and args.format in PICTURES:
                        drawings += disputed_boards(result, programs[done.number], args.style)
                    bar.show(titles[done.number], len(statuses), len(wanted.puzzles))
        finally:
            bar.clear()
            draw_all(args, drawings)
            worst = EXIT_FAILED if EXIT_FAILED in statuses else max(statuses, default=0)
            status = wanted.conclude(args, len(statuses), len(wanted.puzzles), worst)
    return status


def _print_result(
    args: argparse.Namespace, title: str, future: Future[ModelsResult]
) -> tuple[int, ModelsResult | None]:
    """Print the result for a puzzle's sets of boards; return its exit status."""
    try:
        result = future.result()
    except WorkerStoppedError as stop:
        print_message(f"nlc: {title}: {stop}")
        return EXIT_FAILED, None
    text = result.json_line() if args.format == "json" else result.text(form_of(args))
    print_table(args, f"{text}\n")
    return result.status, result
