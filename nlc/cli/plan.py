"""``nlc plan``: show how ``nlc run`` would solve puzzles, without solving them."""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

from nlc.cli import common
from nlc.cli.console import EXIT_DECIDED
from nlc.errors import Diagnostics, UserError, fail
from nlc.ir.elaborate.program import elaborate
from nlc.solving.batch import shape_of
from nlc.solving.choice import SolverChoice, choose_solvers, is_driver
from nlc.solving.confirm import CONFIRMING
from nlc.solving.defaults import SHARED, table
from nlc.solving.formulas import Formulas
from nlc.solving.plan import CHECK, CONFIRM, Plan
from nlc.solving.question import ALL, BACKBONE, COUNT, DEFAULT, ONE, UNIQUE
from nlc.solving.run import session_attempts
from nlc.solving.solve import check_plan, plan_for

if TYPE_CHECKING:
    from nlc.engines.base import Engine
    from nlc.ir.nodes import Program
    from nlc.language.resolve import Puzzle

EPILOG = """\
examples:
  nlc plan puzzle.nl                       the attempts of nlc run, in order
  nlc plan --unique puzzle.nl > mine.plan  edit it; nlc run --plan runs it
  nlc plan --defaults                      the table of plans, with reasons

An attempt is {solver=… reading=… goal=… encoding=… conflicts=… seconds=…}; one after
+0.2s begins so many seconds after the one before it, and runs at the same time. docs/solving.md
explains the words. Comments have the encodings of each attempt, and those that will be left out.
Several puzzles of one shape are first solved together, by the last row of --defaults.
"""


ARGUMENTS = f"""
FILE*  puzzles, or -
--defaults  print the table of plans, with the reasons
{common.OBJECTIVE}{common.PUZZLES}
question:
| --all  all solutions
| --count  how many solutions there are
| --unique  whether there is only one
| --backbone  what all solutions share
encoding and solver:
{common.ENCODING}
--solver NAME  a solver that is named to nlc run
"""


def _details(puzzle: Puzzle, program: Program, plan: Plan, choice: SolverChoice) -> Iterator[str]:
    """Yield the encodings of the attempts, by their numbers from 1, and what will be left out."""
    attempts, groups, formulas = plan.attempts, plan.groups(), Formulas()
    encodings: dict[str, list[int]] = {}
    left_out: dict[int, str] = {}
    done = set[int]()
    for place, group in enumerate(groups):
        for number in group:
            attempt = attempts[number]
            if number in done or attempt.solver == CHECK:
                continue
            if attempt.goal == CONFIRM:
                encodings[CONFIRMING] = [number]
                continue
            solver = choice.solver(attempt.solver)
            if not is_driver(solver):
                try:
                    cast("Engine[Any]", solver).read(puzzle, program)
                except UserError as error:
                    left_out[number] = error.diagnostics[0].message
                continue
            numbers = [number]
            if len(group) == 1:
                numbers, _ = session_attempts(attempts, groups, place, number, begun=False)
            done.update(numbers)
            mine = [(k, attempts[k]) for k in numbers]
            formula = formulas.for_attempts(puzzle, program, solver, mine, set(), None, left_out)
            if formula is not None:
                text = str(formula.lowered.encoding)
                encodings.setdefault(text, []).extend(k for k in numbers if k not in left_out)
    for text, numbers in encodings.items():
        if numbers:
            yield f"{', '.join(str(k + 1) for k in sorted(numbers))}: {text}"
    for number, why in sorted(left_out.items()):
        yield f"{number + 1} is left out: {why}"


def run(args: argparse.Namespace) -> int:
    """Print the plan of each puzzle."""
    if args.defaults:
        for name, plan, because in table():
            unlinked = re.sub(r"\[[^\]]*\]\(([^)]*)\)", r"docs/\1", because)
            print(f"# {name}: {unlinked}\n{plan}\n")
        return EXIT_DECIDED
    if not args.files:
        raise fail("no file is named", hint="nlc plan puzzle.nl, or nlc plan --defaults")
    common.refuse_twice(args.files)
    chosen = {ALL: args.all, COUNT: args.count, UNIQUE: args.unique, BACKBONE: args.backbone}
    question = next((each for each, given in chosen.items() if given), ONE)
    names = None if args.solver is None else [name.strip() for name in args.solver.split(",")]
    choice = choose_solvers(names, args.encoding)
    broken = Diagnostics()
    loaded = list(common.load_inputs(args, broken))
    number, total = 0, sum(len(several) for _, several in loaded)
    for path, several in loaded:
        shapes = Counter(map(shape_of, several)) if question.is_for_one and not names else {}
        for puzzle in several:
            number += 1
            try:
                program = elaborate(puzzle)
                aims = program.objective is not None
                goal = ONE if aims else question
                found = plan_for(puzzle, program, goal, choice, DEFAULT)
                check_plan(found, puzzle, program, goal, choice, DEFAULT)
                details = list(_details(puzzle, program, found, choice))
            except UserError as error:
                broken.absorb(error)
                continue
            print(f"# {common.heading(puzzle.title, path, puzzle.genre)}")
            if (count := shapes.get(shape_of(puzzle), 1)) > 1:
                shared = SHARED.text().replace("\n", "\n# ")
                print(f"# first, {count} puzzles of its shape in one formula:\n# {shared}")
            head = f"puzzle {number}:\n" if total > 1 else ""
            print("\n".join([f"{head}{found}", *(f"# {line}" for line in details), ""]))
    return common.conclude(args, broken)
