"""``nlc bench``: run suites of measurements, and report their results."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from msgspec.structs import replace

from nlc.cli import common
from nlc.cli.console import EXIT_DECIDED, EXIT_FAILED, print_message
from nlc.cli.parser import positive
from nlc.cli.progress import Bar
from nlc.comparing import suite_file
from nlc.comparing.comparison import csv_text, json_line
from nlc.comparing.plots import page as plots_page
from nlc.comparing.plots import write
from nlc.comparing.report import disagreements, report
from nlc.comparing.results import Record, ResultsFile, Run, load, records_of
from nlc.comparing.run import Runner, load_warning
from nlc.comparing.samples import collect
from nlc.comparing.suite import PuzzleKind, Suite
from nlc.errors import fail
from nlc.files import atomic_writer
from nlc.process.cluster import make_executor

OTHERS = ("list", "report")
"""Written in place of a suite's name."""

_RUNNING, _REPORTING = "out full count budget puzzles jobs executor scheduler", "format plots"

EPILOG = """\
examples:
  nlc bench list                             list the suites
  nlc bench encodings --out e.jsonl          run a suite, or go on
  nlc bench mine.toml --out m.jsonl --full   a suite of one's own, at its full size
  nlc bench report e.jsonl --plots plots     tables, and plots as SVG and PNG

A suite is a TOML file; docs/comparing.md describes its keys. Each row is written to --out when
its job is done, so that an interrupted run loses none and continues where it was.
"""


KINDS = {"budget": positive}


ARGUMENTS = f"""
SUITE  a suite's name or TOML file, or 'list' or 'report'
RESULTS*  report: files of results
--format text|markdown|latex|csv|json  tables as text (default), markdown or latex (for the package
    booktabs and adjustbox); or csv or json: what each competitor did on each puzzle
--plots FOLDER  write a page, index.html, with tables and plots, and the plots as SVG and PNG
suites:
--out RESULTS  append the rows to this file, and leave out those that it has (default: SUITE.jsonl)
--full  the suite's full size
--count N  puzzles of each kind, in place of the suite's
--budget S  after S seconds begin no puzzle, but the first of each kind, and no repetition
--puzzles FOLDER  take the puzzles of a folder in place of the suite's
--jobs N  run N jobs at a time (default: 1); they disturb each other's times
{common.EXECUTOR}
"""


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    if args.results and args.suite != "report":
        raise fail("files of results are for 'nlc bench report'")
    if args.suite in OTHERS:
        idle = f"{_RUNNING} {_REPORTING if args.suite == 'list' else ''}"
        common.refuse(args, idle, f"{{}} is for suites, and '{args.suite}' takes none")
        if args.suite == "list":
            for name in suite_file.names():
                suite = suite_file.parse_suite(suite_file.find_suite(name), run=False)
                print(f"{name:16} {suite.title}")
            return EXIT_DECIDED
        if not args.results:
            raise fail("name the files of results", hint="nlc bench report RESULTS.jsonl")
        records = [record for path in args.results for record in load(path)]
        if not records_of(records, Run):
            raise fail(f"{', '.join(args.results)}: there is no result", hint="nlc bench SUITE")
        return _print(args, records, [])
    source = suite_file.find_suite(args.suite, OTHERS)
    return _run(args, _adjusted(args, suite_file.parse_suite(source, full=args.full)))


def _adjusted(args: argparse.Namespace, suite: Suite) -> Suite:
    """Return a suite with the puzzles that the arguments name."""
    if args.puzzles is not None:
        if suite.work == "generate":
            raise fail(f"the suite '{suite.name}' makes puzzles, and takes none")
        suite = replace(suite, kinds=_folder(args.puzzles))
    if args.count is not None:
        kinds = tuple(replace(kind, count=args.count) for kind in suite.kinds)
        suite = replace(suite, kinds=kinds)
    return suite


def _folder(folder: str) -> tuple[PuzzleKind, ...]:
    """Return the puzzles of all files of a folder."""
    if not Path(folder).is_dir():
        raise fail(f"'{folder}' is not a folder")
    paths = sorted(path for path in Path(folder).iterdir() if path.is_file())
    kinds = tuple(
        PuzzleKind(group=path.stem, count=0, file=os.path.abspath(path))  # noqa: PTH100
        for path in paths
        if path.suffix in (".nl", ".txt", ".flow", ".thesis")
    )
    if not kinds:
        raise fail(f"'{folder}' holds no puzzles: no file ends in .nl, .txt, .flow or .thesis")
    return kinds


def _run(args: argparse.Namespace, suite: Suite) -> int:
    """Run a suite, as far as its file of results has not got it."""
    path = args.out or f"{suite.name}.jsonl"
    with ResultsFile(path) as rows, Bar() as bar:
        if rows.repaired:
            print_message(
                f"nlc: {path}: a line was cut off, and is taken away ({rows.repaired} bytes)"
            )
        with make_executor(args.executor or "local", args.jobs, args.scheduler) as executor:
            if args.executor in (None, "local") and (busy := load_warning(args.jobs or 1)):
                print_message(f"nlc: {busy}")
            runner = Runner(suite, rows, executor, bar.count, args.budget)
            tally = runner.tally
            try:
                runner.run(args.full)
            except KeyboardInterrupt:
                bar.clear()
                print_message(f"nlc: {tally.added} rows more in {path}; the same command continues")
                raise
    bar.clear()
    for name, why in tally.left_out.items():
        print_message(f"nlc: '{name}' is left out: {why}")
    if tally.over:
        print_message(f"nlc: the budget is spent after {tally.done} of {tally.jobs} jobs")
    return _print(args, load(path), [suite])


def _print(args: argparse.Namespace, records: list[Record], suites: list[Suite]) -> int:
    """Print tables and write plots; a disagreement, or a wrong board, is a failure."""
    found = collect(records, suites)
    if suites:
        found = [data for data in found if data.suite.name == suites[0].name]
    samples = [sample for data in found for sample in data.samples]
    if args.format == "csv":
        print(csv_text(samples), end="")
    elif args.format == "json":
        for sample in samples:
            print(json_line(sample))
    else:
        print("\n".join(report(data, args.format or "text") for data in found))
    if args.plots is not None:
        for path in [path for data in found for path in write(data, Path(args.plots))]:
            print_message(f"nlc: wrote {path}")
        page = Path(args.plots, "index.html")
        with atomic_writer(str(page)) as stream:
            stream.write(plots_page([(data, report(data)) for data in found]).encode())
        print_message(f"nlc: wrote {page}")
    return EXIT_FAILED if any(map(disagreements, found)) else EXIT_DECIDED
