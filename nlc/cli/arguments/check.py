"""The arguments of ``nlc check``."""

from __future__ import annotations

from typing import Any

from nlc.cli.arguments.common import command, puzzles


def add(commands: Any) -> None:
    """Add the command."""
    made = command(
        commands, "check", "parse and type-check files, and look for what cannot be solved"
    )
    made.add_argument("files", nargs="+", metavar="FILE", help="puzzle or genre files, or -")
    puzzles(made)
