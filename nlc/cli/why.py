"""``nlc why``: which clues of a board without solution contradict each other, by which rules."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from nlc.cli import common
from nlc.cli.console import EXIT_DECIDED, EXIT_UNDECIDED, print_json, print_message
from nlc.cli.progress import Progress
from nlc.errors import Diagnostics
from nlc.language.resolve import Puzzle
from nlc.pictures.drawing import Drawing
from nlc.reasons.why.search import Wanted, explain_contradiction
from nlc.reasons.why.why import CONTRADICTION, REFUSED, SOLVABLE, Why
from nlc.solving.choice import SolverChoice
from nlc.solving.question import UNIQUE
from nlc.solving.solve import solve_one

EPILOG = """\
examples:
  nlc why puzzle.nl                          which clues contradict each other
  nlc why --details puzzle.nl                and where each rule is needed
  nlc why --repair puzzle.nl                 the fewest clues to change
  nlc why puzzle.nl --format svg -o why.svg  a picture: these clues bold, the others faint
"""


ARGUMENTS = f"""
FILE+  puzzle files, or -
{common.PUZZLES}
question:
--details  also say where on the board each rule is needed
--repair  the fewest clues to take away or to change, each way with the board that results
--all  also faults that have nothing to do with the first one
--make-unique  of a board with several solutions: the fewest further clues that leave one
--superfluous  of a board with one solution: the clues that can go, and as few as possible that
    suffice
{common.limits(seconds=common.PATIENCE)}
output:
{common.pictures("text", "json")}{common.LOOK}
"""


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status: 3 if something was not found in time."""
    common.require_pictures(args, args.files)
    broken = Diagnostics()
    found: list[Drawing] = []
    status = EXIT_DECIDED
    for _, read in common.load_inputs(args, broken):
        for puzzle in read:
            with broken.collecting():
                why = _explain(args, puzzle)
                if args.format == "json":
                    print_json(why.to_json())
                elif args.format != "text":
                    found += why.drawings(args.style)
                    print_message(f"nlc: {puzzle.title}: {_sentence(why)}")
                if not why.complete:
                    status = EXIT_UNDECIDED
    common.draw_to(args, found)
    return common.conclude(args, broken, status)


def _explain(args: argparse.Namespace, puzzle: Puzzle) -> Why:
    """Return the explanation of a puzzle, with a line on a terminal meanwhile.

    As text, each part is printed as soon as it is known.
    """
    printed: set[str] = set()
    with Progress(1) as progress:
        progress.step(puzzle.title)

        def report(why: Why) -> None:
            progress.note(_status(why))
            if args.format == "text" and why.settled and why.settled[-1] not in printed:
                progress.clear()
                _print_parts(args, why, printed, why.settled)
                progress.resume()

        wanted = Wanted(args.details, args.repair, args.all, args.make_unique, args.superfluous)
        why = explain_contradiction(puzzle, wanted, common.limits_of(args), report)
    if args.format == "text":
        _print_parts(args, why, printed, None)
    return why


def _print_parts(
    args: argparse.Namespace, why: Why, printed: set[str], settled: Sequence[str] | None
) -> None:
    """Print the parts of an explanation that are settled and not printed yet; None: all."""
    if not printed:
        printed.add("heading")
        print(common.heading(why.puzzle.title, why.puzzle.path, why.puzzle.genre))
    every = why.sections(*common.look(args))
    too_much = why.superfluous is not None and why.superfluous.unique
    if why.status == SOLVABLE and why.added is None and not too_much:
        every = {"": _solvable(why, args)}
    for part, text in every.items():
        if part not in printed and (settled is None or part in settled):
            printed.add(part)
            if text:
                print(text, flush=True)
    if settled is None:
        print(f"{why.seconds:.3f} s\n", flush=True)


def _status(why: Why) -> str:
    """Return what is known so far, in a few words."""
    if why.status != CONTRADICTION:
        return ""
    count = len(why.clues)
    clues = f", {count} clue{'s' * (count != 1)}" + " (smallest)" * why.faults[0].smallest
    return clues + f", {len(why.repairs)} repairs" * bool(why.repairs)


def _sentence(why: Why) -> str:
    if why.status == REFUSED:
        return why.message
    return str(why.faults[0]) if why.faults else why.text()


def _solvable(why: Why, args: argparse.Namespace) -> str:
    """Return the text for a board with solutions: two of several, or that there is one."""
    answer = solve_one(why.puzzle, UNIQUE, SolverChoice(), limits=common.limits_of(args))
    if answer.unique:
        return "there is a solution, and it is the only one"
    if answer.unique is None:
        return "there is a solution"
    lines = ["there are several solutions", answer.text(*common.look(args))]
    return "\n".join(filter(None, [*lines, common.clues_to_add(args, why.puzzle)]))
