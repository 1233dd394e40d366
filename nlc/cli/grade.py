"""``nlc grade``: how hard puzzles are for a person."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import closing
from functools import partial

from nlc.cli import common
from nlc.cli.console import EXIT_DECIDED, EXIT_FAILED, EXIT_UNDECIDED, print_json, worst
from nlc.cli.progress import Progress
from nlc.errors import Diagnostics, UserError
from nlc.grading.grade import Grade
from nlc.grading.grader import grade
from nlc.language.resolve import Puzzle
from nlc.printable import printable
from nlc.process.pool import in_order

COLUMNS = [None, None, None, None, 24, 72, None]
"""How wide the columns of the table are at most."""

EPILOG = """\
examples:
  nlc grade puzzles.nl                   a line for each puzzle
  nlc generate akari 10x10 --difficulty hard | nlc grade -

level is easy, medium, hard or expert, as nlc generate --difficulty has it; score orders puzzles of
a level; hardest is the technique of the hardest step. Then come the techniques that it takes, the
easiest first, and the steps that have no name: by one rule or several, by rings or parts, by
assumptions within assumptions, by search. docs/explain.md has the scale.

exit status, the most serious of all puzzles: 0 graded, or there are several solutions, 3 undecided
within the time, 1 no solution, 2 the input is wrong
"""


ARGUMENTS = f"""
FILE+  puzzle files, or -
--format text|json [text]  output (default: text)
{common.PUZZLES}{common.limits(seconds=common.PATIENCE)}
"""


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    from tabulate import tabulate

    broken = Diagnostics()
    rows = []
    status = EXIT_DECIDED
    read = [puzzle for _, found in common.load_inputs(args, broken) for puzzle in found]
    try:
        titles = [puzzle.title for puzzle in read]
        with (
            Progress(len(read)) as progress,
            closing(in_order(partial(_grade, args, read), titles, progress.step)) as grades,
        ):
            for puzzle, grade in zip(read, grades, strict=True):
                progress.clear()
                if isinstance(grade, UserError):
                    broken.absorb(grade)
                    continue
                failed = {"no solution": EXIT_FAILED, "undecided": EXIT_UNDECIDED}
                status = worst(status, failed.get(grade.status, 0))
                if args.format == "json":
                    named = {"puzzle": puzzle.title, "genre": puzzle.genre}
                    print_json(named | grade.to_json())
                rows.append(_row(puzzle, grade))
    finally:  # also where it is interrupted
        if args.format == "text" and rows:
            table = tabulate(rows, headers="keys", disable_numparse=True, maxcolwidths=COLUMNS)
            print(printable(table))
    return common.conclude(args, broken, status)


def _row(puzzle: Puzzle, grade: Grade) -> dict[str, str]:
    level = grade.level
    return {
        "puzzle": puzzle.title,
        "genre": puzzle.genre,
        "level": level or "-",
        "score": f"{grade.score:g}" if level else "-",
        "hardest": f"{grade.hardest_step} ({grade.hardest:g})" if level else "-",
        "steps": grade.summary if level else "-",
        "status": f"{grade.status}: {grade.stopped}" if grade.stopped else grade.status,
    }


def _grade(args: argparse.Namespace, read: Sequence[Puzzle], number: int) -> Grade | UserError:
    """Grade one of some puzzles, by its number."""
    try:
        return grade(read[number], common.limits_of(args))
    except UserError as error:
        return error
