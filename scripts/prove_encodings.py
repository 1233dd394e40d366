#!/usr/bin/env python3
"""Hold every encoding against brute force, on all small boards and on random larger ones.

    python scripts/prove_encodings.py exhaustive --tiling hex --pairs 2 --every 10
    python scripts/prove_encodings.py random --boards 2000 --seed 1

An exact encoding must accept just the boards that brute force finds, and one that is not exact must
accept all of these. The encodings are those of the registries: a new one is tried as soon as it is
registered. An interrupted run tells the ``--skip`` that goes on with it. The exit status is 1 if
anything differs.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import islice, product
from pathlib import Path
from random import Random

import numpy as np

from nlc.board.board import Sort
from nlc.drivers.base import Driver, Limits
from nlc.drivers.registry import available, get
from nlc.encode import acyclic
from nlc.encode.lower import lower
from nlc.encode.spec import NONE, PRESETS, Encoding, choices
from nlc.errors import UserError
from nlc.ir.evaluate import violations
from nlc.ir.nodes import Assignment, Program
from nlc.oracle.case import TILINGS, Case
from nlc.oracle.larger_boards import larger_cases
from nlc.oracle.planting import in_pieces
from nlc.oracle.reference_board import Complex, Drawn

TESTS = Path(__file__).resolve().parents[1] / "tests"
sys.path.insert(0, str(TESTS))

from support.accepted import cases, programs  # noqa: E402

Boards = set[frozenset[str]]
"""Boards, each as the names of what is drawn."""

SOLVER, WATCHED = "pysat:minisat22", "pysat:cadical195"
"""Quick on small formulas; and one that takes propagators."""

SECONDS = 60.0
"""The limit of one solver that is a process of its own."""

MOST = 200
"""The most boards of one puzzle to compare; where there are more, each of some is judged."""

ENOUGH = 2000
"""An encoding that is not exact may accept any number of boards; so many of them are looked at."""

FEW = 15
"""Up to so many boards a solver that is started anew for each of them is used."""

JUDGED = 5
"""The boards of each encoding that the evaluator judges, besides all that should not be there."""

QUICK = {"numberlink": 26, "multilink": 22, "slitherlink": 26}
"""Up to so many links, or borders, brute force takes well under a second."""


# ---------- one encoding on one puzzle ----------


@dataclass(frozen=True)
class Trial:
    """An encoding, and the solver that looks for its boards.

    Attributes:
        name: under which it is counted: the part of the encoding that is on trial.
        encoding: all of it.
        solver: the name of a driver.
        most: look for so many boards; None for all of them.
    """

    name: str
    encoding: Encoding
    solver: str = SOLVER
    most: int | None = None


@dataclass
class Tally:
    """What came of a run.

    Attributes:
        boards: puzzles tried, by what is to be known of them.
        runs: of each encoding.
        solvers: runs of each solver.
        refused: runs of each encoding and reason that were refused.
        strict: puzzles on which an encoding that is not exact accepts too many boards.
        differences: one text each, with the puzzle.
    """

    boards: Counter[str] = field(default_factory=Counter)
    runs: Counter[str] = field(default_factory=Counter)
    solvers: Counter[str] = field(default_factory=Counter)
    refused: Counter[tuple[str, str]] = field(default_factory=Counter)
    strict: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)

    def summary(self) -> str:
        """Return all figures as text, the differences last."""
        lines = [f"boards: {_counts(self.boards)}"]
        lines.append(f"runs: {self.runs.total()}: {_counts(self.runs)}")
        lines.append(f"solvers: {_counts(self.solvers)}")
        lines += [f"refused {n} times: {spec}: {why}" for (spec, why), n in self.refused.items()]
        lines += [f"not exact on {n} boards: {spec}" for spec, n in self.strict.items()]
        lines.append(f"differences: {len(self.differences)}")
        return "\n".join([*lines, *self.differences])


def _counts(counter: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counter.items())


def compare(
    tally: Tally, text: str, program: Program, trial: Trial, expected: Boards | None
) -> Boards | None:
    """Try an encoding on a puzzle, and add what comes of it to a tally.

    Args:
        tally: takes the figures, and a difference.
        text: of the puzzle, for the report of a difference.
        program: the puzzle.
        trial: what to try.
        expected: the right boards; None where only the evaluator can tell them.

    Returns:
        The boards accepted; None where the encoding is refused or a solver failed.
    """
    solver = driver(trial.solver)
    can = solver.capabilities
    try:
        lowered = lower(program, trial.encoding, can.offers)
    except UserError as error:
        tally.refused[trial.name, error.diagnostics[0].message] += 1
        return None
    cnf = lowered.cnf
    if lowered.exact and lowered.preserves_models and set(program.domains) == {"color"}:
        # Its segments fix all variables of Numberlink, so that no two models may share a board.
        cnf = replace(cnf, projection=np.zeros(0, np.int32))
    limits = Limits() if can.in_process else Limits(SECONDS)
    outcomes = list(islice(solver.enumerate(cnf, limits, lowered.separators), trial.most))
    found = [lowered.assignment(o.model) for o in outcomes if o.model is not None]
    boards = [segments(program, assignment) for assignment in found]
    tally.runs[trial.name] += 1
    tally.solvers[trial.solver] += 1
    faults = []
    last = outcomes[-1]
    if last.status == "UNKNOWN":
        faults.append(f"the solver failed: {last.reason}: {last.message}")
    elif last.status == "UNSATISFIABLE" and expected is not None and expected - set(boards):
        faults.append(f"lacks {_show(expected - set(boards))}")
    if len(set(boards)) < len(boards):
        faults.append("gives a board more than once")
    faults += _wrong(program, lowered.exact, dict(zip(boards, found, strict=True)), expected)
    if not lowered.exact and expected is not None and not expected.issuperset(boards):
        tally.strict[trial.name] += 1
    if faults:
        title = f"{lowered.encoding} (asked for: {trial.encoding}) with {trial.solver}"
        tally.differences.append("\n".join([title, *(f"  {f}" for f in faults[:5]), text]))
    return None if last.status == "UNKNOWN" else set(boards)


def _wrong(
    program: Program,
    exact: bool,
    found: Mapping[frozenset[str], Assignment],
    expected: Boards | None,
) -> Iterator[str]:
    """Yield what is wrong with boards, and where the evaluator is of another mind."""
    for i, (board, assignment) in enumerate(found.items()):
        extra = expected is not None and board not in expected
        if extra and exact:
            yield f"accepts {_show({board})}"
        if extra or i < JUDGED:
            broken = [violation.message for violation in violations(program, assignment, 1)]
            if expected is not None and bool(broken) != extra:
                yield f"the evaluator says {broken} of {_show({board})}"
            elif expected is None and broken and exact:
                yield f"accepts {_show({board})}, which breaks a rule: {broken}"


def segments(program: Program, assignment: Assignment) -> frozenset[str]:
    """Return the names of what is drawn on a board."""
    (line,) = (var for var in program.bools if var.shown)
    names = program.board.names(Sort(line.sort))
    chosen = np.flatnonzero(assignment.bools[line.base : line.base + line.size])
    return frozenset(names[i] for i in chosen)


def _show(boards: Boards) -> str:
    return " and ".join("{" + ", ".join(sorted(board)) + "}" for board in list(boards)[:2])


@cache
def driver(name: str) -> Driver:
    """Return a driver by name."""
    return get(name)


# ---------- the encodings ----------


PIPELINES = (
    "fold",
    "none",
    "drop-optional",
    "parity+fold",
    "balance+fold",
    "failed-pairs+fold",
    "pair-variables+fold",
    "parity",
    "balance+drop-optional",
)
"""Passes that boards take turns with."""


def exhaustive_trials(number: int) -> list[Trial]:
    """Return all encodings for one of many boards; what else there is takes turns."""
    parts = choices()
    counts = parts["cardinality"]
    found = []
    for i, (name, encoding) in enumerate(_named().items()):
        chosen = encoding
        if encoding.numberlink == NONE and name not in PRESETS:
            turn = number + i
            chosen = replace(encoding, passes=PIPELINES[turn % len(PIPELINES)])
        found.append(Trial(name, chosen, _fitting(chosen, [SOLVER, WATCHED], 0)))
    count = counts[number % len(counts)]
    return [*found, Trial(f"cardinality={count}", Encoding(domains="direct", cardinality=count))]


def random_trials(random: Random, number: int, solvers: Sequence[str]) -> list[Trial]:
    """Return all encodings for a board, what they leave open at random; solvers take turns."""
    parts = choices()
    counts = random.sample(parts["cardinality"], 3)
    named = _named() | {f"cardinality={name}": Encoding(cardinality=name) for name in counts}
    found = []
    for i, (name, encoding) in enumerate(named.items()):
        chosen = encoding
        if encoding.numberlink == NONE and name not in PRESETS:
            fixed, _, value = name.partition("=")
            others = {
                part: random.choice(known)
                for part, known in parts.items()
                if part not in ("numberlink", "lazy")
            }
            if not acyclic_exact(others["acyclic"]):
                others["acyclic"] = "auto"
            chosen = Encoding(**(others | {fixed: value}))
        solver = _fitting(chosen, solvers, number + i)
        found.append(Trial(name, chosen, solver))
    return found


def acyclic_exact(name: str) -> bool:
    """Return whether an encoding of acyclicity is exact; what ``auto`` stands for always is."""
    return name not in acyclic.REGISTRY or acyclic.REGISTRY.get(name).declaration.exact


def _named() -> dict[str, Encoding]:
    """Return each encoding of labels, acyclicity and whole puzzles, and presets that mix them."""
    parts = choices()
    named = {f"domains={name}": Encoding(domains=name) for name in parts["domains"]}
    named |= {
        f"acyclic={name}": Encoding(acyclic=name)
        for name in acyclic.REGISTRY.names()
        if acyclic.REGISTRY.get(name).declaration.name == name
    }
    named |= {f"numberlink={name}": Encoding(numberlink=name) for name in parts["numberlink"][1:]}
    for name in PRESETS:
        if (preset := Encoding.parse(name)) not in named.values():
            named[name] = preset
    return named


def _fitting(encoding: Encoding, solvers: Sequence[str], start: int) -> str:
    """Return the first solver, from one of them on, that offers what an encoding needs."""
    needs: tuple[str, ...] = ()
    if encoding.acyclic in acyclic.REGISTRY:
        needs = acyclic.REGISTRY.get(encoding.acyclic).declaration.needs
    for i in range(len(solvers)):
        name = solvers[(start + i) % len(solvers)]
        can = driver(name).capabilities
        if (can.in_process or "in-process" not in needs) and (
            can.propagators or "propagator" not in needs
        ):
            return name
    return WATCHED


# ---------- all small boards ----------


def blanks(tiling: str, cells: int) -> Iterator[Drawn]:
    """Yield the empty boards of up to 3 rows, 4 columns and a number of cells.

    Squares are turned so that they have no more rows than columns. The rows of hexagons are shifted
    to and fro (offset rows) or, if there are three, also always the same way (axial rows).
    """
    for rows, cols in sorted(
        product((1, 2, 3), (1, 2, 3, 4)), key=lambda shape: shape[0] * shape[1]
    ):
        if not 2 <= rows * cols <= cells or (tiling == "square" and rows > cols):
            continue
        line = " ".join("." * cols)
        if tiling != "hex":
            yield Drawn(tiling, (line,) * rows)
            continue
        yield Drawn(tiling, tuple(" " * (row % 2) + line for row in range(rows)))
        if rows == 3:
            yield Drawn(tiling, tuple(" " * row + line for row in range(rows)))


def small_cases(tiling: str, cells: int, pairs: set[int]) -> Iterator[Case]:
    """Yield all Numberlink puzzles on these boards, without mirror images.

    Args:
        tiling: one of `TILINGS`.
        cells: the most of one board.
        pairs: numbers of pairs of ends, 1 or 2.
    """
    for blank in blanks(tiling, cells):
        for cover, touch in product((True, False), repeat=2):
            for case in cases(blank, cover=cover, touch=touch):
                if len(set("".join(case.drawn.rows)) & set("AB")) in pairs:
                    yield case


def try_small(tally: Tally, found: Iterable[tuple[int, Case]]) -> Iterator[int]:
    """Try all encodings on numbered puzzles, against brute force; yield the number of each."""
    for number, case, program in _programs(tally, found):
        expected = case.solutions()
        tally.boards["by brute force"] += 1
        tally.boards["with solutions"] += bool(expected)
        for trial in exhaustive_trials(number):
            compare(tally, case.text, program, trial, expected)
        yield number


def _programs(
    tally: Tally, found: Iterable[tuple[int, Case]], together: int = 50
) -> Iterator[tuple[int, Case, Program]]:
    """Yield numbered cases with their programs; some are read together, which is quicker."""
    numbered = iter(found)
    while chunk := list(islice(numbered, together)):
        numbers = {id(case): number for number, case in chunk}
        read = list(programs([case for _, case in chunk]))
        tally.boards["refused for a cell with too few neighbours"] += len(chunk) - len(read)
        for case, program in read:
            yield numbers[id(case)], case, program


# ---------- random boards ----------


def try_random(
    tally: Tally, found: Iterable[tuple[int, Case]], seed: int, share: int = 1
) -> Iterator[int]:
    """Try encodings and solvers on numbered puzzles; yield the number of each.

    They are held against brute force where that is quick, or else against the default encoding,
    whose boards the evaluator judges.

    Args:
        tally: takes the figures.
        found: the puzzles.
        seed: of what is chosen at random.
        share: each puzzle gets one in so many of the encodings.
    """
    solvers = [found.name for found in available() if found.missing() is None]
    inside = [name for name in solvers if driver(name).capabilities.in_process]
    for number, case, program in _programs(tally, found, together=9):
        board = Complex(case.drawn)
        edges = board.borders if case.genre == "slitherlink" else board.links
        tally.boards[f"{case.genre} {case.drawn.tiling}"] += 1
        reference = Trial("default", Encoding(), SOLVER, MOST + 1)
        if len(edges) <= QUICK[case.genre]:
            expected: Boards | None = case.solutions()
            tally.boards["by brute force"] += 1
        else:
            expected = compare(tally, case.text, program, reference, None)
            tally.boards["by the default encoding"] += 1
        size = 0 if expected is None else len(expected)
        tally.boards["with solutions"] += size > 0
        tally.boards["in several pieces"] += in_pieces(board)
        tally.boards["with walls"] += bool(case.drawn.walls)
        many = size > MOST
        tally.boards[f"with more than {MOST} boards"] += many
        if many and len(edges) > QUICK[case.genre]:
            expected = None
        random = Random(f"{seed} {number}")
        trials = random_trials(random, number, solvers if size <= FEW else inside)
        for trial in random.sample(trials, -(-len(trials) // share)):
            most = FEW if many else ENOUGH
            compare(tally, case.text, program, replace(trial, most=most), expected)
        yield number


# ---------- command line ----------


def _run(
    make: Callable[[Tally, Iterator[tuple[int, Case]]], Iterator[int]],
    numbered: Iterator[tuple[int, Case]],
    skip: int,
) -> int:
    """Try numbered puzzles with progress on a terminal; print the summary, return the status."""
    tally, started, last = Tally(), time.monotonic(), skip - 1
    try:
        for last in make(tally, numbered):
            if sys.stderr.isatty():
                told = f"board {last}: {tally.runs.total()} runs"
                sys.stderr.write(f"\r{told}, {len(tally.differences)} differences")
    except KeyboardInterrupt:
        print(f"\ninterrupted: go on with --skip {last + 1}")
    if sys.stderr.isatty():
        sys.stderr.write("\n")
    print(tally.summary())
    print(f"{time.monotonic() - started:.0f} seconds")
    return 1 if tally.differences else 0


def main() -> int:
    """Read the command line, and try what it asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    small = commands.add_parser("exhaustive", help="all boards of up to 3 rows and 4 columns")
    small.add_argument("--cells", type=int, default=12, help="of the largest board")
    small.add_argument("--tiling", choices=TILINGS, help="default: all of them")
    small.add_argument("--pairs", default="1,2", help="of ends, divided by commas")
    small.add_argument("--every", type=int, default=1, metavar="K", help="try one board in K")
    large = commands.add_parser("random", help="random boards of up to 6 rows and columns")
    large.add_argument("--boards", type=int, default=2000)
    large.add_argument("--seed", type=int, default=0)
    large.add_argument(
        "--share", type=int, default=1, metavar="K", help="try one in K encodings on each board"
    )
    for command in (small, large):
        command.add_argument(
            "--skip", type=int, default=0, metavar="N", help="leave out the first N boards"
        )
    args = parser.parse_args()
    if args.command == "random":
        numbered = enumerate(islice(larger_cases(args.seed), args.boards))
        return _run(
            lambda tally, found: try_random(tally, found, args.seed, args.share),
            islice(numbered, args.skip, None),
            args.skip,
        )
    pairs = {int(part) for part in args.pairs.split(",")}
    tilings = [args.tiling] if args.tiling else TILINGS
    every = (case for tiling in tilings for case in small_cases(tiling, args.cells, pairs))
    numbered = enumerate(islice(every, 0, None, args.every))
    return _run(try_small, islice(numbered, args.skip, None), args.skip)


if __name__ == "__main__":
    sys.exit(main())
