"""The arguments of every command. Imports nothing heavy, so that ``--help`` answers at once."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from nlc import __version__

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

_RUN_EPILOG = """\
examples:
  nlc run puzzle.nl                             solve it in process, with nothing else installed
  nlc run --unique --solver cadical puzzles.nl  tell which puzzles have exactly one solution
  nlc run --all 10 --format json puzzle.nl      ten solutions at most, for a program to read
  nlc run --set touch=false --puzzle 3 many.txt the third puzzle of a file, by another rule
  nlc run --solver-cmd 'foo -q {cnf}' puzzle.nl a solver that nlc does not know

What is wrong with one puzzle does not keep the others from being solved; it is told at the end.

exit status, the gravest of all puzzles: 0 decided, 3 undecided within the limits, 1 a solver
failed, 2 the input is wrong; 130 interrupted (what was done is printed); with --competition 10,
20 or 0
"""

_DIFF_EPILOG = """\
examples:
  nlc diff puzzle.nl                            three encodings, the default solver
  nlc diff --encodings direct,log --solvers minisat,cadical,kissat puzzle.nl
  nlc diff --encodings 'default;default,acyclic=order' --repeat 5 puzzle.nl
  nlc diff --models --encodings 'default;acyclic=vertex-tree' puzzle.nl
  nlc diff --cnf old.cnf new.cnf                what was added, removed, renumbered

Compiling is timed from the IR to the CNF; solving is the solver's own time, reading the CNF
included. The rows of --format json and csv have the keys that nlc.diff.row describes.

exit status: 0 all agree, 1 something disagrees or a solver failed, 2 the input is wrong,
3 undecided within the limits, 130 interrupted (what was done is printed)
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
    for add in (_compile, _run, _decode, _check, _verify, _solvers, _encodings, _diff, _bench):
        add(commands)
    return top


def _add(commands: Any, name: str, text: str) -> argparse.ArgumentParser:
    made: argparse.ArgumentParser = commands.add_parser(
        name, help=text, description=text[0].upper() + text[1:] + "."
    )
    made.add_argument(
        "--error-format",
        choices=("text", "json"),
        default="text",
        help="how mistakes in the input are told (json: one object a line, for editors)",
    )
    return made


def _input(made: argparse.ArgumentParser) -> None:
    made.add_argument(
        "--from",
        dest="form",
        default="auto",
        metavar="FORMAT",
        help="format of the input: nl, text, flow, thesis or auto (default)",
    )
    made.add_argument(
        "--puzzle", metavar="NAME", help="title, or number from 1, of the only puzzle wanted"
    )
    made.add_argument(
        "--set",
        dest="settings",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help="set an option of the genre, such as touch=false (may be repeated)",
    )


def _encoding(made: argparse.ArgumentParser) -> None:
    made.add_argument(
        "--encoding",
        default="default",
        metavar="SPEC",
        help="a preset (default, direct, log, …), parts such as labels=log,acyclic=order, or both",
    )


def _compile(commands: Any) -> None:
    made = _add(commands, "compile", "compile a puzzle to DIMACS CNF")
    made.add_argument("file", metavar="FILE", help="a puzzle file, or - for standard input")
    made.add_argument(
        "-o",
        "--output",
        default="-",
        metavar="OUT",
        help="where to write (default: standard output); .gz and .xz compress",
    )
    _input(made)
    _encoding(made)
    made.add_argument(
        "--emit",
        choices=("cnf", "ir", "stats"),
        default="cnf",
        help="the CNF (default), the intermediate representation by rule, or sizes by rule",
    )
    made.add_argument(
        "--names",
        choices=("none", "shown", "all"),
        help="which variables are named in comments (default: shown, those that nlc decode needs)",
    )
    made.add_argument(
        "--annotate", action="store_true", help="mark the clauses of each rule with a comment"
    )


def _run(commands: Any) -> None:
    made = _add(commands, "run", "solve puzzles and show the checked boards")
    made.epilog = _RUN_EPILOG
    made.formatter_class = argparse.RawDescriptionHelpFormatter
    made.add_argument("files", nargs="+", metavar="FILE", help="puzzle files, or -")
    _input(made)
    _encoding(made)
    solver = made.add_mutually_exclusive_group()
    solver.add_argument(
        "--solver",
        metavar="NAME",
        help="minisat, cadical, kissat, pysat:NAME (see nlc solvers; default: pysat:cadical195, "
        "in process)",
    )
    solver.add_argument(
        "--solver-cmd",
        metavar="COMMAND",
        help="any other solver that speaks the SAT competition's language: 'foo {cnf}', or 'foo' "
        "if it reads standard input",
    )
    made.add_argument(
        "--timeout",
        type=_positive,
        metavar="S",
        help="seconds of wall-clock time that the solver has for each puzzle",
    )
    made.add_argument(
        "--memory", type=_whole, metavar="MB", help="megabytes of memory for the solver"
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
    many.add_argument("--unique", action="store_true", help="tell whether there is only one")
    made.add_argument(
        "--format", choices=("text", "json"), default="text", help="output (json: one line each)"
    )
    made.add_argument(
        "--competition",
        action="store_true",
        help="print s and v lines and exit 10, 20 or 0, as solvers do",
    )
    made.add_argument("--ascii", action="store_true", help="draw with plain characters")
    made.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="colours (auto: on a terminal)",
    )


def _decode(commands: Any) -> None:
    made = _add(commands, "decode", "turn a solver's answer back into a solution")
    made.add_argument("cnf", metavar="OUT.cnf", help="what nlc compile wrote")
    made.add_argument("log", metavar="SOLVER.log", help="what the solver printed, or -")
    made.add_argument("--format", choices=("text", "json"), default="text", help="output")


def _check(commands: Any) -> None:
    made = _add(commands, "check", "parse and type-check files, and look for what cannot be solved")
    made.add_argument("files", nargs="+", metavar="FILE", help="puzzle or genre files, or -")
    _input(made)


def _verify(commands: Any) -> None:
    made = _add(commands, "verify", "judge a solution by the rules, without any encoding")
    made.add_argument("file", metavar="FILE", help="the puzzle")
    made.add_argument(
        "solution",
        metavar="SOLUTION",
        help="JSON, as nlc run or nlc decode --format json prints it, or -",
    )
    _input(made)
    made.add_argument("--ascii", action="store_true", help="draw with plain characters")


def _solvers(commands: Any) -> None:
    made = _add(commands, "solvers", "list the solvers and whether they can run here")
    made.add_argument("--format", choices=("text", "json"), default="text", help="output")


def _encodings(commands: Any) -> None:
    made = _add(commands, "encodings", "list the encodings and what is known of them")
    made.add_argument(
        "--tables",
        action="store_true",
        help="variables, clauses and propagation strength of counts and labels, worked out now",
    )
    made.add_argument(
        "--format", choices=("text", "json", "markdown"), default="text", help="output"
    )


def _diff(commands: Any) -> None:
    made = _add(commands, "diff", "compare encodings and solvers, sets of boards, or DIMACS files")
    made.formatter_class = argparse.RawDescriptionHelpFormatter
    made.epilog = _DIFF_EPILOG
    made.add_argument("files", nargs="+", metavar="FILE", help="puzzle files, or -")
    _input(made)
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
        help="solvers, also cmd:COMMAND up to the next ; (default: in process)",
    )
    made.add_argument(
        "--timeout", type=_positive, metavar="S", help="seconds of wall-clock time for each run"
    )
    made.add_argument("--memory", type=_whole, metavar="MB", help="megabytes for each run")
    made.add_argument(
        "--repeat",
        type=_whole,
        default=1,
        metavar="N",
        help="measure each pair N times: medians and, in brackets, the range",
    )
    made.add_argument(
        "--jobs",
        type=_whole,
        default=1,
        metavar="N",
        help="run N pairs at a time; they disturb each other's times",
    )
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
        type=_whole,
        metavar="N",
        help="--models: boards of each encoding (default 1000); --cnf: lines of each list "
        "(default 10)",
    )


def _bench(commands: Any) -> None:
    made = _add(commands, "bench", "measure nlc; every figure is a ratio taken in one run")
    made.add_argument(
        "suite",
        choices=("compile", "write", "start", "size", "solve", "big", "turn"),
        help="compile: clauses a second; write: DIMACS bytes a second; start: whole processes; "
        "size: clauses beside published ones; solve: encodings and solvers; "
        "big: a board of a million cells; turn: rules that follow where paths may not touch",
    )


def _positive(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"'{text}' is not a number above 0")
    return value


def _whole(text: str) -> int:
    value = int(text) if text.isascii() and text.isdigit() else 0
    if value < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from 1 up")
    return value


def _how_many(text: str) -> int:
    return 0 if text == "all" else _whole(text)
