"""``python -m fuzzing``: random puzzles, formulas and files against brute force."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

from msgspec.structs import replace

from fuzzing.cases import FuzzPlan
from fuzzing.findings import Tally
from fuzzing.fuzz_run import FuzzRun
from fuzzing.kinds import KINDS, command, every_fault_of, save
from fuzzing.trial import QUICK, Choice, Trial, driver
from fuzzing.worker import probe_apart
from nlc.cli.console import (
    EXIT_DECIDED,
    EXIT_FAILED,
    EXIT_INTERRUPTED,
    EXIT_USER,
    open_streams,
    print_diagnostics,
    print_message,
    terminable,
)
from nlc.cli.diff import split_encodings, split_solvers
from nlc.cli.parser import positive, whole
from nlc.cli.progress import Line
from nlc.encode.spec import Encoding
from nlc.engines import ENGINES
from nlc.errors import Diagnostics, UserError, fail
from nlc.files import bare_name
from nlc.process.limits import hold_signals

DEFAULT = "puzzles,strategy,cnf,numbers"
"""What is tried where no kinds are named."""

SECONDS = 60.0
"""How long to go on where neither a time nor a number of cases is given."""


_EPILOG = """
examples:
  python -m fuzzing                                  for a minute, with all solvers
  python -m fuzzing --seconds 3600 --jobs 2 --out findings
  python -m fuzzing --seed 7 --cases 5000            the same cases every time; minutes
  python -m fuzzing --kind cnf --solvers cadical,kissat,minisat
  python -m fuzzing --replay fuzz-7-123.nl --encodings log --solvers pysat:minisat22

Each finding is made as small as it can be and written to the folder of --out, with the
command that repeats it.

exit status: 0 nothing found, 1 something found, 2 the input is wrong,
130 interrupted (the results so far are printed)
"""


def main(words: Sequence[str]) -> int:
    """Run the command, and return its exit status."""
    open_streams()
    try:
        with terminable(last=False):
            return _run_command(_parser().parse_args(words))
    except UserError as error:
        print_diagnostics(error.diagnostics, "text")
        return EXIT_USER
    except KeyboardInterrupt:
        print_message("interrupted")
        return EXIT_INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("python -m fuzzing", formatter_class=formatter)
    kinds = "".join(f"  {name:11} {kind.summary}\n" for name, kind in KINDS.items())
    parser.epilog = f"kinds (--kind):\n{kinds}{_EPILOG}"
    parser.add_argument("--seed", type=natural, default=0, metavar="N", help="default: 0")
    end = parser.add_mutually_exclusive_group()
    end.add_argument(
        "--seconds", type=positive, metavar="S", help="stop after S seconds (default: 60)"
    )
    end.add_argument("--cases", type=whole, metavar="N", help="stop after N cases")
    parser.add_argument(
        "--first", type=natural, default=0, metavar="N", help="the number of the first case"
    )
    parser.add_argument("--jobs", type=whole, default=1, metavar="N", help="processes (default: 1)")
    parser.add_argument(
        "--kind",
        default=DEFAULT,
        metavar="K,…",
        help=f"what is tried; see below (default: {DEFAULT})",
    )
    parser.add_argument(
        "--encodings",
        action="append",
        default=[],
        metavar="A,B,…",
        help="specs, as for nlc diff (default: random ones)",
    )
    parser.add_argument(
        "--solvers",
        action="append",
        default=[],
        metavar="X,Y,…",
        help="solvers, as for nlc diff (default: all that are installed)",
    )
    parser.add_argument(
        "--out", default=".", metavar="FOLDER", help="where findings go (default: here)"
    )
    parser.add_argument(
        "--replay", metavar="FILE", help="try one file again; exit 1 while something is wrong"
    )
    return parser


def natural(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number")
    return int(text)


def _run_command(args: argparse.Namespace) -> int:
    choice = _choice(args)
    kinds = tuple(dict.fromkeys(kind.strip() for kind in args.kind.split(",")))
    for kind in kinds:
        if kind not in KINDS:
            raise fail(f"there is no kind '{kind}'", hint=f"--kind takes {', '.join(KINDS)}")
    if args.replay is not None:
        return _replay(args, kinds, choice)
    if kinds == ("cnf",) and choice.encodings:
        raise fail("--kind cnf is about formulas, and --encodings about boards")
    if not Path(args.out).is_dir():
        raise fail(f"{args.out} is not a folder", hint="make it, or name another with --out")
    return _run(args, FuzzPlan(args.seed, kinds, choice))


def _choice(args: argparse.Namespace) -> Choice:
    """Return what encodings and solvers to choose from."""
    errors = Diagnostics()
    encodings, solvers = split_encodings(args.encodings), split_solvers(args.solvers)
    for spec in encodings:
        try:
            Encoding.parse(spec)
        except UserError as error:
            errors.absorb(error)
    for name in solvers:
        try:
            missing = (ENGINES.find(name) or driver(name)).missing()
        except UserError as error:
            errors.absorb(error)
        else:
            if missing is not None:
                errors.error(missing)
    errors.raise_errors()
    return Choice(tuple(encodings), tuple(solvers))


def _run(args: argparse.Namespace, plan: FuzzPlan) -> int:
    total, started, line = Tally(), time.monotonic(), Line(pause=0.2)
    seconds = SECONDS if args.seconds is None and args.cases is None else args.seconds
    seen: set[tuple[object, ...]] = set()
    interrupted = False
    with FuzzRun(plan, args.jobs, args.cases, seconds, args.first) as fuzzing:

        def take(tally: Tally) -> None:
            found, tally.findings = tally.findings, []
            total.add(tally)
            for each in found:
                signature = each.fault.kind, replace(each.trial, extras=frozenset())
                if signature in seen:
                    total.repeated += 1
                    continue
                seen.add(signature)
                total.findings.append(each)
                path = save(each, args.out)
                line.clear()
                print(f"{each.fault.kind}: {each.fault.message}\n{each.subject.text}", end="")
                print(f"repeat: {command(each, path)}\n", flush=True)

        while True:
            try:
                for tally in fuzzing.tallies():
                    if tally is not None:
                        with hold_signals():
                            take(tally)
                    line.show(_rate(total, fuzzing.done, args.cases, started, seconds))
                break
            except KeyboardInterrupt:
                if interrupted:
                    raise
                interrupted = True
                fuzzing.stop()
    line.clear()
    print(total.summary(time.monotonic() - started))
    if interrupted:
        raise KeyboardInterrupt
    return EXIT_FAILED if total.findings else EXIT_DECIDED


def _replay(args: argparse.Namespace, names: Sequence[str], choice: Choice) -> int:
    """Try a file again with each encoding and solver; return 1 while something is wrong."""
    suffix = ".cnf" if bare_name(args.replay).endswith(".cnf") else ".nl"
    kinds = [kind for name in names if (kind := KINDS[name]).replays and kind.suffix == suffix]
    if not kinds:
        raise fail(f"cannot replay {args.replay}: it is of another kind than {', '.join(names)}")
    subject = kinds[0].load(args.replay)
    if suffix == ".cnf" and choice.encodings:
        raise fail(f"{args.replay} is a formula, and --encodings are for boards")
    encodings = ("",) if suffix == ".cnf" else choice.encodings or ("default",)
    status = EXIT_DECIDED
    for encoding in encodings:
        for solver in choice.solvers or (QUICK,):
            trial = Trial(encoding, solver)
            name = f"{encoding} with {solver}" if encoding else solver
            tried = [probe_apart(every_fault_of, kind.name, subject, trial) for kind in kinds]
            faults = dict.fromkeys(chain.from_iterable(tried))
            for fault in faults:
                print(f"{name}: {fault.kind}: {fault.message}")
            if not faults:
                print(f"{name}: nothing is wrong")
            status = EXIT_FAILED if faults else status
    return status


def _rate(total: Tally, done: int, cases: int | None, started: float, seconds: float | None) -> str:
    """Return how many runs there were, and of how many."""
    runs, passed = total.total_runs + total.formula_runs, time.monotonic() - started
    parts = [f"{runs} runs, {runs / max(passed, 1):.0f} a second"]
    if cases is not None:
        parts.append(f"{done} of {cases} cases")
    if seconds is not None:
        parts.append(f"{passed:.0f} of {seconds:g} s")
    return ", ".join(parts)
