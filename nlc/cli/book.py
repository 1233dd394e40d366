"""``nlc book``: puzzles as a booklet to print."""

from __future__ import annotations

import argparse

from nlc.cli import EXIT_DECIDED, EXIT_USER, booklets
from nlc.cli.booklets import is_booklet, with_pages
from nlc.cli.common import (
    add_puzzle_arguments,
    add_style_argument,
    format_named,
    keep_inputs,
    load_inputs,
    require_name,
    require_pictures,
)
from nlc.cli.console import print_diagnostics, print_message
from nlc.errors import Diagnostics, fail

RARE = ("--date", "--titles", "--no-rules", "--quiet")
"""Options that ``--help`` leaves out."""

_EPILOG = """\
examples:
  nlc book mine.nl yours.nl -o book.pdf --title 'Sunday puzzles' --author Ada
  nlc book mine.nl -o book.html --per-page 2 --paper letter --large
  nlc book mine.nl -o book.pdf --link puzz.link     with QR codes

each puzzle has its number, its size and its grade; small solutions are at the end. Puzzles
without solution are left out.

exit status: 0 all puzzles are printed, 2 something is wrong with the input
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = _EPILOG
    parser.add_argument("files", nargs="+", metavar="FILE", help="puzzle files, or -")
    add_puzzle_arguments(parser)
    booklets.arguments(parser)
    output = parser.add_argument_group("output")
    output.add_argument(
        "--format",
        choices=with_pages(),
        help="default: by the extension of OUT",
    )
    output.add_argument(
        "-o",
        "--out",
        default="-",
        metavar="OUT",
        help="the file (default: standard output); {n} in the name makes a file for each puzzle",
    )
    add_style_argument(output, None)
    output.add_argument("--quiet", action="store_true", help="report only mistakes")


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status: 2 if a puzzle could not be printed."""
    from nlc.publishing.works import Task

    args.format = args.format or format_named(args.out)
    if not args.format or not is_booklet(args.format):
        formats = " or ".join(with_pages())
        raise fail("a booklet is written as HTML or PDF", hint=f"add --format {formats}")
    require_pictures(args, args.files)
    keep_inputs("--out", args.out, args.files)
    require_name(args.out, args.format)
    broken = Diagnostics()
    tasks = [Task(puzzle) for _, read in load_inputs(args, broken) for puzzle in read]
    count = booklets.write(args, tasks, broken)
    if count and not args.quiet and args.out != "-":
        print_message(f"{count} puzzle{'s' * (count > 1)} in {args.out}")
    print_diagnostics(broken.items, args.error_format)
    return EXIT_USER if broken.errors else EXIT_DECIDED
