"""``nlc draw``: pictures of puzzles, without solving them."""

from __future__ import annotations

import argparse

from nlc.cli import EXIT_DECIDED, EXIT_UNDECIDED, EXIT_USER, common
from nlc.cli.console import print_diagnostics, print_message
from nlc.cli.progress import Progress
from nlc.errors import Diagnostics, UserError
from nlc.ir.elaborate.program import elaborate
from nlc.pictures.drawing import Drawing, draw
from nlc.process.own_limits import OwnLimitError, within

_EPILOG = """\
examples:
  nlc draw puzzle.nl                                 draw it in the terminal
  nlc draw puzzle.nl -o puzzle.svg                   for a page or a paper
  nlc draw puzzles.nl -o 'board-{n}.png'             a file for each puzzle
  nlc run puzzle.nl -o page.html                     the same with the solution
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = _EPILOG
    parser.add_argument("files", nargs="+", metavar="FILE", help="puzzle files, or -")
    common.add_puzzle_arguments(parser)
    common.add_limit_arguments(parser)
    output = parser.add_argument_group("output")
    common.add_picture_arguments(output, "text")
    common.add_look_arguments(output)


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status: 2 if anything is wrong."""
    common.require_pictures(args, args.files)
    broken = Diagnostics()
    found: list[Drawing] = []
    texts: list[str] = []
    status = EXIT_DECIDED
    for _, read in common.load_inputs(args, broken):
        with Progress(len(read)) as progress:
            for puzzle in read:
                progress.step(puzzle.title)
                try:
                    with within(common.limits_of(args)):
                        program = elaborate(puzzle)
                        if args.format == "text":
                            texts.append(
                                f"{program.title}\n{common.picture(args, program, None)}\n\n"
                            )
                        else:
                            found.append(draw(program, None, args.style))
                except OwnLimitError as stop:
                    print_message(f"nlc: {puzzle.title}: {stop}")
                    status = EXIT_UNDECIDED
                except UserError as error:
                    broken.absorb(error)
    print("".join(texts), end="", flush=True)
    common.draw_to(args, found)
    print_diagnostics(broken.items, args.error_format)
    return EXIT_USER if broken.errors else status
