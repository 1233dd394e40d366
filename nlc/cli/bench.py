"""``nlc bench``: run suites of measurements, and tell of their results."""

from __future__ import annotations

import argparse

from nlc.cli import EXIT_DECIDED
from nlc.cli.common import execution, positive, whole
from nlc.errors import fail

OTHERS = {"list": "what there is", "report": "tables of results", "figures": "batches of nlc run"}
"""What stands in the place of a suite's name."""

_RUNNING = ("out", "full", "count", "budget", "puzzles", "jobs", "executor", "scheduler")
_REPORTING = ("format", "plots")
_FIGURES = ("boards", "thesis")


_EPILOG = """\
examples:
  nlc bench list                             what there is
  nlc bench encodings --out e.jsonl          run a suite; the same line again resumes it
  nlc bench mine.toml --out m.jsonl --full   a suite of one's own, at its full size
  nlc bench report e.jsonl --plots plots     tables, and plots as SVG and PNG
  nlc bench figures                          whole commands, beside what they are to reach

A suite is a TOML file; docs/experiments.md describes its keys. Each row is written to --out when
its job is done, so that an interrupted run loses none and continues where it was.
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = _EPILOG
    parser.add_argument(
        "suite",
        metavar="SUITE",
        help="a suite's name or TOML file, or 'list', 'report' or 'figures'",
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
        choices=("text", "markdown", "latex", "csv", "json"),
        help="tables as text (default), markdown or latex (for the package booktabs); or csv or "
        "json: what each competitor did on each puzzle",
    )
    parser.add_argument("--plots", metavar="FOLDER", help="report: write plots, as SVG and PNG")
    figures = parser.add_argument_group("figures")
    figures.add_argument(
        "--boards",
        metavar="FOLDER",
        help="keep the boards that are made there, and use them again",
    )
    figures.add_argument(
        "--thesis",
        metavar="FILE",
        help="10x10 boards with 9 pairs in the format thesis (default: scattered ones)",
    )


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    if args.results and args.suite != "report":
        raise fail("files of results are for 'nlc bench report'")
    if args.suite == "figures":
        _refuse(args, _RUNNING + _REPORTING, "for suites")
        from nlc.compare import figures

        figures.main(args.boards, args.thesis)
        return EXIT_DECIDED
    _refuse(args, _FIGURES, "for 'nlc bench figures'")
    if args.suite in OTHERS:
        _refuse(args, _RUNNING + _REPORTING * (args.suite == "list"), "for suites")
    from nlc.cli.suites import run as run_suite

    return run_suite(args)


def _refuse(args: argparse.Namespace, options: tuple[str, ...], use: str) -> None:
    """Refuse options that nobody would look at."""
    for option in options:
        if getattr(args, option) not in (None, False):
            raise fail(f"--{option} is {use}, and '{args.suite}' takes none")
