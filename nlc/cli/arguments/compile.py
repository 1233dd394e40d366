"""The arguments of ``nlc compile``."""

from __future__ import annotations

from typing import Any

from nlc.cli.arguments.common import command, encoding, puzzles


def add(commands: Any) -> None:
    """Add the command."""
    made = command(commands, "compile", "compile a puzzle to DIMACS CNF")
    made.add_argument("file", metavar="FILE", help="a puzzle file, or - for standard input")
    made.add_argument(
        "-o",
        "--output",
        default="-",
        metavar="OUT",
        help="where to write (default: standard output); .gz and .xz compress",
    )
    puzzles(made)
    encoding(made)
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
