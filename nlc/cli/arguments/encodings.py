"""The arguments of ``nlc encodings``."""

from __future__ import annotations

from typing import Any

from nlc.cli.arguments.common import command


def add(commands: Any) -> None:
    """Add the command."""
    made = command(commands, "encodings", "list the encodings and what is known of them")
    made.add_argument(
        "--tables",
        action="store_true",
        help="variables, clauses and propagation strength of counts and labels, worked out now",
    )
    made.add_argument(
        "--format", choices=("text", "json", "markdown"), default="text", help="output"
    )
