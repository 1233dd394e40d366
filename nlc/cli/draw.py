"""``nlc draw``: pictures of puzzles, without solving them."""

from __future__ import annotations

import argparse

from nlc.cli import common
from nlc.errors import Diagnostics
from nlc.ir.elaborate.program import elaborate
from nlc.language.resolve import Puzzle
from nlc.pictures.drawing import Drawing, draw

EPILOG = """\
examples:
  nlc draw puzzle.nl                                 draw it in the terminal
  nlc draw puzzle.nl -o puzzle.svg                   for a page or a paper
  nlc draw puzzles.nl -o 'board-{n}.png'             a file for each puzzle
  nlc run puzzle.nl -o page.html                     the same with the solution
"""


def arguments() -> str:
    """Return the arguments of the command."""
    return f"""
FILE+  puzzle files, or -
{common.puzzles()}{common.limits()}
output:
{common.pictures("text")}{common.LOOK}
"""


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status: 2 if anything is wrong."""
    common.require_pictures(args, args.files)
    broken = Diagnostics()
    found: list[Drawing] = []
    texts: list[str] = []

    def show(puzzle: Puzzle) -> None:
        program = elaborate(puzzle)
        if args.format == "text":
            texts.append(f"{program.title}\n{common.picture(args, program, None)}\n\n")
        else:
            found.append(draw(program, None, args.style))

    status = common.each_puzzle(args, broken, show)
    print("".join(texts), end="", flush=True)
    common.draw_to(args, found)
    return common.conclude(args, broken, status)
