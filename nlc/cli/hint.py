"""``nlc hint``: the next thing that follows on a board, and why."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from nlc.cli import common, console
from nlc.cli.console import EXIT_DECIDED, EXIT_FAILED, EXIT_UNDECIDED, print_message
from nlc.cli.progress import Progress, task
from nlc.cli.solutions import load_solutions, puzzle_of
from nlc.errors import UserError
from nlc.grading.grader import grade
from nlc.language.resolve import Puzzle
from nlc.pictures.drawing import draw
from nlc.process.own_limits import within
from nlc.publishing.works import caption
from nlc.reasons.steps.hint import next_step
from nlc.reasons.steps.steps import Steps, verdict

EPILOG = """\
examples:
  nlc hint puzzle.nl                            the first step
  nlc hint puzzle.nl drawn.json                 the next step, from what is drawn
  nlc hint puzzle.nl --stage place              where to look, and no more
  nlc hint puzzle.nl -o step.svg                a picture of it
  nlc steps puzzle.nl -o way.pdf                the whole way, a picture a step

exit status, the most serious of all puzzles: 0 a step, or all is drawn; 3 a limit was reached
first; 1 what is drawn is wrong, or there is no solution
"""


STAGE = """--stage place|technique|answer [answer]  how much is told: where to look, also by what,
    also what follows
"""

ARGUMENTS = f"""
FILE  puzzles, or -
STATE?  what is drawn, as JSON: a part of a solution as nlc run --format json prints it;
    {{"true": […], "false": […]}} also has what is crossed out; left out: what FILE gives
{common.PUZZLES}{common.limits(seconds=common.PATIENCE)}
output:
{common.pictures("text", "json")}{STAGE}{common.LOOK}
"""


def run(args: argparse.Namespace) -> int:
    """Show hints, or for ``nlc steps`` whole paths, and return the exit status."""
    whole = args.command == "steps"
    common.require_pictures(args, [args.file, args.state])
    status = EXIT_DECIDED
    found = []
    for each in find_steps(args, whole):
        if args.format == "json":
            console.print_json(each.to_json())
        elif args.format == "text":
            print(common.heading(each.program.title, each.puzzle.path, each.program.genre))
            print(f"{each.text(*common.look(args))}\n{each.seconds:.3f} s\n", flush=True)
        else:
            if whole and each.steps:  # before the way, the puzzle with its genre, size and grade
                with task("grading"):
                    level = grade(each.puzzle, common.limits_of(args)).level
                opening = draw(each.program, None, args.style)
                note = caption(each.puzzle, each.program, level)
                found.append(replace(opening, note=note, captioned=True))
            drawn = each.drawings(args.style)
            found += drawn
            print_message(f"nlc: {each.program.title}: {verdict(each)}")
            if not whole and each.steps:
                print_message(drawn[0].note)
        wrong = each.status in ("wrong", "no solution")
        own = EXIT_FAILED if wrong else EXIT_UNDECIDED if each.stopped else EXIT_DECIDED
        status = console.worst(status, own)
    common.draw_to(args, found)
    return status


def find_steps(args: argparse.Namespace, whole: bool) -> Iterator[Steps]:
    """Yield the steps of each puzzle of the file.

    Raises:
        UserError: the file, or what is drawn, is wrong.
    """
    common.refuse_twice([args.file, args.state])
    read, _ = common.load_input(args, args.file)
    if args.state is None:
        for puzzle in read:
            own = puzzle.tree.solution
            found = _steps(args, puzzle, own, whole)
            # A file that holds the solution, to look it up, is not asking how to go on from it.
            yield _steps(args, puzzle, None, whole) if own and found.status == "solved" else found
        return
    for solution in load_solutions(args.state):
        puzzle = puzzle_of(read, solution, args.file, "state")
        try:
            yield _steps(args, puzzle, solution.value, whole)
        except UserError as error:
            raise solution.with_place(error) from None


def _steps(args: argparse.Namespace, puzzle: Puzzle, drawn: Any, whole: bool) -> Steps:
    """Return the steps of one puzzle, with a line on a terminal meanwhile."""
    with within(common.limits_of(args)), Progress(1) as progress:
        progress.step(puzzle.title)
        found = next_step(
            puzzle,
            drawn,
            whole=whole,
            limits=common.limits_of(args),
            report=lambda count: progress.note(f", {count} step{'s' * (count != 1)}"),
        )
    return found if whole else replace(found, stage=args.stage)
