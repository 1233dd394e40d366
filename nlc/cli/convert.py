"""``nlc convert``: puzzles in another format."""

from __future__ import annotations

import argparse

from msgspec.structs import replace

from nlc.cli import EXIT_DECIDED, EXIT_UNDECIDED, EXIT_USER, common
from nlc.cli.console import print_diagnostics, print_message
from nlc.cli.parser import add
from nlc.cli.progress import Progress
from nlc.convert import convert_parts
from nlc.errors import Diagnostic, Diagnostics, UserError, fail
from nlc.files import atomic_writer
from nlc.formats import FORMATS
from nlc.formats.nl_text import join_puzzles
from nlc.pictures import PICTURES
from nlc.process.own_limits import OwnLimitError, within

_EPILOG = """\
examples:
  nlc convert puzzle.nl --to pzpr                       as a URL of puzz.link
  nlc convert 'https://puzz.link/p?slither/5/5/cbcbcddad' --to nl -o loop.nl
  nlc convert pack.txt --to nl -o 'level-{n}.nl'        a file for each puzzle
  nlc convert puzzle.nl --to nl --solution              with its solution
  nlc list formats                                      what each format can hold
"""

_NUMBER = "{n}"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = _EPILOG
    parser.add_argument("files", nargs="+", metavar="FILE", help="puzzle files, URLs or -")
    common.add_puzzle_arguments(parser)
    common.add_limit_arguments(parser)
    output = parser.add_argument_group("output")
    add(output, "--to FORMAT", f"{', '.join(FORMATS.names())} (default: by the extension of OUT)")
    common.add_out_argument(output)
    add(
        output,
        "--solution",
        "write a solution, too: the one in FILE if it is right, else one that is found",
    )


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status: 2 if a puzzle could not be written."""
    name = _format(args)
    common.keep_inputs("--out", args.out, args.files)
    broken = Diagnostics()
    texts: dict[int, tuple[str, str, str]] = {}
    number, status = 0, EXIT_DECIDED
    for _, read in common.load_inputs(args, broken):
        with Progress(len(read)) as progress:
            for puzzle in read:
                progress.step(puzzle.title)
                number += 1
                try:
                    with within(common.limits_of(args)):
                        parts = convert_parts(puzzle, name, args.solution)
                    texts[number] = (puzzle.genre, *parts)
                except OwnLimitError as stop:
                    print_message(f"nlc: {puzzle.title}: {stop}")
                    status = EXIT_UNDECIDED
                except UserError as error:
                    for item in error.diagnostics:
                        broken.items.append(_of(item, puzzle.title))
    if _NUMBER in args.out:
        for number, (_, *text) in texts.items():
            with atomic_writer(args.out.replace(_NUMBER, str(number))) as stream:
                stream.write("".join(text).encode())
    elif len(texts) > 1 and not FORMATS.get(name).several:
        raise fail(
            f"a file in the format {name} holds one puzzle, and here are {len(texts)}",
            hint="make a file for each: -o 'out-{n}.txt', or choose one with --puzzle",
        )
    elif texts:
        joined = join_puzzles(texts.values(), "\n" if name == "nl" else "")
        with atomic_writer(args.out) as stream:
            stream.write(joined.encode())
    print_diagnostics(broken.items, args.error_format)
    return EXIT_USER if broken.errors else status


def _of(item: Diagnostic, title: str) -> Diagnostic:
    """Return a message that names the puzzle, if it has no place."""
    return item if item.span is not None else replace(item, message=f'"{title}": {item.message}')


def _format(args: argparse.Namespace) -> str:
    """Return the name of the format to write."""
    named = common.format_named(args.out)
    if args.to is not None:
        form = FORMATS.get(args.to).name
        common.require_name(args.out, form)
        return form
    if named and named in FORMATS:
        return named
    hint = f"add --to: {', '.join(FORMATS.names())}"
    if not named:
        raise fail("no format to write is named", None, hint)
    writer = "nlc draw" if named in PICTURES else "nlc compile" if named.endswith("cnf") else ""
    hint = f"{writer} writes {named.upper()}" if writer and named != "wcnf" else hint
    raise fail(f"'{args.out}' is a name for {named.upper()}, not for a puzzle", None, hint)
