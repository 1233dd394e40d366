"""``nlc bench``: measure solvers, engines, encodings and nlc itself."""

from __future__ import annotations

import argparse
import importlib
import inspect

from nlc.bench.registry import FIXED
from nlc.cli import EXIT_DECIDED
from nlc.errors import fail

_OPTIONS = {"folder": "boards", "thesis": "thesis", "plotted": "plot"}
"""The options of fixed measurements, by the parameter that takes them."""

_RUNNING = ("out", "full", "count", "budget", "puzzles", "jobs", "executor", "scheduler")
_TOLD = ("format", "plots")
"""The options of running a suite, and of telling its results."""


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    if args.results and args.suite != "report":
        raise fail("files of results are for 'nlc bench report'")
    if args.suite in FIXED:
        return _fixed(args)
    _refuse(args, tuple(_OPTIONS.values()), "for fixed measurements")
    if args.suite in ("list", "report"):
        _refuse(args, _RUNNING + _TOLD * (args.suite == "list"), "for suites")
    from nlc.cli.suites import run as run_suite

    return run_suite(args)


def _refuse(args: argparse.Namespace, options: tuple[str, ...], use: str) -> None:
    """Refuse options that nobody would look at."""
    for option in options:
        if getattr(args, option) not in (None, False):
            raise fail(f"--{option} is {use}, and '{args.suite}' takes none")


def _fixed(args: argparse.Namespace) -> int:
    """Run a measurement that is code."""
    _refuse(args, _RUNNING + _TOLD, "for suites")
    wanted = {name: getattr(args, option) for name, option in _OPTIONS.items()}
    given = {name: value for name, value in wanted.items() if value is not None}
    main = importlib.import_module(f"nlc.bench.{FIXED[args.suite].module}").main
    for name in sorted(given.keys() - inspect.signature(main).parameters.keys()):
        raise fail(f"'nlc bench {args.suite}' takes no --{_OPTIONS[name]}")
    main(**given)
    return EXIT_DECIDED
