"""``nlc convert``: puzzles in another format."""

from __future__ import annotations

import argparse
from itertools import count

from msgspec.structs import replace

from nlc.cli import common
from nlc.convert import convert_parts
from nlc.errors import Diagnostic, Diagnostics, UserError, fail
from nlc.files import NUMBER, atomic_writer
from nlc.formats import FORMATS, writable
from nlc.formats.nl import join_puzzles
from nlc.language.resolve import Puzzle
from nlc.pictures import PICTURES

EPILOG = """\
examples:
  nlc convert puzzle.nl --to pzpr                       as a URL of puzz.link
  nlc convert 'https://puzz.link/p?slither/5/5/cbcbcddad' --to nl -o loop.nl
  nlc convert pack.txt --to nl -o 'level-{n}.nl'        a file for each puzzle
  nlc convert puzzle.nl --to nl --solution              with its solution
  nlc list formats                                      what each format can hold
"""


ARGUMENTS = f"""
FILE+  puzzle files, URLs or -
{common.PUZZLES}{common.limits()}
output:
--to FORMAT  {", ".join(writable())} (default: by the extension of OUT)
{common.OUT}
--solution  write a solution, too: the one in FILE if it is right, else one that is found
"""


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status: 2 if a puzzle could not be written."""
    name = _format(args)
    common.keep_inputs("--out", args.out, args.files)
    broken = Diagnostics()
    texts: dict[int, tuple[str, str, str]] = {}
    numbers = count(1)

    def write(puzzle: Puzzle) -> None:
        number = next(numbers)
        try:
            parts = convert_parts(puzzle, name, args.solution)
        except UserError as error:
            raise UserError(_of(item, puzzle.title) for item in error.diagnostics) from None
        texts[number] = (puzzle.genre, *parts)

    status = common.each_puzzle(args, broken, write)
    if NUMBER in args.out:
        for number, (_, *text) in texts.items():
            with atomic_writer(args.out.replace(NUMBER, str(number))) as stream:
                stream.write("".join(text).encode())
    elif texts:
        joined = join_puzzles(texts.values(), "\n" if name == "nl" else "")
        with atomic_writer(args.out) as stream:
            stream.write(joined.encode())
    return common.conclude(args, broken, status)


def _of(item: Diagnostic, title: str) -> Diagnostic:
    """Return a message that names the puzzle, if it has no place."""
    return item if item.span is not None else replace(item, message=f'"{title}": {item.message}')


def _format(args: argparse.Namespace) -> str:
    """Return the name of the format to write."""
    named = common.format_named(args.out)
    if args.to is not None:
        form = FORMATS.get(args.to, writable()).name
        common.require_name(args.out, form)
        return form
    if named and named in FORMATS:
        return named
    hint = f"add --to: {', '.join(writable())}"
    if not named:
        raise fail("no format to write is named", None, hint)
    writer = "nlc draw" if named in PICTURES else "nlc compile" if named.endswith("cnf") else ""
    hint = f"{writer} writes {named.upper()}" if writer and named != "wcnf" else hint
    raise fail(f"'{args.out}' is a name for {named.upper()}, not for a puzzle", None, hint)
