"""``nlc bench``: measure nlc."""

from __future__ import annotations

import argparse
import importlib

from nlc.cli import EXIT_DECIDED

SUITES = {
    "compile": "compiling",
    "write": "writing",
    "start": "starting",
    "size": "sizes",
    "solve": "solving",
    "big": "big",
    "turn": "turning",
}
"""The module of each suite in `nlc.bench`."""


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    importlib.import_module(f"nlc.bench.{SUITES[args.suite]}").main()
    return EXIT_DECIDED
