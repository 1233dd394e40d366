"""``nlc list``: lists of genres, formats, solvers, encodings, passes, tilings and so on."""

from __future__ import annotations

import argparse

from nlc.cli.commands import LISTS
from nlc.cli.console import EXIT_DECIDED
from nlc.cli.parser import module, sentence
from nlc.cli.tables import TABLES

EPILOG = """\
examples:
  nlc list genres                 the genres that every puzzle may name
  nlc list genres slitherlink     the rules and clues of one of them
  nlc list solvers                which solvers and engines run here
"""


ARGUMENTS = ""


def add_kinds(parser: argparse.ArgumentParser) -> None:
    """Add what can be listed, each with a parser."""
    kinds = parser.add_subparsers(dest="what", metavar="WHAT", help="what to list")
    for name, text in LISTS.items():
        kinds.add_parser(name, command=name, help=text, description=sentence(text))
    for name, (text, _) in TABLES.items():
        kinds.add_parser(name, command="tables", help=f"list {text}", description=sentence(text))


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    if args.what is None:
        args.parser.print_help()
        return EXIT_DECIDED
    status: int = module("tables" if args.what in TABLES else args.what).run(args)
    return status
