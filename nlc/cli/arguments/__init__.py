"""The arguments of every command, each in its own module.

Nothing heavy is imported here, so that ``--help`` answers at once.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib import import_module
from itertools import pairwise

from nlc import __version__

_COMMANDS = (
    "compile",
    "run",
    "decode",
    "check",
    "verify",
    "prove",
    "solvers",
    "encodings",
    "diff",
    "generate",
    "fuzz",
    "bench",
)
"""In the order of ``--help``: each has a module here, and one of the same name in `nlc.cli`."""

_EXAMPLES = """\
examples:
  nlc run puzzle.nl                          solve it with the default solver
  nlc run --solver kissat --count puzzle.nl  count its solutions with Kissat
  nlc run --from auto level.txt              read another program's puzzle format
  nlc compile puzzle.nl -o out.cnf           write DIMACS CNF
  nlc compile puzzle.nl --emit ir            print what the rules say of this board
  nlc decode out.cnf solver.log              read a solver's answer back

exit status: 0 decided, 1 a solver failed or a solution is wrong, 2 the input is wrong,
or the output cannot be written, 3 undecided within the limits, 130 interrupted
"""


def parse(words: Sequence[str]) -> argparse.Namespace:
    """Return the arguments of a command line; `command` is the name of the command.

    Raises:
        SystemExit: help or the version was asked for, or the words make no command line.
    """
    # Of `--all FILE`, argparse would take the file for N.
    plain = [
        "--all=all" if word == "--all" and not following.isdigit() else word
        for word, following in pairwise([*words, ""])
    ]
    return parser().parse_args(plain)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line; the result has `command` set."""
    top = argparse.ArgumentParser(
        prog="nlc",
        description="Compile puzzles, stated as rules over drawn boards, to SAT; solve and check.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"nlc {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name in _COMMANDS:
        import_module(f"{__name__}.{name}").add(commands)
    return top
