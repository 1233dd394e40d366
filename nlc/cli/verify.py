"""``nlc verify``: judge a solution by the rules, without any encoding."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from nlc.cli import EXIT_DECIDED, EXIT_FAILED
from nlc.cli.common import (
    ascii_pictures,
    draw_to,
    drawn,
    load_input,
    picture,
    puzzles,
    refuse_twice,
    require_pictures,
)
from nlc.cli.console import say
from nlc.cli.solutions import GivenSolution, read_solutions
from nlc.errors import fail
from nlc.ir.nodes import Program
from nlc.language.resolve import Puzzle
from nlc.printable import printable

if TYPE_CHECKING:
    from nlc.pictures.drawing import Drawing


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", metavar="FILE", help="the puzzle")
    parser.add_argument(
        "solution",
        metavar="SOLUTION",
        help="JSON, as nlc run or nlc decode --format json prints it, or -",
    )
    puzzles(parser)
    output = parser.add_argument_group("output")
    drawn(output, "text")
    ascii_pictures(output)


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status: 0 if every solution is right, else 1."""
    from nlc.ir.elaborate.program import elaborate

    refuse_twice([args.file, args.solution])
    require_pictures(args, [args.file, args.solution])
    cases, _ = load_input(args, args.file)
    given: dict[Puzzle, list[GivenSolution]] = {}
    for solution in read_solutions(args.solution):
        given.setdefault(_case_of(cases, solution.title, args.file), []).append(solution)
    right = True
    found: list[Drawing] = []
    for case, solutions in given.items():
        program = elaborate(case)
        for number, solution in enumerate(solutions, 1):
            name = program.title if len(solutions) == 1 else f"{program.title}, solution {number}"
            right &= _judge(args, program, solution, name, found)
    draw_to(args, found)
    return EXIT_DECIDED if right else EXIT_FAILED


def _judge(
    args: argparse.Namespace,
    program: Program,
    solution: GivenSolution,
    name: str,
    found: list[Drawing],
) -> bool:
    """Tell whether a solution is right, draw it, and say which rules it breaks and where."""
    from nlc.ir.evaluate import violations

    board = solution.board(program)
    broken = violations(program, board)
    told = [f"{name}: {'wrong' if broken else 'right, by every rule'}"]
    told += [f"  {violation.message}" for violation in broken]
    text = "\n".join(map(printable, told))
    if args.format == "text":
        print(f"{text}\n{picture(args, program, board)}")
    else:
        from nlc.pictures.gallery import judged

        say(text)
        found.append(judged(program, board, broken, args.style))
    return not broken


def _case_of(cases: list[Puzzle], title: str | None, path: str) -> Puzzle:
    if title is None:
        if len(cases) == 1:
            return cases[0]
        raise fail(
            f"{path} holds {len(cases)} puzzles, and the solution does not say whose it is",
            None,
            "choose with --puzzle",
        )
    for case in cases:
        if case.tree.title == title:
            return case
    if len(cases) == 1:
        return cases[0]
    raise fail(f"{path} has no puzzle '{title}', which the solution is for")
