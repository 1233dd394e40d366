"""The arguments of ``nlc bench``."""

from __future__ import annotations

import argparse
from typing import Any

from nlc.bench.registry import FIXED
from nlc.cli.arguments.common import command, execution, positive, whole

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


def add(commands: Any) -> None:
    """Add the command."""
    made = command(commands, "bench", "measure solvers, engines, encodings and nlc itself")
    made.formatter_class = argparse.RawDescriptionHelpFormatter
    width = max(map(len, FIXED))
    made.epilog = _HEAD + "".join(
        f"  {name:{width}}  {fixed.summary}\n" for name, fixed in FIXED.items()
    )
    made.add_argument(
        "suite",
        metavar="SUITE",
        help="a suite's name or TOML file, a fixed measurement, 'list' or 'report'",
    )
    made.add_argument(
        "results", nargs="*", default=[], metavar="RESULTS", help="report: files of results"
    )
    suites = made.add_argument_group("suites")
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
    made.add_argument(
        "--format",
        choices=("text", "markdown", "csv"),
        help="of a suite's tables (default: text)",
    )
    made.add_argument("--plots", metavar="FOLDER", help="report: write plots, as SVG and PNG")
    fixed = made.add_argument_group("fixed measurements")
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
