"""Steps from a given board, for ``nlc hint`` and ``nlc steps``."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from nlc.cli.common import (
    PATIENCE,
    add_limit_arguments,
    add_look_arguments,
    add_picture_arguments,
    add_puzzle_arguments,
    limits_of,
    load_input,
    refuse_twice,
)
from nlc.cli.progress import Progress
from nlc.cli.solutions import load_solutions
from nlc.errors import UserError, fail
from nlc.explaining.hint import explain
from nlc.explaining.steps import Steps
from nlc.language.resolve import Puzzle


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for the board to go on from, the limits and the output."""
    parser.add_argument("file", metavar="FILE", help="puzzles, or -")
    parser.add_argument(
        "state",
        metavar="STATE",
        nargs="?",
        help="what is drawn, as JSON: a part of a solution as nlc run --format json prints it; "
        '{"true": […], "false": […]} also has what is crossed out; left out: what FILE gives',
    )
    add_puzzle_arguments(parser)
    add_limit_arguments(parser, "for each puzzle; then the steps so far are printed", PATIENCE)
    output = parser.add_argument_group("output")
    add_picture_arguments(output, "text", "json")
    add_look_arguments(output)


def find_steps(args: argparse.Namespace, whole: bool) -> Iterator[Steps]:
    """Yield the steps of each puzzle of the file.

    Raises:
        UserError: the file, or what is drawn, is wrong.
    """
    refuse_twice([args.file, args.state])
    read, _ = load_input(args, args.file)
    if args.state is None:
        for puzzle in read:
            own = puzzle.tree.solution
            found = steps(args, puzzle, own, whole)
            # A file that holds the solution, to look it up, is not asking how to go on from it.
            yield steps(args, puzzle, None, whole) if own and found.status == "solved" else found
        return
    for solution in load_solutions(args.state):
        titles = [puzzle.tree.title for puzzle in read]
        if solution.title in titles:
            puzzle = read[titles.index(solution.title)]
        elif len(read) == 1:
            puzzle = read[0]
        else:
            message = (
                f"{args.file} holds {len(read)} puzzles, and the state does not say whose it is"
            )
            raise fail(message, None, "choose with --puzzle")
        try:
            yield steps(args, puzzle, solution.value, whole)
        except UserError as error:
            raise solution.with_place(error) from None


def steps(args: argparse.Namespace, puzzle: Puzzle, drawn: Any, whole: bool) -> Steps:
    """Return the steps of one puzzle, with a line on a terminal meanwhile."""
    with Progress(1) as progress:
        progress.step(puzzle.title)
        return explain(
            puzzle,
            drawn,
            whole=whole,
            limits=limits_of(args),
            report=lambda count: progress.note(f", {count} step{'s' * (count != 1)}"),
        )
