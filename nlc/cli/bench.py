"""``nlc bench``: measure solvers, engines, encodings and nlc itself."""

from __future__ import annotations

import argparse
import importlib
import inspect

from nlc.bench.registry import FIXED
from nlc.cli import EXIT_DECIDED
from nlc.cli.common import execution, positive, whole
from nlc.errors import fail

_OPTIONS = {"folder": "boards", "thesis": "thesis", "plotted": "plot"}
"""The options of fixed measurements, by the parameter that takes them."""

_RUNNING = ("out", "full", "count", "budget", "puzzles", "jobs", "executor", "scheduler")
_TOLD = ("format", "plots")
"""The options of running a suite, and of telling its results."""


_HEAD = """\
examples:
  nlc bench list                             what there is
  nlc bench encodings --out e.jsonl          run a suite; the same line again resumes it
  nlc bench mine.toml --out m.jsonl --full   a suite of one's own, at its full size
  nlc bench report e.jsonl --plots plots     tables, and plots as SVG and PNG

A suite is a TOML file; docs/experiments.md describes its keys. Each row is written to --out when
its job is done, so that an interrupted run loses none and continues where it was.

fixed measurements, which print a table of ratios taken in one run:
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    width = max(map(len, FIXED))
    parser.epilog = _HEAD + "".join(
        f"  {name:{width}}  {fixed.summary}\n" for name, fixed in FIXED.items()
    )
    parser.add_argument(
        "suite",
        metavar="SUITE",
        help="a suite's name or TOML file, a fixed measurement, 'list' or 'report'",
    )
    parser.add_argument(
        "results", nargs="*", default=[], metavar="RESULTS", help="report: files of results"
    )
    suites = parser.add_argument_group("suites")
    suites.add_argument(
        "--out",
        metavar="RESULTS",
        help="append the rows to this file, and leave out those that it has (default: SUITE.jsonl)",
    )
    suites.add_argument("--full", action="store_true", help="the suite's full size")
    suites.add_argument(
        "--count", type=whole, metavar="N", help="puzzles of each kind, in place of the suite's"
    )
    suites.add_argument(
        "--budget",
        type=positive,
        metavar="S",
        help="begin no puzzle after so many seconds, but the first of each kind",
    )
    suites.add_argument(
        "--puzzles", metavar="FOLDER", help="take the puzzles of a folder in place of the suite's"
    )
    suites.add_argument(
        "--jobs",
        type=whole,
        metavar="N",
        help="run N jobs at a time (default: 1); they disturb each other's times",
    )
    execution(suites)
    parser.add_argument(
        "--format",
        choices=("text", "markdown", "csv"),
        help="of a suite's tables (default: text)",
    )
    parser.add_argument("--plots", metavar="FOLDER", help="report: write plots, as SVG and PNG")
    fixed = parser.add_argument_group("fixed measurements")
    fixed.add_argument(
        "--boards",
        metavar="FOLDER",
        help="figures, scale: keep the boards that are made there, and use them again; slither: "
        "take the puzzles of the files there",
    )
    fixed.add_argument(
        "--thesis",
        metavar="FILE",
        help="figures: 10x10 boards with 9 pairs in the format thesis (default: scattered ones)",
    )
    fixed.add_argument("--plot", metavar="OUT", help="scale: write a plot too, as SVG")


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    if args.results and args.suite != "report":
        raise fail("files of results are for 'nlc bench report'")
    if args.suite in FIXED:
        return _fixed(args)
    _refuse(args, tuple(_OPTIONS.values()), "for fixed measurements")
    if args.suite in ("list", "report"):
        _refuse(args, _RUNNING + _TOLD * (args.suite == "list"), "for suites")
    from nlc.cli.suites import run as run_suite

    return run_suite(args)


def _refuse(args: argparse.Namespace, options: tuple[str, ...], use: str) -> None:
    """Refuse options that nobody would look at."""
    for option in options:
        if getattr(args, option) not in (None, False):
            raise fail(f"--{option} is {use}, and '{args.suite}' takes none")


def _fixed(args: argparse.Namespace) -> int:
    """Run a measurement that is code."""
    _refuse(args, _RUNNING + _TOLD, "for suites")
    wanted = {name: getattr(args, option) for name, option in _OPTIONS.items()}
    given = {name: value for name, value in wanted.items() if value is not None}
    main = importlib.import_module(f"nlc.bench.{FIXED[args.suite].module}").main
    for name in sorted(given.keys() - inspect.signature(main).parameters.keys()):
        raise fail(f"'nlc bench {args.suite}' takes no --{_OPTIONS[name]}")
    main(**given)
    return EXIT_DECIDED
