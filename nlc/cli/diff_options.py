"""Options of ``nlc diff`` that would do nothing for what is compared."""

from __future__ import annotations

import argparse

from nlc.errors import fail

_RUNNING = {
    "repeat": "--repeat",
    "executor": "--executor",
    "scheduler": "--scheduler",
}
"""Those that only measuring takes, by the attribute that holds them."""

_SOLVING = {
    "encodings": "--encodings",
    "solvers": "--solvers",
    "timeout": "--timeout",
    "cpu_time": "--cpu-time",
    "memory": "--memory",
    "jobs": "--jobs",
}
"""Those that only puzzles to be solved take."""

_READING = {"form": "--from", "puzzle": "--puzzle", "settings": "--set"}
"""Those that only puzzles take."""

_UNSAID: dict[str, object] = {"repeat": 1, "jobs": 1, "form": "auto", "settings": []}
"""What stands in an attribute where nobody gave the option, if that is not None."""


def refuse_idle(args: argparse.Namespace) -> None:
    """Refuse options that nobody would look at.

    Raises:
        UserError: there is one.
    """
    if args.cnf:
        idle, use = _RUNNING | _SOLVING | _READING, "for puzzles, and --cnf compares two files"
    elif args.models:
        idle, use = _RUNNING, "for pairs, and --models compares sets of boards"
    else:
        idle, use = {"limit": "--limit"}, "for --models and --cnf"
    for attribute, option in idle.items():
        if getattr(args, attribute) != _UNSAID.get(attribute):
            raise fail(f"{option} is {use}")
