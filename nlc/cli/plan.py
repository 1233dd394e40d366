"""``nlc plan``: show how ``nlc run`` would solve puzzles, without solving them."""

from __future__ import annotations

import argparse
import re
from collections import Counter

from nlc.cli import EXIT_DECIDED, EXIT_USER
from nlc.cli.common import (
    add_encoding_argument,
    add_objective_arguments,
    add_puzzle_arguments,
    heading,
    load_inputs,
    refuse_twice,
)
from nlc.cli.console import print_diagnostics
from nlc.errors import Diagnostics, UserError, fail
from nlc.ir.elaborate.program import elaborate
from nlc.solving.batch import shape_of
from nlc.solving.choice import choose_solvers
from nlc.solving.defaults import SHARED, table
from nlc.solving.optimum import check_best
from nlc.solving.question import ALL, BACKBONE, COUNT, DEFAULT, ONE, UNIQUE
from nlc.solving.solve import check_plan, plan_for

_EPILOG = """\
examples:
  nlc plan puzzle.nl                       the attempts of nlc run, in order
  nlc plan --unique puzzle.nl > mine.plan  edit it; nlc run --plan runs it
  nlc plan --defaults                      the table of plans, with reasons

An attempt is {solver=… reading=… goal=… encoding=… conflicts=… seconds=…}; one after
+0.2s begins so many seconds after the one before it, and runs at the same time. docs/solving.md
explains the words. Several puzzles of one shape are first solved together, by the last row of
--defaults.
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = _EPILOG
    parser.add_argument("files", nargs="*", metavar="FILE", help="puzzles, or -")
    add_puzzle_arguments(parser)
    add_objective_arguments(parser)
    question = parser.add_argument_group("question").add_mutually_exclusive_group()
    question.add_argument("--all", action="store_true", help="all solutions")
    question.add_argument("--count", action="store_true", help="how many solutions there are")
    question.add_argument("--unique", action="store_true", help="whether there is only one")
    question.add_argument("--backbone", action="store_true", help="what all solutions share")
    way = parser.add_argument_group("encoding and solver")
    add_encoding_argument(way)
    way.add_argument("--solver", metavar="NAME", help="a solver that is named to nlc run")
    parser.add_argument(
        "--defaults", action="store_true", help="print the table of plans, with the reasons"
    )


def _unlinked(text: str) -> str:
    return re.sub(r"\[[^\]]*\]\(([^)]*)\)", r"docs/\1", text)


def run(args: argparse.Namespace) -> int:
    """Print the plan of each puzzle."""
    if args.defaults:
        for name, plan, because in table():
            print(f"# {name}: {_unlinked(because)}\n{plan}\n")
        return EXIT_DECIDED
    if not args.files:
        raise fail("no file is named", hint="nlc plan puzzle.nl, or nlc plan --defaults")
    refuse_twice(args.files)
    chosen = {ALL: args.all, COUNT: args.count, UNIQUE: args.unique, BACKBONE: args.backbone}
    question = next((each for each, given in chosen.items() if given), ONE)
    names = None if args.solver is None else [name.strip() for name in args.solver.split(",")]
    choice = choose_solvers(names, args.encoding)
    broken = Diagnostics()
    for path, several in load_inputs(args, broken, partial=True):
        shapes = Counter(map(shape_of, several)) if question.is_for_one and not names else {}
        for puzzle in several:
            try:
                program = elaborate(puzzle)
                aims = program.objective is not None
                goal = ONE if aims else question
                found = plan_for(puzzle, program, goal, choice, DEFAULT)
                check_plan(found, goal, choice, DEFAULT)
                if aims:
                    check_best(found, choice)
            except UserError as error:
                broken.absorb(error)
                continue
            print(f"# {heading(puzzle.title, path, puzzle.genre)}")
            if (count := shapes.get(shape_of(puzzle), 1)) > 1:
                shared = SHARED.text().replace("\n", "\n# ")
                print(f"# first, {count} puzzles of its shape in one formula:\n# {shared}")
            print(f"{found}\n")
    print_diagnostics(broken.items, args.error_format)
    return EXIT_USER if broken.errors else EXIT_DECIDED
