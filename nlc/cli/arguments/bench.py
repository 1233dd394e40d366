"""The arguments of ``nlc bench``."""

from __future__ import annotations

from typing import Any

from nlc.cli.arguments.common import command


def add(commands: Any) -> None:
    """Add the command."""
    made = command(commands, "bench", "measure nlc; every figure is a ratio taken in one run")
    made.add_argument(
        "suite",
        choices=("compile", "write", "start", "size", "solve", "big", "turn", "figures", "scale"),
        help="compile: clauses a second; write: DIMACS bytes a second; start: whole processes; "
        "size: clauses beside published ones; solve: encodings and solvers; "
        "big: a board of a million cells; turn: rules that follow where paths may not touch; "
        "figures: batches, uniqueness and the thesis's encoding beside what they are to reach; "
        "scale: how time and memory grow with the board",
    )
    made.add_argument(
        "--boards",
        metavar="FOLDER",
        help="figures, scale: keep the boards that are made there, and use them again",
    )
    made.add_argument(
        "--thesis",
        metavar="FILE",
        help="figures: 10x10 boards with 9 pairs in the format thesis (default: scattered ones)",
    )
    made.add_argument("--plot", metavar="OUT", help="scale: write a plot too, as SVG")
