"""``nlc bench``: measure solvers, engines, encodings and nlc itself."""

from __future__ import annotations

import argparse
import importlib
import inspect

from nlc.bench.registry import FIXED
from nlc.cli import EXIT_DECIDED
from nlc.lang.diagnostics import fail


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    if args.suite in FIXED:
        return _fixed(args)
    from nlc.cli.suites import run as run_suite

    return run_suite(args)


def _fixed(args: argparse.Namespace) -> int:
    """Run a measurement that is code."""
    wanted = {"folder": args.boards, "thesis": args.thesis, "plotted": args.plot}
    given = {name: value for name, value in wanted.items() if value is not None}
    main = importlib.import_module(f"nlc.bench.{FIXED[args.suite].module}").main
    if not given.keys() <= inspect.signature(main).parameters.keys():
        raise fail(f"'nlc bench {args.suite}' takes none of --boards, --thesis, --plot so")
    main(**given)
    return EXIT_DECIDED
