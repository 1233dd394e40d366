"""The parser of the command line; only the command that is asked for adds its arguments."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from itertools import pairwise
from types import ModuleType
from typing import Any

from nlc import __version__

COMMANDS = {
    "compile": "compile a puzzle to DIMACS CNF",
    "run": "solve puzzles and show the checked boards",
    "decode": "turn a solver's answer back into a solution",
    "check": "parse and type-check files, and look for what cannot be solved",
    "verify": "judge a solution by the rules, without any encoding",
    "prove": "check a proof that there is no solution, or no other solution",
    "solvers": "list the solvers and engines, or probe what they do",
    "encodings": "list the encodings and what is known of them",
    "diff": "compare encodings and solvers, sets of boards, or DIMACS files",
    "generate": "make puzzles, each with a solution that was checked",
    "fuzz": "try random puzzles and formulas against brute force",
    "bench": "measure solvers, engines, encodings and nlc itself",
}
"""What each command does, in the order of ``--help``; `nlc.cli` has a module of each name."""

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


def module(command: str) -> ModuleType:
    """Return the module of a command: `arguments` adds its arguments to a parser, `run` runs it.

    The two measures for a quick start take about a tenth off the time of a short command.
    """
    # nlc multiplies no matrices, so NumPy need not start a pool of threads for that.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    name = f"nlc.cli.{command}"
    if name in sys.modules:
        return sys.modules[name]
    gc.disable()  # what an import makes stays: to look for garbage among it is in vain
    try:
        return import_module(name)
    finally:
        gc.freeze()
        gc.enable()


class _Command(argparse.ArgumentParser):
    """The parser of a command; it adds its arguments when it is first used."""

    def __init__(self, *, command: str, **options: Any) -> None:
        super().__init__(formatter_class=argparse.RawDescriptionHelpFormatter, **options)
        self._command: str | None = command

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse what is known, as the base class does."""
        self.complete()
        return super().parse_known_args(args, namespace)

    def complete(self) -> None:
        """Add the arguments, if that has not been done."""
        if self._command is not None:
            command, self._command = self._command, None
            self.add_argument(
                "--error-format",
                choices=("text", "json"),
                default="text",
                help="how mistakes in the input are told (json: one object a line, for editors)",
            )
            module(command).arguments(self)


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
    commands = top.add_subparsers(
        dest="command", required=True, metavar="COMMAND", parser_class=_Command
    )
    for name, text in COMMANDS.items():
        description = f"{text[0].upper()}{text[1:]}."
        commands.add_parser(name, command=name, help=text, description=description)
    return top
