"""The arguments of ``nlc decode``."""

from __future__ import annotations

from typing import Any

from nlc.cli.arguments.common import command


def add(commands: Any) -> None:
    """Add the command."""
    made = command(commands, "decode", "turn a solver's answer back into a solution")
    made.add_argument("cnf", metavar="OUT.cnf", help="what nlc compile wrote")
    made.add_argument("log", metavar="SOLVER.log", help="what the solver printed, or -")
    made.add_argument("--format", choices=("text", "json"), default="text", help="output")
