"""``nlc run`` on many puzzles: how to share the work, and what to tell as it gets done."""

from __future__ import annotations

import argparse
import copy
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from nlc.cli import BY_GRAVITY, EXIT_DECIDED, EXIT_USER
from nlc.cli.console import say
from nlc.cli.outcome import Solved
from nlc.cli.progress import Progress
from nlc.cli.tasks import Task
from nlc.drivers.base import Driver, Limits
from nlc.encode.spec import Encoding
from nlc.errors import Diagnostics, UserError

if TYPE_CHECKING:
    from nlc.solve.batch import Sharing

SOLVER = "minisat22"
"""PySAT's name of the solver that a formula of several programs is given to where the user names
none: of all it takes the least time for many easy questions."""


@dataclass(frozen=True)
class Plan:
    """How to do the work.

    Attributes:
        jobs: the number of processes.
        sharing: how puzzles of one shape are solved together, or None: each by itself.
    """

    jobs: int
    sharing: Sharing | None


def plan(
    args: argparse.Namespace, driver: Driver, encoding: Encoding, tasks: Sequence[Task]
) -> Plan | None:
    """Return how to solve puzzles; None to do so one after the other, here.

    A search for many solutions is not sent to another process unasked: it can be interrupted, and
    then tells what it has found. Nor is a portfolio, which has processes of its own.
    """
    from nlc.solve.jobs import usual

    limits = Limits(args.timeout, args.memory, args.cpu_time)
    # What a solver needs for one puzzle is not to be told from what it keeps of the others.
    sharing = share(args, driver, encoding) if limits.megabytes is None else None
    if sharing is not None:
        sharing = replace(sharing, limits=limits)
    long = args.all is not None or args.count or args.facts or args.portfolio
    jobs = min(args.jobs or (1 if long else usual(len(tasks), _cells(tasks))), len(tasks))
    return Plan(jobs, sharing) if sharing is not None or jobs > 1 else None


def _cells(tasks: Sequence[Task]) -> int:
    """Return how many cells are drawn in all, blanks included."""
    literals = (task.case.literal for task in tasks)
    return sum(len(line) for literal in literals if literal for line in literal.lines)


def share(
    args: argparse.Namespace, driver: Driver, encoding: Encoding, *, alone: bool = False
) -> Sharing | None:
    """Return how to ask several programs of one solver, or None where that cannot be done.

    It can where one board of each puzzle is asked for, or `alone`, of the readings of one puzzle,
    also whether there is another; of an incremental solver in process. The
    encoding has to be exact: else what is learnt of one program need not hold for another. An
    answer in the solvers' own language, and a proof, is about what ``nlc compile`` writes.
    """
    from nlc.drivers.pysat.backends import BACKENDS
    from nlc.solve.batch import Sharing
    from nlc.solve.exact import is_exact

    more = args.all is not None or args.count or args.facts or (args.unique and not alone)
    one = not (more or args.engine or args.portfolio or args.competition or args.proof)
    if not one or not is_exact(encoding) or args.solver_cmd is not None:
        return None
    relax = not args.plain
    if args.solver is None:
        return Sharing(SOLVER, encoding, relax)
    name = driver.name.removeprefix("pysat:")
    known = name != driver.name and name in BACKENDS and BACKENDS[name].alternates
    return Sharing(name, encoding, relax) if known else None


def run(
    chosen: Plan,
    tasks: Sequence[Task],
    alone: Callable[[argparse.Namespace, Task], int],
    show: Callable[[argparse.Namespace, Solved], int],
    args: argparse.Namespace,
    broken: Diagnostics,
    progress: Progress,
) -> int:
    """Solve puzzles in processes, show each in its turn, and return the gravest exit status.

    Args:
        chosen: how.
        tasks: the puzzles.
        alone: solves a puzzle by itself, shows what came of it, and returns the exit status.
        show: shows what came of a puzzle, and returns the exit status.
        args: of the command.
        broken: takes the mistakes of the puzzles.
        progress: is told of each puzzle.
    """
    from nlc.cli.batch import Batch
    from nlc.solve.jobs import Jobs, LostTaskError

    here = settled(args)
    work = Batch(tasks, alone, show, here, chosen.sharing, sys.stdout.encoding or "ascii")
    jobs = Jobs(work, len(tasks), chosen.jobs)
    worst = EXIT_DECIDED
    with closing(jobs.results()) as results:
        for task in tasks:
            progress.step(task.case.puzzle.title)
            told = next(results)
            if isinstance(told, LostTaskError):
                progress.clear()
                say(f"nlc: {task.case.puzzle.title}: {told}; it is solved by itself")
                try:
                    status = alone(args, task)
                except UserError as error:
                    broken.absorb(error)
                    continue
            else:
                progress.end()
                sys.stderr.write(told.err)
                sys.stderr.flush()
                print(told.out, end="", flush=True)
                broken.items += told.broken
                status = told.status
            worst = max(worst, status, key=BY_GRAVITY.index)
    return EXIT_USER if broken.errors else worst


def settled(args: argparse.Namespace) -> argparse.Namespace:
    """Return arguments that say what the standard output can show, for those who do not see it."""
    from nlc.render.terminal import use_color, use_unicode

    out = copy.copy(args)
    if args.color == "auto":
        out.color = "always" if use_color(sys.stdout) else "never"
    out.ascii = args.ascii or not use_unicode(sys.stdout)
    return out
