"""``nlc run``: solve puzzles and show the checked boards.

A puzzle, or a file, that is wrong does not keep the others from being solved: its mistakes are told
at the end, and the exit status is 2.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path

from nlc.cli import (
    BY_GRAVITY,
    EXIT_DECIDED,
    EXIT_FAILED,
    EXIT_UNDECIDED,
    EXIT_USER,
    engines,
    together,
)
from nlc.cli.common import encoding, execution, megabytes, positive, puzzles, whole
from nlc.cli.console import say, tell
from nlc.cli.interrupted import print_interrupted
from nlc.cli.outcome import Solved, print_competition
from nlc.cli.progress import Progress
from nlc.cli.search import Found, assume_first, drivers, read_strictly, search
from nlc.cli.targets import keep_inputs
from nlc.cli.tasks import Task
from nlc.drivers.base import FAILURES, Driver, Limits
from nlc.drivers.proof_file import discard
from nlc.encode.spec import Encoding
from nlc.errors import Diagnostics, UserError, fail
from nlc.ir.nodes import Program
from nlc.language.resolve import Puzzle
from nlc.load import Setting, load_puzzles
from nlc.solve.question import Question

_EPILOG = """\
examples:
  nlc run puzzle.nl                             solve it, with nothing else installed
  nlc run --unique --solver cadical puzzles.nl  tell which puzzles have exactly one solution
  nlc run --all 10 --format json puzzle.nl      ten solutions at most, for a program to read
  nlc run --set touch=false --puzzle 3 many.txt the third puzzle of a file, by another rule
  nlc run --unique --proof out.drat puzzle.nl   and a proof that there is no other solution
  nlc run --count --engine frontier puzzle.nl   how many solutions, though there be billions
  nlc run --facts puzzle.nl                     what all solutions share, drawn
  nlc run --solver minisat,kissat --portfolio puzzle.nl  the first answer of two solvers
  nlc run --solver-cmd 'foo -q {cnf}' puzzle.nl a solver that nlc does not know
  nlc run --solver backtrack puzzle.nl          a search without encoding and solver

What is wrong with one puzzle does not keep the others from being solved; it is told at the end.

exit status, the gravest of all puzzles: 0 decided, 3 undecided within the limits, 1 a solver
failed, 2 the input is wrong; 130 interrupted (what was done is printed); with --competition 10,
20 or 0
"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = _EPILOG
    parser.add_argument("files", nargs="+", metavar="FILE", help="puzzle files, or -")
    puzzles(parser)
    encoding(parser)
    solver = parser.add_mutually_exclusive_group()
    solver.add_argument(
        "--solver",
        metavar="NAME",
        help="minisat, cadical, kissat, pysat:NAME, or an engine (see nlc solvers; default: "
        "pysat:cadical195, in a worker process); with --portfolio several, divided by commas",
    )
    solver.add_argument(
        "--solver-cmd",
        metavar="COMMAND",
        help="any other solver that speaks the SAT competition's language: 'foo {cnf}', or 'foo' "
        "if it reads standard input; 'foo {cnf} {proof}' for --proof",
    )
    parser.add_argument(
        "--portfolio",
        action="store_true",
        help="let all solvers of --solver run at the same time; the first answer counts, and the "
        "others are ended",
    )
    parser.add_argument(
        "--engine",
        choices=("frontier",),
        help="count by a frontier method, without encoding and solver: small boards of the stock "
        "genres, however many solutions they have",
    )
    parser.add_argument(
        "--timeout",
        type=positive,
        metavar="S",
        help="seconds of wall-clock time that the solver has for each puzzle",
    )
    parser.add_argument(
        "--cpu-time",
        type=positive,
        metavar="S",
        help="seconds of processor time, summed over the processes of the solver",
    )
    parser.add_argument(
        "--memory", type=megabytes, metavar="MB", help="megabytes of memory for the solver"
    )
    parser.add_argument(
        "--jobs",
        type=whole,
        metavar="N",
        help="processes that many puzzles are shared out to (default: one for each core where the "
        "puzzles are many; 1 with --all, --count, --facts and --portfolio)",
    )
    execution(parser)
    parser.add_argument(
        "--plain",
        action="store_true",
        help="search by the rules as they stand, also where a genre names stricter ones to "
        "look for one solution by",
    )
    parser.add_argument(
        "--verbose", action="store_true", help="tell each step of the search on standard error"
    )
    many = parser.add_mutually_exclusive_group()
    many.add_argument(
        "--all",
        nargs="?",
        type=_how_many,
        const=0,
        metavar="N",
        help="show all solutions, or at most N",
    )
    many.add_argument("--count", action="store_true", help="count the solutions")
    many.add_argument(
        "--unique",
        action="store_true",
        help="tell whether there is only one; if not, show two and where they differ, and tell "
        "whether a stricter reading that the genre prefers has only one",
    )
    many.add_argument(
        "--facts",
        action="store_true",
        help="show what all solutions share, what none has, and what is open",
    )
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="output (json: one line each)"
    )
    parser.add_argument(
        "--competition",
        action="store_true",
        help="print s and v lines and exit 10, 20 or 0, as solvers do",
    )
    parser.add_argument(
        "--proof",
        metavar="OUT",
        help="write the proof that there is no solution, or with --unique no other one: DRAT, or "
        "LRAT if OUT ends with lrat; it is checked, and nlc prove does so again",
    )
    parser.add_argument("--ascii", action="store_true", help="draw with plain characters")
    parser.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="colours (auto: on a terminal)",
    )


def _how_many(text: str) -> int:
    return 0 if text == "all" else whole(text)


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status, the gravest of all puzzles."""
    _refuse(args)
    engines.settle(args)
    solvers = drivers(args)
    named = [driver.name for driver in solvers]
    driver, names = solvers[0], args.engine or ",".join([*named, *args.rivals])
    if args.engine is not None:
        missing = [engines.missing(args.engine)]
    else:
        missing = [driver.missing() for driver in solvers]
        missing += [engines.missing(name) for name in args.rivals]
    if None not in missing:
        for message in missing:
            say(f"nlc: {message}")
        if args.proof is not None:
            discard(Path(args.proof))
        return EXIT_FAILED
    if args.proof is not None:
        from nlc.cli.publish import require_proofs

        require_proofs(driver)
    encoding = Encoding.parse(args.encoding)
    broken = Diagnostics()
    worst = EXIT_DECIDED
    try:
        tasks = _tasks(args, broken)
        plan = together.plan(args, driver, encoding, tasks) if len(tasks) > 1 else None
        with Progress(len(tasks)) as progress:
            try:
                if args.executor is not None:
                    from nlc.cli import elsewhere

                    return elsewhere.run(args, tasks, broken, progress)
                if plan is not None:
                    return together.run(plan, tasks, alone, _tell, args, broken, progress)
                for task in tasks:
                    progress.step(task.case.puzzle.title)
                    try:
                        status = _one(args, task, solvers, encoding, progress)
                    except UserError as error:
                        broken.absorb(error)
                        continue
                    if args.competition:
                        return status
                    worst = max(worst, status, key=BY_GRAVITY.index)
            except KeyboardInterrupt:
                if args.format == "json":
                    print_interrupted(tasks[progress.told :], names)
                raise
    finally:
        tell(broken.items, args.error_format)
    return EXIT_USER if broken.errors else worst


def alone(args: argparse.Namespace, task: Task) -> int:
    """Solve a puzzle by itself, print what came of it, and return the exit status."""
    return _one(args, task, drivers(args), Encoding.parse(args.encoding), Progress(1))


def _refuse(args: argparse.Namespace) -> None:
    """Refuse options that cannot work together."""
    if args.files.count("-") > 1:
        raise fail("standard input ('-') can be read only once")
    if args.executor is not None:
        for option in ("competition", "proof"):
            if getattr(args, option):
                raise fail(f"--{option} is about one puzzle, which is solved here: no --executor")
    if args.scheduler is not None:
        from nlc.execute import check

        check(args.executor, args.scheduler)
    if args.competition:
        more = {"all": args.all is not None, "count": args.count, "unique": args.unique}
        for option, given in {**more, "facts": args.facts}.items():
            if given:
                raise fail(f"--competition gives one model, and --{option} asks for more")
        if args.format != "text":
            raise fail(f"--competition has a format of its own, not --format {args.format}")
    if args.proof is not None:
        boards = {"all": args.all is not None, "count": args.count, "facts": args.facts}
        for option, given in boards.items():
            if given:
                raise fail(f"--proof shows that no board is left, and --{option} asks for boards")
        if args.portfolio:
            raise fail("--proof is about the run of one solver, not of a --portfolio")
        if args.proof == "-":
            raise fail("--proof needs a file: standard output has the answer")
        keep_inputs("--proof", args.proof, args.files)


def _tasks(args: argparse.Namespace, broken: Diagnostics) -> list[Task]:
    """Read all files; what is wrong with them goes to `broken`."""
    settings = tuple(Setting(text) for text in args.settings)
    several = not args.competition and args.proof is None
    tasks: list[Task] = []
    for path in args.files:
        started = time.perf_counter()
        try:
            cases, found = load_puzzles(path, args.form, settings, args.puzzle, partial=several)
        except UserError as error:
            if not several:
                raise
            broken.absorb(error)
            continue
        broken.items += found.errors
        tell((item for item in found.items if item not in found.errors), args.error_format)
        if not cases and not found.errors:
            broken.error(f"{path} holds no puzzle")
        seconds = (time.perf_counter() - started) / max(1, len(cases))
        tasks += [Task(path, case, seconds) for case in cases]
    if not several and len(tasks) > 1:
        titles = ", ".join(f'"{task.case.puzzle.title}"' for task in tasks[:20])
        option = "competition" if args.competition else "proof"
        raise fail(f"--{option} solves one puzzle", None, f"choose with --puzzle: {titles}")
    return tasks


def _one(
    args: argparse.Namespace,
    task: Task,
    solvers: Sequence[Driver],
    encoding: Encoding,
    progress: Progress,
) -> int:
    """Do what is asked of a puzzle, show what came of it and return its exit status."""
    from nlc.ir.elaborate.program import elaborate

    def ask(case: Puzzle, program: Program, question: Question, limits: Limits) -> Found:
        if args.engine is not None:
            return engines.find(args.engine, case, program, question, limits)
        sharing = together.share(args, solvers[0], encoding, alone=True)
        if sharing is not None:
            found = assume_first(case, program, sharing, question, limits)
            if found is not None:
                return found
        rivals = engines.rivals(args, case, program, question, limits)
        return search(args, program, solvers, encoding, question, limits, rivals)

    started = time.perf_counter()
    program = elaborate(task.case)
    elaborated = time.perf_counter() - started
    limits = Limits(args.timeout, args.memory, args.cpu_time)
    found = ask(task.case, program, _question(args), limits)
    readings = None
    if args.unique and args.proof is None:  # a proof is about the puzzle's own rules
        found, readings = read_strictly(task.case, program, found, limits, ask)
    compiled = elaborated + found.compiled
    seconds = {"parse": task.parse_seconds, "compile": compiled, **found.result.seconds}
    seconds["total"] = sum(seconds.values())
    progress.end(done=found.interruption is None)
    solved = Solved(
        task.path,
        program,
        found.lowered,
        found.solver,
        found.result,
        seconds,
        readings,
        found.reasons,
    )
    status = _tell(args, solved)
    if found.interruption is not None:
        raise found.interruption
    return status


def _tell(args: argparse.Namespace, solved: Solved) -> int:
    """Show what came of a puzzle, and return the exit status that it calls for."""
    result = solved.result
    if result.message:
        say(f"nlc: {solved.program.title}: {result.message}")
    if args.verbose:
        for step in solved.steps:
            say(f"nlc: {solved.program.title}: {solved.solver}, {step}")
        for name, reason in (solved.portfolio or {}).items():
            say(f"nlc: {solved.program.title}: in the portfolio, {name}: {reason}")
    if args.competition:
        return print_competition(result)
    if args.format == "json":
        print(json.dumps(solved.to_json()), flush=True)
    else:
        solved.show(args)
    if result.reason in FAILURES:
        return EXIT_FAILED
    return EXIT_DECIDED if _question(args).settled(result) else EXIT_UNDECIDED


def _question(args: argparse.Namespace) -> Question:
    """Return what is asked of each puzzle."""
    if args.facts:
        return Question(facts=True)
    if args.all is not None:
        return Question(args.all or None)
    if args.unique:
        return Question(2)
    return Question(None, 1) if args.count else Question(1, 1)
