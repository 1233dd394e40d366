"""``nlc draw``: pictures of puzzles, without solving them."""

from __future__ import annotations

import argparse

from nlc.cli import common
from nlc.cli.console import EXIT_DECIDED, EXIT_UNDECIDED
from nlc.cli.playing import PLAY, require_page, write_pages
from nlc.errors import Diagnostics, fail
from nlc.ir.elaborate.program import elaborate
from nlc.language.resolve import Puzzle
from nlc.pictures.drawing import Drawing, draw

EPILOG = """\
examples:
  nlc draw puzzle.nl                                 draw it in the terminal
  nlc draw puzzle.nl -o puzzle.svg                   for a page or a paper
  nlc draw puzzles.nl -o 'board-{n}.png'             a file for each puzzle
  nlc draw puzzles.nl -o puzzles.html --play         a file that plays, without a server
  nlc draw small.nl -o slide.svg --stages            one rule from text to clauses and back
  nlc run puzzle.nl -o page.html                     the same with the solution
"""


ARGUMENTS = f"""
FILE+  puzzle files, or -
{common.PUZZLES}{common.limits()}
output:
{common.pictures("text")}{PLAY}{common.LOOK}
--stages  draw one rule of each puzzle as text, IR, clauses, model and board, for a class
~--blank  with --stages: a worksheet, without what a class is to find
"""


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status: 2 if anything is wrong."""
    broken = Diagnostics()
    if args.play:
        common.refuse(args, "stages blank", "{} and --play exclude each other")
        require_page(args, args.files)
        read = [(puzzle, "") for _, found in common.load_inputs(args, broken) for puzzle in found]
        count = write_pages(args, read, f"{len(read)} puzzles", broken)
        return common.conclude(args, broken, EXIT_DECIDED if count == len(read) else EXIT_UNDECIDED)
    common.refuse(args, "no-hints as-link share-base", "{} is of what --play writes")
    if args.blank and not args.stages:
        raise fail("--blank is of the slide that --stages draws")
    if args.stages and args.format in (None, "text"):
        args.format = common.format_named(args.out) or "svg"
    common.require_pictures(args, args.files)
    found: list[Drawing] = []
    texts: list[str] = []

    def show(puzzle: Puzzle) -> None:
        if args.stages:
            from nlc.publishing.stages import stages

            found.append(stages(puzzle, args.style, answers=not args.blank))
            return
        program = elaborate(puzzle)
        if args.format == "text":
            texts.append(f"{program.title}\n{common.picture(args, program, None)}\n\n")
        else:
            found.append(draw(program, None, args.style))

    status = common.each_puzzle(args, broken, show)
    print("".join(texts), end="", flush=True)
    common.draw_to(args, found)
    return common.conclude(args, broken, status)
