"""The arguments of ``nlc run``."""

from __future__ import annotations

import argparse
from typing import Any

from nlc.cli.arguments.common import (
    command,
    encoding,
    execution,
    megabytes,
    positive,
    puzzles,
    whole,
)

_EPILOG = """\
examples:
  nlc run puzzle.nl                             solve it, with nothing else installed
  nlc run --unique --solver cadical puzzles.nl  tell which puzzles have exactly one solution
  nlc run --all 10 --format json puzzle.nl      ten solutions at most, for a program to read
  nlc run --set touch=false --puzzle 3 many.txt the third puzzle of a file, by another rule
  nlc run --unique --proof out.drat puzzle.nl   and a proof that there is no other solution
  nlc run --count --engine frontier puzzle.nl   how many solutions, though there be billions
  nlc run --facts puzzle.nl                     what all solutions share, drawn
  nlc run --solver minisat,kissat --portfolio puzzle.nl  the first answer of two solvers
  nlc run --solver-cmd 'foo -q {cnf}' puzzle.nl a solver that nlc does not know
  nlc run --solver backtrack puzzle.nl          a search without encoding and solver

What is wrong with one puzzle does not keep the others from being solved; it is told at the end.

exit status, the gravest of all puzzles: 0 decided, 3 undecided within the limits, 1 a solver
failed, 2 the input is wrong; 130 interrupted (what was done is printed); with --competition 10,
20 or 0
"""


def add(commands: Any) -> None:
    """Add the command."""
    made = command(commands, "run", "solve puzzles and show the checked boards")
    made.epilog = _EPILOG
    made.formatter_class = argparse.RawDescriptionHelpFormatter
    made.add_argument("files", nargs="+", metavar="FILE", help="puzzle files, or -")
    puzzles(made)
    encoding(made)
    solver = made.add_mutually_exclusive_group()
    solver.add_argument(
        "--solver",
        metavar="NAME",
        help="minisat, cadical, kissat, pysat:NAME, or an engine (see nlc solvers; default: "
        "pysat:cadical195, in a worker process); with --portfolio several, divided by commas",
    )
    solver.add_argument(
        "--solver-cmd",
        metavar="COMMAND",
        help="any other solver that speaks the SAT competition's language: 'foo {cnf}', or 'foo' "
        "if it reads standard input; 'foo {cnf} {proof}' for --proof",
    )
    made.add_argument(
        "--portfolio",
        action="store_true",
        help="let all solvers of --solver run at the same time; the first answer counts, and the "
        "others are ended",
    )
    made.add_argument(
        "--engine",
        choices=("frontier",),
        help="count by a frontier method, without encoding and solver: small boards of the stock "
        "genres, however many solutions they have",
    )
    made.add_argument(
        "--timeout",
        type=positive,
        metavar="S",
        help="seconds of wall-clock time that the solver has for each puzzle",
    )
    made.add_argument(
        "--cpu-time",
        type=positive,
        metavar="S",
        help="seconds of processor time, summed over the processes of the solver",
    )
    made.add_argument(
        "--memory", type=megabytes, metavar="MB", help="megabytes of memory for the solver"
    )
    made.add_argument(
        "--jobs",
        type=whole,
        metavar="N",
        help="processes that many puzzles are shared out to (default: one for each core where the "
        "puzzles are many; 1 with --all, --count, --facts and --portfolio)",
    )
    execution(made)
    made.add_argument(
        "--plain",
        action="store_true",
        help="search by the rules as they stand, also where a genre names stricter ones to "
        "look for one solution by",
    )
    made.add_argument(
        "--verbose", action="store_true", help="tell each step of the search on standard error"
    )
    many = made.add_mutually_exclusive_group()
    many.add_argument(
        "--all",
        nargs="?",
        type=_how_many,
        const=0,
        metavar="N",
        help="show all solutions, or at most N",
    )
    many.add_argument("--count", action="store_true", help="count the solutions")
    many.add_argument(
        "--unique",
        action="store_true",
        help="tell whether there is only one; if not, show two and where they differ, and tell "
        "whether a stricter reading that the genre prefers has only one",
    )
    many.add_argument(
        "--facts",
        action="store_true",
        help="show what all solutions share, what none has, and what is open",
    )
    made.add_argument(
        "--format", choices=("text", "json"), default="text", help="output (json: one line each)"
    )
    made.add_argument(
        "--competition",
        action="store_true",
        help="print s and v lines and exit 10, 20 or 0, as solvers do",
    )
    made.add_argument(
        "--proof",
        metavar="OUT",
        help="write the proof that there is no solution, or with --unique no other one: DRAT, or "
        "LRAT if OUT ends with lrat; it is checked, and nlc prove does so again",
    )
    made.add_argument("--ascii", action="store_true", help="draw with plain characters")
    made.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="colours (auto: on a terminal)",
    )


def _how_many(text: str) -> int:
    return 0 if text == "all" else whole(text)
