"""The arguments of ``nlc fuzz``."""

from __future__ import annotations

import argparse
from typing import Any

from nlc.cli.arguments.common import command, positive, whole

_EPILOG = """\
examples:
  nlc fuzz                                  for a minute, by all encodings and solvers
  nlc fuzz --seconds 3600 --jobs 2 --out findings
  nlc fuzz --seed 7 --cases 5000            the same cases every time
  nlc fuzz --kind cnf --solvers cadical,kissat,minisat
  nlc fuzz --replay fuzz-7-123.nl --encodings log --solvers pysat:minisat22

Each finding is made as small as it can be and written to the folder of --out, beside the
command that repeats it.

exit status: 0 nothing found, 1 something found, 2 the input is wrong,
130 interrupted (what was done is told)
"""


def add(commands: Any) -> None:
    """Add the command."""
    made = command(commands, "fuzz", "try random puzzles and formulas against brute force")
    made.formatter_class = argparse.RawDescriptionHelpFormatter
    made.epilog = _EPILOG
    made.add_argument("--seed", type=natural, default=0, metavar="N", help="default: 0")
    end = made.add_mutually_exclusive_group()
    end.add_argument(
        "--seconds", type=positive, metavar="S", help="stop after so many (default: 60)"
    )
    end.add_argument("--cases", type=whole, metavar="N", help="stop after so many cases")
    made.add_argument(
        "--first", type=natural, default=0, metavar="N", help="the number of the first case"
    )
    made.add_argument("--jobs", type=whole, default=1, metavar="N", help="processes (default: 1)")
    made.add_argument(
        "--kind",
        default="puzzles,strategy,cnf",
        metavar="K,…",
        help="some of puzzles, strategy (how nlc run solves and proves uniqueness) and cnf "
        "(default: all)",
    )
    made.add_argument(
        "--encodings",
        action="append",
        default=[],
        metavar="A,B,…",
        help="specs, as for nlc diff (default: random ones)",
    )
    made.add_argument(
        "--solvers",
        action="append",
        default=[],
        metavar="X,Y,…",
        help="solvers, as for nlc diff (default: all that are installed)",
    )
    made.add_argument(
        "--out", default=".", metavar="FOLDER", help="where findings go (default: here)"
    )
    made.add_argument(
        "--replay", metavar="FILE", help="try one file again; exit 1 while something is wrong"
    )


def natural(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number")
    return int(text)
