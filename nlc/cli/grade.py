"""``nlc grade``: how hard puzzles are for a person."""

from __future__ import annotations

import argparse
import json
from collections.abc import Generator, Sequence
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING

from nlc.cli import BY_GRAVITY, EXIT_DECIDED, EXIT_USER
from nlc.cli.common import PATIENCE, limits, limits_of, load_inputs, puzzles
from nlc.cli.console import say, tell
from nlc.cli.guiding import steps
from nlc.cli.hint import exit_of
from nlc.errors import Diagnostics, UserError
from nlc.printable import printable

if TYPE_CHECKING:
    from nlc.explaining.steps import Steps
    from nlc.language.resolve import Puzzle

_EPILOG = """\
examples:
  nlc grade puzzles.nl                   a line for each puzzle

hardest and total are the costs of the steps that nlc steps finds: a rule at a place costs 1, a ring
2, a rule about the whole board 10. level is what nlc generate --difficulty means by it; of genres
that it does not make, what settles the last value: rules (unit propagation), look-ahead, search.

exit status, the most serious of all puzzles: 0 graded, 3 undecided within the time, 1 no solution,
2 the input is wrong
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = _EPILOG
    parser.add_argument("files", nargs="+", metavar="FILE", help="puzzle files, or -")
    puzzles(parser)
    parser.add_argument(
        "--depth",
        type=int,
        choices=(1, 2, 3),
        default=1,
        metavar="K",
        help="look up to K values ahead for the level, 1 (default) to 3",
    )
    limits(parser, "for each puzzle; without the last steps there is no grade", PATIENCE)
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="output (default: text)"
    )


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status, which is that of ``nlc hint``."""
    from tabulate import tabulate

    broken = Diagnostics()
    rows: list[_Row] = []
    status = EXIT_DECIDED
    read = [puzzle for _, found in load_inputs(args, broken) for puzzle in found]
    with closing(_graded(args, read)) as grades:
        for grade in grades:
            if isinstance(grade, UserError):
                broken.absorb(grade)
                continue
            ended, row = grade
            status = max(status, ended, key=BY_GRAVITY.index)
            if args.format == "json":
                print(json.dumps(row), flush=True)
            rows.append(row)
    if args.format == "text" and rows:
        shown: list[_Row] = [
            {name: "-" if value is None else value for name, value in r.items()} for r in rows
        ]
        for row in shown:
            if (stopped := row.pop("stopped")) != "-":
                row["status"] = f"{row['status']}: {stopped}"
        print(printable(tabulate(shown, headers="keys", disable_numparse=True)))
    tell(broken.items, args.error_format)
    return EXIT_USER if broken.errors else status


_Row = dict[str, "str | int | None"]

_Grade = tuple[int, _Row] | UserError
"""The exit status and the row of a puzzle, or why it has none."""


def _graded(args: argparse.Namespace, read: Sequence[Puzzle]) -> Generator[_Grade, None, None]:
    """Yield the grade of each puzzle in their order, of several by a process for each core."""
    from nlc.cli.progress import Progress
    from nlc.process.cores import cores
    from nlc.process.pool import Pool
    from nlc.process.worker import WorkerStoppedError

    grade = partial(_grade, args, read)
    count = min(cores(), len(read))
    if count < 2:
        yield from map(grade, range(len(read)))
        return
    with (
        Progress(len(read)) as progress,
        Pool(count) as pool,
        closing(pool.as_completed(grade, range(len(read)), ordered=True)) as grades,
    ):
        for number, puzzle in enumerate(read):
            progress.step(puzzle.title)
            done = next(grades)
            progress.clear()
            try:
                yield done.future.result()
            except WorkerStoppedError as stop:
                say(f"nlc: {puzzle.title}: {stop}; it is graded by itself")
                yield grade(number)


def _grade(args: argparse.Namespace, read: Sequence[Puzzle], number: int) -> _Grade:
    """Grade one of some puzzles, by its number."""
    try:
        found = steps(args, read[number], None, whole=True)
    except UserError as error:
        return error
    return exit_of(found), _row(args, found)


def _row(args: argparse.Namespace, found: Steps) -> _Row:
    graded = found.complete and found.status == "steps"
    return {
        "puzzle": found.program.title,
        "genre": found.program.genre,
        "steps": len(found.steps) if graded else None,
        "hardest": found.hardest if graded else None,
        "total": found.total if graded else None,
        "open": found.open if found.complete else None,
        "level": _level(args, found) if graded and not found.open else None,
        "status": "several solutions" if graded and found.open else _status(found, graded),
        "stopped": found.stopped or None,
    }


def _status(found: Steps, graded: bool) -> str:
    return "graded" if graded else "undecided" if found.stopped else found.status


def _level(args: argparse.Namespace, found: Steps) -> str | None:
    from nlc.generating.propagation import grade_puzzle

    graded = grade_puzzle(found.puzzle, args.depth, limits_of(args))
    return None if graded is None else graded.level
