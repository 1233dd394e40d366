"""``nlc check``: parse, type-check, draw the board, check the clues, and lint."""

from __future__ import annotations

import argparse

from nlc.cli import EXIT_DECIDED, EXIT_USER
from nlc.cli.common import load_input, puzzles
from nlc.cli.console import tell
from nlc.cli.progress import Progress
from nlc.errors import Diagnostics, UserError


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = "examples:\n  nlc check mine.nl puzzles.nl      find mistakes in two files"
    parser.add_argument("files", nargs="+", metavar="FILE", help="puzzle or genre files, or -")
    puzzles(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status: 2 if anything is wrong."""
    from nlc.ir.elaborate.program import elaborate
    from nlc.ir.lint import lint

    found = Diagnostics()
    puzzles = 0
    with Progress(0 if "-" in args.files else len(args.files), "files") as progress:
        for path in args.files:
            progress.step(path)
            try:
                cases, told = load_input(args, path, partial=True)
            except UserError as error:
                found.absorb(error)
                continue
            found.merge(told.items)
            puzzles += len(cases)
            for case in cases:
                try:
                    program = elaborate(case)
                except UserError as error:
                    found.absorb(error)
                    continue
                lint(program, case, found)
    tell(found.items, args.error_format)
    errors = len(found.errors)
    if args.error_format == "text":
        warned = len(found.items) - errors
        print(f"{puzzles} puzzle(s), {errors} error(s), {warned} warning(s)")
    return EXIT_USER if errors else EXIT_DECIDED
