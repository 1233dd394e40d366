"""The arguments of ``nlc prove``."""

from __future__ import annotations

import argparse
from typing import Any

from nlc.cli.arguments.common import command, encoding, positive, puzzles

_EPILOG = """\
examples:
  nlc run --proof out.drat puzzle.nl            a puzzle without a solution, and the proof of it
  nlc prove puzzle.nl out.drat                  check that proof
  nlc run --unique --proof one.drat --format json puzzle.nl > one.json
  nlc prove --unique one.json puzzle.nl one.drat
                                                check that there is no other solution
  nlc prove formula.cnf proof.lrat              any CNF, and any solver's proof

A puzzle is compiled again, so --encoding, --set and --from must be what they were. A DRAT proof
goes to nlc's DRAT checker, what that makes of it to nlc's LRAT checker, and the proof itself to
drat-trim where that is on PATH. The first two must accept, and drat-trim must not refuse.

exit status: 0 proved, 1 not a proof, or the solution is wrong, 2 the input is wrong,
3 undecided within the time, 130 interrupted
"""


def add(commands: Any) -> None:
    """Add the command."""
    made = command(
        commands, "prove", "check a proof that there is no solution, or no other solution"
    )
    made.epilog = _EPILOG
    made.formatter_class = argparse.RawDescriptionHelpFormatter
    made.add_argument("file", metavar="FILE", help="DIMACS, or a puzzle; - is a puzzle")
    made.add_argument("proof", metavar="PROOF", help="DRAT, text or binary, or LRAT as text, or -")
    made.add_argument(
        "--unique",
        metavar="SOLUTION",
        help="the proof says that there is no solution but this one, given in JSON as nlc run or "
        "nlc decode prints it; the rules judge it first",
    )
    puzzles(made)
    encoding(made)
    made.add_argument(
        "--timeout", type=positive, metavar="S", help="seconds of wall-clock time for all checkers"
    )
    made.add_argument("--lrat", metavar="OUT", help="write the proof, trimmed, with hints, as LRAT")
    made.add_argument("--drat", metavar="OUT", help="write the proof, trimmed, as DRAT")
    made.add_argument("--format", choices=("text", "json"), default="text", help="output")
