"""``nlc run --executor``: each puzzle is solved by itself, in a process that may be far away."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass

from nlc.cli import BY_GRAVITY, EXIT_DECIDED, EXIT_FAILED, EXIT_USER
from nlc.cli.batch import Batch, Told
from nlc.cli.console import say
from nlc.cli.progress import Progress
from nlc.cli.tasks import Task
from nlc.cli.together import settled
from nlc.errors import Diagnostics
from nlc.execute import opened
from nlc.execute.base import WorkerDiedError, in_order


@dataclass(frozen=True, eq=False)
class Errand:
    """A puzzle to solve elsewhere.

    Attributes:
        args: of the command; they say all of the style of what is printed.
        task: the puzzle.
        encoding: of the standard output.
    """

    args: argparse.Namespace
    task: Task
    encoding: str


def solve(errand: Errand) -> Told:
    """Solve a puzzle where this is called, and return what is to be printed of it."""
    from nlc.cli.run import alone

    work = Batch([errand.task], alone, _unasked, errand.args, None, errand.encoding)
    (told,) = work(0, 1)
    return told


def _unasked(args: argparse.Namespace, solved: object) -> int:
    raise AssertionError("no puzzle is solved together with others")


def run(
    args: argparse.Namespace, tasks: Sequence[Task], broken: Diagnostics, progress: Progress
) -> int:
    """Solve puzzles by an executor, show each in its turn, and return the gravest exit status.

    Args:
        args: of the command.
        tasks: the puzzles.
        broken: takes the mistakes of the puzzles.
        progress: is told of each puzzle.
    """
    here = settled(args)
    errands = [Errand(here, task, sys.stdout.encoding or "ascii") for task in tasks]
    worst = EXIT_DECIDED
    with (
        opened(args.executor, args.jobs or 1, args.scheduler) as executor,
        closing(in_order(executor, solve, errands)) as answers,
    ):
        for task in tasks:
            progress.step(task.case.puzzle.title)
            answer = next(answers)
            progress.end()
            try:
                told = answer.future.result()
            except WorkerDiedError as error:
                say(f"nlc: {task.case.puzzle.title}: {error}")
                worst = max(worst, EXIT_FAILED, key=BY_GRAVITY.index)
                continue
            sys.stderr.write(told.err)
            sys.stderr.flush()
            print(told.out, end="", flush=True)
            broken.items += told.broken
            worst = max(worst, told.status, key=BY_GRAVITY.index)
    return EXIT_USER if broken.errors else worst
