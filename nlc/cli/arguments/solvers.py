"""The arguments of ``nlc solvers``."""

from __future__ import annotations

from typing import Any

from nlc.cli.arguments.common import command


def add(commands: Any) -> None:
    """Add the command."""
    made = command(commands, "solvers", "list the solvers and engines, or probe what they do")
    made.add_argument(
        "names", nargs="*", metavar="NAME", help="of a solver or engine (default: all)"
    )
    made.add_argument(
        "--probe",
        action="store_true",
        help="run each solver, also into limits, and compare with what it declares",
    )
    made.add_argument("--format", choices=("text", "json"), default="text", help="output")
