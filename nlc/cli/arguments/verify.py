"""The arguments of ``nlc verify``."""

from __future__ import annotations

from typing import Any

from nlc.cli.arguments.common import command, puzzles


def add(commands: Any) -> None:
    """Add the command."""
    made = command(commands, "verify", "judge a solution by the rules, without any encoding")
    made.add_argument("file", metavar="FILE", help="the puzzle")
    made.add_argument(
        "solution",
        metavar="SOLUTION",
        help="JSON, as nlc run or nlc decode --format json prints it, or -",
    )
    puzzles(made)
    made.add_argument("--ascii", action="store_true", help="draw with plain characters")
