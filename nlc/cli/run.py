"""``nlc run``: solve puzzles and show the checked boards.

A puzzle, or a file, that is wrong does not keep the others from being solved: its mistakes are
printed at the end, and the exit status is 2.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from nlc.cli import common, console
from nlc.cli.console import EXIT_DECIDED, EXIT_FAILED, EXIT_USER
from nlc.cli.parser import whole
from nlc.cli.progress import Progress
from nlc.cli.show import show, show_all
from nlc.drivers.progress import reporting_to
from nlc.errors import Diagnostics, fail
from nlc.files import formula_form, read_source
from nlc.language.resolve import Puzzle
from nlc.process.cluster import check_scheduler
from nlc.solving.answer import COUNTING, Answer
from nlc.solving.batch import Answers, interrupted_answer, solve_each
from nlc.solving.choice import PLANS, SolverChoice, choose_solvers
from nlc.solving.plan import Plan, parse_plans
from nlc.solving.question import BACKBONE, COUNT, ONE, UNIQUE, Policy, Question

if TYPE_CHECKING:
    from nlc.pictures.drawing import Drawing

EPILOG = """\
examples:
  nlc run puzzle.nl                             solve it, and draw the board
  nlc run --unique puzzles.nl                   which have one solution
  nlc run --all 10 --format json puzzle.nl      ten at most, for a program
  nlc run --set touch=false --puzzle 3 many.txt the third puzzle of a file, by another rule
  nlc run --unique --proof out.drat puzzle.nl   and a proof that there is no other solution
  nlc run --count --solver frontier puzzle.nl   how many solutions, even if there are billions
  nlc run --minimize 'count line' puzzle.nl     a shortest one, proved to be it
  nlc run --backbone puzzle.nl                  what all solutions share, drawn
  nlc run --solver minisat,kissat --portfolio puzzle.nl  the first answer of two solvers
  nlc run --solver-cmd 'foo -q {cnf}' puzzle.nl a solver that nlc does not know
  nlc run --solver backtrack puzzle.nl          a search without encoding and solver
  nlc run --solver kissat --timeout 60 a.cnf    a model of a formula in DIMACS
  nlc run --plan mine.plan puzzle.nl            as a plan of your own says: nlc plan

Mistakes in one puzzle do not keep the others from being solved; they are printed at the end.

exit status, the most serious of all puzzles: 0 decided, 3 undecided within the limits, 1 a solver
failed, 2 the input is wrong; 130 interrupted (what was done is printed); with --competition 10,
20 or 0
"""


KINDS = {
    "all": {"nargs": "?", "type": lambda text: 0 if text == "all" else whole(text), "const": 0}
}


ARGUMENTS = f"""
FILE+  puzzles, or formulas, or -
{common.OBJECTIVE}{common.PUZZLES}
question:
| --all N  show all solutions, or at most N
| --count  count the solutions
| --unique  check whether there is only one; if not, show two and where they differ, and whether a
    stricter reading that the genre prefers has only one
| --backbone  show what all solutions share, what none has, and what is open
encoding and solver:
{common.ENCODING}
| --solver NAME  a solver, such as cadical or pysat:NAME, or an engine; nlc list solvers lists them
    (default: pysat:cadical195, in a worker process); with --portfolio several, divided by commas
| ~--solver-cmd COMMAND  any other solver that speaks the SAT competition's language: 'foo {{cnf}}',
    or 'foo' if it reads standard input; 'foo {{cnf}} {{proof}}' for --proof
~--portfolio  let all solvers of --solver run at the same time; the first answer counts, and the
    others are ended
--plan PLAN  how to search: a file, or a text of attempts, as nlc plan prints them; 'plain' for one
    solver without stricter rules, 'alone' for one solver at a time
~--proof OUT  write the proof that there is no solution, or with --unique no other one: DRAT, or
    LRAT if OUT ends with lrat; it is checked, and nlc prove does so again
~--check-unsat  let a second solver confirm that there is no solution, or no other one; it tries so
    anyway after short searches, for as long as they took, or 1 s
{common.limits()}
processes:
~--jobs N  processes that many puzzles are shared out to (default: one for each core where the
    puzzles are many; 1 with --all, --count, --backbone and --portfolio)
{common.EXECUTOR}
output:
{common.pictures("text", "json")}
~--competition  print s and v lines and exit 10, 20, 30 or 0, as solvers do
{common.LOOK}
| --verbose  print each step of the search on standard error
| ~--quiet  print only answers and mistakes, and no progress
"""


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status, the most serious of all puzzles."""
    if any(formula_form(path) for path in args.files):
        from nlc.cli.formulas import run_formulas

        return run_formulas(args)
    _refuse(args)
    policy, choices = _policy(args), choices_of(args)
    choice = next(iter(choices.values()))
    if (missing := choice.missing()) is not None:
        console.print_message("\n".join(f"nlc: {line}" for line in missing.splitlines()))
        if args.proof is not None:
            from nlc.drivers.proof_file import discard

            discard(Path(args.proof))
        return EXIT_FAILED
    if args.proof is not None:
        from nlc.solving.proof import require_proofs

        for name in choice.name.split(","):
            require_proofs(choice.solver(name))
    broken = Diagnostics()
    try:
        tasks = _tasks(args, broken)
        if 0 not in choices:
            if sorted(choices) != list(range(1, len(tasks) + 1)):
                hint = "nlc plan --puzzle N prints the plan of one puzzle, which is for any"
                there = "is 1 puzzle" if len(tasks) == 1 else f"are {len(tasks)}"
                message = f"the plans are of {len(choices)} puzzles, and there {there}"
                raise fail(message, hint=hint)
            why = "puzzles with plans of their own are solved in turn: no {}"
            common.refuse(args, "jobs executor", why)
        status = _run(args, tasks, choices, policy, broken)
    finally:
        console.print_diagnostics(broken.items, args.error_format)
    return EXIT_USER if broken.errors and not args.competition else status


_Task = tuple[Puzzle, float]
"""A puzzle to solve, and the seconds that it took to read it."""


def _run(
    args: argparse.Namespace,
    tasks: list[_Task],
    choices: Mapping[int, SolverChoice],
    policy: Policy,
    broken: Diagnostics,
) -> int:
    """Solve puzzles, show each in its turn, and return the most serious exit status."""
    worst, question = EXIT_DECIDED, _question(args)
    found: list[Drawing] = []
    progress = Progress(0 if args.quiet else len(tasks))
    wanted = [puzzle for puzzle, _ in tasks]

    def solve(puzzles: Sequence[Puzzle], choice: SolverChoice) -> Answers:
        return solve_each(
            puzzles, question, choice, policy, common.limits_of(args), progress.detail
        )

    def by_plans() -> Answers:
        for number, puzzle in enumerate(wanted, 1):
            yield from solve([puzzle], choices[number])

    answers = solve(wanted, choices[0]) if 0 in choices else by_plans()
    choice = next(iter(choices.values()))
    with progress, closing(answers), reporting_to(lambda text: progress.note(f", {text}")):
        try:
            for puzzle, seconds in tasks:
                progress.step(puzzle.title)
                answer = next(answers)
                progress.clear()
                if answer.error is not None:
                    broken.absorb(answer.error)
                    continue
                interrupted = answer.reason == "interrupted"
                progress.end(done=not interrupted)
                status = show(args, _timed(answer, seconds), question, found)
                worst = status if args.competition else console.worst(worst, status)
                if interrupted:
                    next(answers, None)  # which raises the interruption
        except KeyboardInterrupt:
            progress.clear()
            if args.format == "json":
                show_all(
                    _timed(interrupted_answer(puzzle, choice), seconds)
                    for puzzle, seconds in tasks[progress.reported :]
                )
            raise
        finally:
            common.draw_to(args, found)
    return worst


def _timed(answer: Answer, seconds: float) -> Answer:
    return replace(answer, seconds={"parse": seconds, **answer.seconds})


def _policy(args: argparse.Namespace) -> Policy:
    """Return what the arguments decide."""
    return Policy(
        lazy=not args.competition,
        explain=not args.competition,
        confirm=args.check_unsat or (False if args.competition else None),
        jobs=args.jobs,
        executor=args.executor,
        scheduler=args.scheduler,
        proof=args.proof,
    )


def _question(args: argparse.Namespace) -> Question:
    """Return the question about each puzzle."""
    if args.all is not None:
        return Question(args.all or None)
    chosen = {BACKBONE: args.backbone, UNIQUE: args.unique, COUNT: args.count}
    return next((question for question, given in chosen.items() if given), ONE)


def choices_of(args: argparse.Namespace) -> dict[int, SolverChoice]:
    """Return what the arguments name to solve by: for all puzzles, as 0, or for each number.

    Raises:
        UserError: there is none of a name, or not as many as are wanted; or an engine is given
            options about an encoding or a solver.
    """
    if args.solver_cmd is not None:
        names = [f"cmd:{args.solver_cmd}"]
    elif args.solver is not None and (args.portfolio or not args.solver.startswith("cmd:")):
        names = [name.strip() for name in args.solver.split(",")]
    else:
        names = [] if args.solver is None else [args.solver]
    if args.portfolio and len(names) < 2:
        hint = "for example --solver minisat,cadical,pysat:cadical195 --portfolio"
        raise fail("--portfolio lets several solvers run at the same time", None, hint)
    if not args.portfolio and len(names) > 1:
        hint = "add --portfolio to take the first answer; nlc diff compares solvers"
        raise fail("one solver solves a puzzle", None, hint)
    if len(names) == 1 and ":" not in names[0]:
        from nlc.engines import ENGINES

        if names[0] in ENGINES:
            what = f"the engine '{names[0]}'"
            why = f"{what} uses no encoding and no solver: leave out {{}}"
            common.refuse(args, "encoding competition proof", why)
            if args.backbone and names[0] != COUNTING:
                hint = f"leave it out, or take --solver {COUNTING}"
                message = f"{what} looks for boards, and --backbone asks what they share"
                raise fail(message, None, hint)
    return {
        number: choose_solvers(names or None, args.encoding, plan)
        for number, plan in _plans_of(args.plan).items()
    }


def _plans_of(text: str | None) -> Mapping[int, Plan | str | None]:
    """Return the plans that an option gives, by a name, a text, or a file.

    Raises:
        UserError: it is none of these.
    """
    if text is None or text in PLANS:
        return {0: text}
    if "{" in text or text.lstrip().startswith("#"):
        return parse_plans(text, "--plan")
    if text != "-" and not Path(text).exists():
        hint = f"{', '.join(PLANS)}, a file, or attempts such as {{solver=minisat}}"
        raise fail(f"there is no plan '{text}', and no file of that name", hint=hint)
    source = read_source(text)
    return parse_plans(source.text, source.path)


def _refuse(args: argparse.Namespace) -> None:
    """Refuse options that cannot work together."""
    common.refuse_twice(args.files)
    if args.executor is not None:
        why = "{} is about one puzzle, which is solved here: no --executor"
        common.refuse(args, "competition proof", why)
    check_scheduler(args.executor, args.scheduler)
    common.require_pictures(args, args.files)
    if args.competition:
        why = "--competition gives one model, and {} asks for more"
        common.refuse(args, "all count backbone unique", why)
        if args.format != "text":
            raise fail(f"--competition has a format of its own, not --format {args.format}")
    if args.proof is not None:
        why = "--proof shows that no board is left, and {} asks for boards"
        common.refuse(args, "all count backbone", why)
        common.refuse(args, "portfolio", "--proof is about the run of one solver, not of a {}")
        common.require_proof_file(args)


def _tasks(args: argparse.Namespace, broken: Diagnostics) -> list[_Task]:
    """Read all files; what is wrong with them goes to `broken`."""
    several = not args.competition and args.proof is None
    tasks: list[_Task] = []
    started = time.perf_counter()
    for _, read in common.load_inputs(args, broken, partial=several):
        seconds = (time.perf_counter() - started) / max(1, len(read))
        tasks += [(puzzle, seconds) for puzzle in read]
        started = time.perf_counter()
    if not several and len(tasks) > 1:
        option = "competition" if args.competition else "proof"
        hint = common.puzzle_hint([puzzle for puzzle, _ in tasks])
        raise fail(f"--{option} solves one puzzle", None, hint)
    return tasks
