"""``nlc bench`` on suites: run them, tell of their results, list them."""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from pathlib import Path

from nlc.cli import EXIT_DECIDED, EXIT_FAILED
from nlc.cli.bar import Bar
from nlc.cli.bench import OTHERS
from nlc.cli.console import say
from nlc.compare import results, suite_read
from nlc.compare.row import Record, Run
from nlc.compare.suite import Kind, Suite
from nlc.errors import fail


def run(args: argparse.Namespace) -> int:
    """Run a suite, report on results, or list what there is; return the exit status."""
    if args.suite == "list":
        return _list()
    if args.suite == "report":
        return _report(args)
    if args.plots is not None:
        raise fail("--plots is for 'nlc bench report'", hint="nlc bench report RESULTS --plots DIR")
    source = suite_read.find(args.suite, tuple(OTHERS))
    return _run(args, _adjusted(args, suite_read.read(source, full=args.full)))


def _list() -> int:
    """Print what can be run."""
    for name in suite_read.names():
        suite = suite_read.read(suite_read.find(name), run=False)
        print(f"{name:16} {suite.title}")
    print("\nand 'figures', which measures whole commands beside what they are to reach")
    return EXIT_DECIDED


def _adjusted(args: argparse.Namespace, suite: Suite) -> Suite:
    """Return a suite with the puzzles that the arguments ask for."""
    if args.puzzles is not None:
        if suite.work == "generate":
            raise fail(f"the suite '{suite.name}' makes puzzles, and takes none")
        suite = replace(suite, kinds=_folder(args.puzzles))
    if args.count is not None:
        suite = replace(suite, kinds=tuple(replace(k, count=args.count) for k in suite.kinds))
    return suite


def _folder(folder: str) -> tuple[Kind, ...]:
    """Return the puzzles of all files of a folder."""
    if not Path(folder).is_dir():
        raise fail(f"'{folder}' is not a folder")
    paths = sorted(path for path in Path(folder).iterdir() if path.is_file())
    kinds = tuple(
        Kind(group=path.stem, count=0, file=os.path.abspath(path))  # noqa: PTH100
        for path in paths
        if path.suffix in (".nl", ".txt", ".flow", ".thesis")
    )
    if not kinds:
        raise fail(f"'{folder}' holds no puzzles: no file ends in .nl, .txt, .flow or .thesis")
    return kinds


def _run(args: argparse.Namespace, suite: Suite) -> int:
    """Run a suite, as far as its file of results has not got it."""
    from nlc.compare.run import Runner
    from nlc.process.executor import opened

    path = args.out or f"{suite.name}.jsonl"
    with results.Results(path) as rows, Bar() as bar:
        if rows.repaired:
            say(f"nlc: {path}: a line was cut off, and is taken away ({rows.repaired} bytes)")
        with opened(args.executor or "local", args.jobs, args.scheduler) as executor:
            runner = Runner(suite, rows, executor, bar.show, args.budget)
            tally = runner.tally
            try:
                runner.run(args.full)
            except KeyboardInterrupt:
                bar.clear()
                say(f"nlc: {tally.added} rows more in {path}; the same command continues")
                raise
    bar.clear()
    for name, why in tally.left_out.items():
        say(f"nlc: '{name}' is left out: {why}")
    if tally.over:
        say(f"nlc: the budget is spent after {tally.done} of {tally.jobs} jobs")
    return _print(args, results.load(path), [suite])


def _report(args: argparse.Namespace) -> int:
    """Print the tables of files of results."""
    if not args.results:
        raise fail("name the files of results", hint="nlc bench report RESULTS.jsonl")
    records = [record for path in args.results for record in results.load(path)]
    if not results.of(records, Run):
        raise fail(f"{', '.join(args.results)}: there is no result", hint="nlc bench SUITE")
    return _print(args, records, [])


def _print(args: argparse.Namespace, records: list[Record], suites: list[Suite]) -> int:
    """Print tables and write plots; a disagreement, or a wrong board, is a failure."""
    from nlc.compare.pair_report import csv_text, json_line
    from nlc.compare.report import disagreements, report
    from nlc.compare.samples import collect

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
        from nlc.compare.plots import write

        for data in found:
            for path in write(data, Path(args.plots)):
                say(f"nlc: wrote {path}")
    return EXIT_FAILED if any(map(disagreements, found)) else EXIT_DECIDED
