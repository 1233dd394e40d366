"""``nlc hint``: the next thing that follows on a board, and why."""

from __future__ import annotations

import argparse
import json

from msgspec.structs import replace

from nlc.cli import BY_SEVERITY, EXIT_DECIDED, EXIT_FAILED, EXIT_UNDECIDED, guiding
from nlc.cli.common import draw_to, heading, limits_of, look, require_pictures
from nlc.cli.console import print_message
from nlc.cli.guiding import find_steps
from nlc.cli.progress import task
from nlc.explaining.step_words import verdict
from nlc.explaining.steps import Steps
from nlc.grading.grader import grade
from nlc.pictures.drawing import Drawing, draw
from nlc.publishing.works import caption

_EPILOG = """\
examples:
  nlc hint puzzle.nl                            the first step
  nlc hint puzzle.nl drawn.json                 the next step, from what is drawn
  nlc hint puzzle.nl -o step.svg                a picture of it
  nlc steps puzzle.nl -o way.pdf                the whole way, a picture a step

exit status, the most serious of all puzzles: 0 a step, or all is drawn; 3 a limit was reached
first; 1 what is drawn is wrong, or there is no solution
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = _EPILOG
    guiding.arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    return show(args, whole=False)


def show(args: argparse.Namespace, whole: bool) -> int:
    """Show hints, or whole paths, and return the exit status."""
    require_pictures(args, [args.file, args.state])
    status = EXIT_DECIDED
    found = []
    for each in find_steps(args, whole):
        if args.format == "json":
            print(json.dumps(each.to_json()), flush=True)
        elif args.format == "text":
            print(heading(each.program.title, each.puzzle.path, each.program.genre))
            print(f"{each.text(*look(args))}\n{each.seconds:.3f} s\n", flush=True)
        else:
            found += [opening_picture(args, each)] if whole and each.steps else []
            drawn = each.drawings(args.style)
            found += drawn
            print_message(f"nlc: {each.program.title}: {verdict(each)}")
            if not whole and each.steps:
                print_message(drawn[0].note)
        status = max(status, exit_of(each), key=BY_SEVERITY.index)
    draw_to(args, found)
    return status


def opening_picture(args: argparse.Namespace, steps: Steps) -> Drawing:
    """Return the picture of a puzzle before a whole path, with its genre, size and grade."""
    with task("grading"):
        note = caption(steps.puzzle, steps.program, grade(steps.puzzle, limits_of(args)).level)
    return replace(draw(steps.program, None, args.style), note=note, captioned=True)


def exit_of(steps: Steps) -> int:
    """Return the exit status of some steps."""
    if steps.status in ("wrong", "no solution"):
        return EXIT_FAILED
    return EXIT_UNDECIDED if steps.stopped else EXIT_DECIDED
