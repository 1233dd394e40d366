"""The arguments of ``nlc diff``."""

from __future__ import annotations

import argparse
from typing import Any

from nlc.cli.arguments.common import command, execution, megabytes, positive, puzzles, whole

_EPILOG = """\
examples:
  nlc diff puzzle.nl                            three encodings, the default solver
  nlc diff --encodings direct,log --solvers minisat,cadical,kissat puzzle.nl
  nlc diff --encodings 'default;default,acyclic=order' --repeat 5 puzzle.nl
  nlc diff --solvers minisat,backtrack puzzle.nl  an engine beside three encodings
  nlc diff --models --encodings 'default;acyclic=vertex-tree' puzzle.nl
  nlc diff --cnf old.cnf new.cnf                what was added, removed, renumbered

Compiling is timed from the IR to the CNF; solving is the solver's own time, reading the CNF
included. The rows of --format json and csv have the keys that nlc.diff.row describes.

exit status: 0 all agree, 1 something disagrees or a solver failed, 2 the input is wrong,
3 undecided within the limits, 130 interrupted (what was done is printed)
"""


def add(commands: Any) -> None:
    """Add the command."""
    made = command(
        commands, "diff", "compare encodings and solvers, sets of boards, or DIMACS files"
    )
    made.formatter_class = argparse.RawDescriptionHelpFormatter
    made.epilog = _EPILOG
    made.add_argument("files", nargs="+", metavar="FILE", help="puzzle files, or -")
    puzzles(made)
    made.add_argument(
        "--encodings",
        action="append",
        metavar="A,B,…",
        help="specs; the first is what the others are compared with. A piece part=name belongs to "
        "the spec before it, and ; always divides (default: default;labels=direct;acyclic=order)",
    )
    made.add_argument(
        "--solvers",
        action="append",
        metavar="X,Y,…",
        help="solvers, also cmd:COMMAND up to the next ;, and engines, which have no encoding "
        "(default: in process)",
    )
    made.add_argument(
        "--timeout", type=positive, metavar="S", help="seconds of wall-clock time for each run"
    )
    made.add_argument(
        "--cpu-time", type=positive, metavar="S", help="seconds of processor time for each run"
    )
    made.add_argument("--memory", type=megabytes, metavar="MB", help="megabytes for each run")
    made.add_argument(
        "--repeat",
        type=whole,
        default=1,
        metavar="N",
        help="measure each pair N times: medians and, in brackets, the range",
    )
    made.add_argument(
        "--jobs",
        type=whole,
        default=1,
        metavar="N",
        help="run N pairs at a time; they disturb each other's times",
    )
    execution(made)
    made.add_argument(
        "--format",
        choices=("table", "json", "csv", "markdown"),
        default="table",
        help="output (json: one object a row)",
    )
    kind = made.add_mutually_exclusive_group()
    kind.add_argument(
        "--models", action="store_true", help="compare the sets of boards that encodings accept"
    )
    kind.add_argument(
        "--cnf", action="store_true", help="the files are two CNFs: compare names and clauses"
    )
    made.add_argument(
        "--limit",
        type=whole,
        metavar="N",
        help="--models: boards of each encoding (default 1000); --cnf: lines of each list "
        "(default 10)",
    )
