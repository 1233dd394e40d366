"""``nlc bench``: measure nlc."""

from __future__ import annotations

import argparse
import importlib
import inspect

from nlc.cli import EXIT_DECIDED
from nlc.lang.diagnostics import fail

SUITES = {
    "compile": "compiling",
    "write": "writing",
    "start": "starting",
    "size": "sizes",
    "solve": "solving",
    "big": "big",
    "turn": "turning",
    "figures": "figures",
    "scale": "scaling",
}
"""The module of each suite in `nlc.bench`."""


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    wanted = {"folder": args.boards, "thesis": args.thesis, "plotted": args.plot}
    given = {name: value for name, value in wanted.items() if value is not None}
    main = importlib.import_module(f"nlc.bench.{SUITES[args.suite]}").main
    if not given.keys() <= inspect.signature(main).parameters.keys():
        raise fail(f"'nlc bench {args.suite}' takes none of --boards, --thesis, --plot so")
    main(**given)
    return EXIT_DECIDED
