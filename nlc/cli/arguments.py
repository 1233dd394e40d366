"""The arguments of every command. Imports nothing heavy, so that ``--help`` answers at once."""

from __future__ import annotations

import argparse
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
3 undecided within the limits, 130 interrupted
"""


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
    for add in (_compile, _run, _decode, _check, _verify, _solvers, _bench):
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
    made.add_argument("--puzzle", metavar="NAME", help="title or number of the only puzzle wanted")
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
        help="a preset, or labels=…,count=…,acyclic=…",
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
        default="shown",
        help="which variables are named in comments (default: those that a decoder needs)",
    )
    made.add_argument(
        "--annotate", action="store_true", help="mark the clauses of each rule with a comment"
    )


def _run(commands: Any) -> None:
    made = _add(commands, "run", "solve puzzles and show the checked boards")
    made.add_argument("files", nargs="+", metavar="FILE", help="puzzle files, or -")
    _input(made)
    _encoding(made)
    solver = made.add_mutually_exclusive_group()
    solver.add_argument(
        "--solver",
        metavar="NAME",
        help="minisat, cadical, kissat, pysat:NAME (see nlc solvers); default: in process",
    )
    solver.add_argument(
        "--solver-cmd",
        metavar="COMMAND",
        help="any other solver that speaks the SAT competition's language: 'foo {cnf}'",
    )
    made.add_argument(
        "--timeout", type=_positive, metavar="S", help="seconds of wall-clock time for each puzzle"
    )
    made.add_argument("--memory", type=_whole, metavar="MB", help="megabytes for the solver")
    many = made.add_mutually_exclusive_group()
    many.add_argument(
        "--all",
        nargs="?",
        type=_whole,
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
        "solution", metavar="SOLUTION", help="JSON, as nlc run --format json prints it, or -"
    )
    _input(made)
    made.add_argument("--ascii", action="store_true", help="draw with plain characters")


def _solvers(commands: Any) -> None:
    made = _add(commands, "solvers", "list the solvers and whether they can run here")
    made.add_argument("--format", choices=("text", "json"), default="text", help="output")


def _bench(commands: Any) -> None:
    made = _add(commands, "bench", "measure nlc; every figure is a ratio taken in one run")
    made.add_argument(
        "suite",
        choices=("compile", "write", "start", "size", "big"),
        help="compile: clauses a second; write: DIMACS bytes a second; start: whole processes; "
        "size: clauses beside published ones; big: a board of a million cells",
    )


def _positive(text: str) -> float:
    value = float(text)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError("must be above 0")
    return value


def _whole(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return value
