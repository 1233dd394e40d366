"""``nlc check``: parse, type-check, draw the board, check the clues, and lint."""

from __future__ import annotations

import argparse

from nlc.cli import common, console
from nlc.cli.console import EXIT_DECIDED, EXIT_FAILED, EXIT_UNDECIDED
from nlc.cli.progress import Progress
from nlc.drivers.base import LIMITS_REACHED, Limits
from nlc.errors import Diagnostics, UserError
from nlc.ir.elaborate.program import elaborate
from nlc.ir.lint import lint
from nlc.language.resolve import Puzzle
from nlc.printable import printable
from nlc.process.own_limits import OwnLimitError, within

EPILOG = """\
examples:
  nlc check mine.nl puzzles.nl      find mistakes in two files
  nlc check --publish mine.nl       what an editor asks before printing
  nlc check --published genre.nl    whether other formats can hold its puzzles

exit status of --publish, the most serious of all puzzles: 0 it can be printed; 3 a limit was
reached first; 1 two solvers did not find exactly one solution, or it is there twice
"""


ARGUMENTS = f"""
FILE+  puzzle or genre files, or -
--publish  what an editor asks before printing: one solution by two solvers, grade, symmetry,
    clues and rules that could go, title and author, puzzles that are there twice
--published  try the examples of genres, and the puzzles, in each format that the genres speak to
~--format text|json [text]  output of --publish (default: text)
{common.PUZZLES}{common.limits(seconds=common.PATIENCE)}
"""


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status: 2 if anything is wrong."""
    return _publish(args) if args.publish else _check(args)


def _publish(args: argparse.Namespace) -> int:
    """Print the review of each puzzle."""
    from nlc.publishing.review import reviews

    broken = Diagnostics()
    read = [puzzle for _, found in common.load_inputs(args, broken) for puzzle in found]
    status, ready = EXIT_DECIDED, 0
    with Progress(len(read)) as progress:
        for each in reviews(read, common.limits_of(args), progress.step):
            progress.clear()
            if isinstance(each, UserError):
                broken.absorb(each)
                continue
            if args.format == "json":
                console.print_json(each.to_json())
            else:
                print(common.heading(each.puzzle.title, each.puzzle.path, each.puzzle.genre))
                print(f"{printable(str(each))}\n", flush=True)
            ready += each.ready
            if not each.ready:
                found = EXIT_UNDECIDED if each.solutions == "undecided" else EXIT_FAILED
                status = console.worst(status, found)
    if args.format == "text":
        print(f"{ready} of {len(read)} can be printed")
    return common.conclude(args, broken, status)


def _warn_of_example(case: Puzzle, limits: Limits, found: Diagnostics) -> None:
    """Warn if the example of a genre has not just one solution."""
    from nlc.solving.choice import SolverChoice
    from nlc.solving.question import UNIQUE
    from nlc.solving.solve import solve_one

    answer = solve_one(case, UNIQUE, SolverChoice(), limits=limits)
    if answer.unique is False:
        many = "no solution" if answer.status == "UNSATISFIABLE" else "several solutions"
        found.warn(f"the {case.title} has {many}", case.tree.span)
    elif answer.unique is None and answer.reason in LIMITS_REACHED:
        raise OwnLimitError(answer.reason, limits)


def _try_formats(case: Puzzle) -> None:
    """Print what becomes of a puzzle in each format that its genre speaks to."""
    from nlc.publishing.review import trials, unsaid

    print(common.heading(case.title, case.path, case.genre))
    console.print_table(list(trials(case)), ["format", "puzzle"])
    if names := unsaid(case.rules):
        print(f"in no format: {', '.join(names)}")
    print()


def _check(args: argparse.Namespace) -> int:
    found = Diagnostics()
    puzzles, status = 0, EXIT_DECIDED
    with Progress(0 if "-" in args.files else len(args.files), "files") as progress:
        for path in args.files:
            progress.step(path)
            try:
                cases, loaded = common.load_input(
                    args, path, partial=True, examples="all", published=True
                )
            except UserError as error:
                found.absorb(error)
                continue
            found.merge(loaded.items)
            puzzles += len(cases)
            for case in cases:
                limits = common.limits_of(args)
                try:
                    with found.collecting(), within(limits):
                        lint(elaborate(case), case, found)
                    if case.tree.span.text.startswith("example") and not found.errors:
                        _warn_of_example(case, limits, found)
                    if args.published and not found.errors:
                        with found.collecting(), within(limits):
                            _try_formats(case)
                except OwnLimitError as stop:
                    console.print_message(f"nlc: {case.title}: {stop}")
                    status = EXIT_UNDECIDED
    status = common.conclude(args, found, status)
    errors = len(found.errors)
    if args.error_format == "text":
        warned = len(found.items) - errors
        print(f"{puzzles} puzzle(s), {errors} error(s), {warned} warning(s)")
    return status
