"""Every encoding on the boards of a folder: sizes, times, conflicts and wrong boards."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from nlc.drivers.base import NO_LIMITS, Driver, Limits
from nlc.drivers.registry import DEFAULT, get
from nlc.encode import acyclic
from nlc.encode import domains as labels
from nlc.encode import numberlink as whole
from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.errors import UserError, fail
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Program
from nlc.language.resolve import Puzzle
from nlc.load import load_puzzles
from nlc.solve.strategy import solve

SIZES = range(5, 11)
"""Rows and columns of the boards."""

SOLVERS = ("pysat:minisat22", DEFAULT, "cadical")
"""Two inside Python, one after the other, and a process."""

BASE = "default"
"""The encoding that the others are compared with; first in `specs`."""

COUNTS = ("binomial", "unary", "seqcounter", "totalizer", "kmtotalizer", "product", "bimander")
"""Count encodings that are measured, with direct labels: log labels need no long counts."""

LARGEST = {"path-position": 6}
"""Encodings of which larger boards take millions of clauses."""

LIMITED = ("edge-path",)
"""Encodings that may be asked again so often that a solver in process needs a limit, too. It takes
a child process, whose start would be most of the time of the others."""


def specs() -> list[str]:
    """Return what is measured, the encoding to compare with first."""
    return [
        BASE,
        "fold=no",
        *(f"labels={name}" for name in labels.REGISTRY.names()),
        *(f"labels=direct,count={name}" for name in COUNTS),
        *(
            f"acyclic={name}"
            for name in acyclic.names()
            if acyclic.get(name).declaration.name == name
        ),
        "thesis",
        *whole.REGISTRY.names(),
    ]


@dataclass(frozen=True)
class Run:
    """One encoding on one board.

    Attributes:
        size: rows of the board.
        board: a number, to compare runs on the same boards.
        variables: of the CNF that a solver in process gets.
        clauses: of that CNF.
        compiling: seconds from the IR to that CNF.
        solving: seconds of each solver that can run, with checking and with asking again after a
            wrong board; the limit where it is not decided.
        conflicts: of each solver that tells, over all its answers.
        rejected: wrong boards before the first right one, for each solver that can run.
        undecided: solvers that reached the limit.
    """

    size: int
    board: int
    variables: int
    clauses: int
    compiling: float
    solving: dict[str, float] = field(default_factory=dict)
    conflicts: dict[str, int] = field(default_factory=dict)
    rejected: dict[str, int] = field(default_factory=dict)
    undecided: set[str] = field(default_factory=set)


@dataclass
class Measured:
    """One encoding on all boards.

    Attributes:
        spec: as it was asked for.
        exact: as it declares.
        runs: on the boards that it was run on.
        refused: why it refused the others; None where it did not.
    """

    spec: str
    exact: bool = True
    runs: list[Run] = field(default_factory=list)
    refused: str | None = None


def read(folder: Path, boards: int) -> dict[int, list[Puzzle]]:
    """Return boards of each size from files of the thesis's format.

    Args:
        folder: where all files that end in ``.txt`` are such.
        boards: of each size; taken at equal distances from all of that size in the folder, which
            are sorted by number of pairs.

    Raises:
        UserError: a file is wrong, or the folder has too few boards of a size.
    """
    found: dict[int, list[Puzzle]] = {size: [] for size in SIZES}
    for path in sorted(folder.glob("*.txt")):
        for case in load_puzzles(str(path), "thesis")[0]:
            rows = 0 if case.literal is None else len(case.literal.lines)
            found.setdefault(rows, []).append(case)
    chosen = {}
    for size in SIZES:
        cases = sorted(found[size], key=lambda case: len(case.marks))
        if len(cases) < boards:
            raise fail(
                f"{folder} holds {len(cases)} boards of {size} rows, and {boards} are wanted"
            )
        chosen[size] = [cases[len(cases) * (2 * i + 1) // (2 * boards)] for i in range(boards)]
    return chosen


def measure(boards: Mapping[int, Sequence[Puzzle]], limit: float = 5.0) -> list[Measured]:
    """Return what comes of every encoding with every solver that is installed.

    All encodings are run on one board before the next, so that what else the machine does slows
    all of them down.

    Args:
        boards: by size.
        limit: seconds of each run of a process, and of what is `LIMITED`.
    """
    drivers = [driver for driver in map(get, SOLVERS) if driver.missing() is None]
    found = [Measured(spec) for spec in specs()]
    programs = [(size, elaborate(case)) for size, cases in boards.items() for case in cases]
    for number, (size, program) in enumerate(programs):
        for measured in found:
            _run(measured, number, size, program, drivers, Limits(limit))
    return found


def _run(
    measured: Measured,
    number: int,
    size: int,
    program: Program,
    drivers: Sequence[Driver],
    limits: Limits,
) -> None:
    """Add a run on a board, or why there is none."""
    largest = LARGEST.get(measured.spec, size)
    if size > largest:
        measured.refused = f"not tried above {largest}x{largest}"
        return
    encoding, seconds = Encoding.parse(measured.spec), []
    try:
        for _ in range(2):  # the first time may import, and fill caches
            started = time.perf_counter()
            lowered = lower(program, encoding, in_process=True)
            seconds.append(time.perf_counter() - started)
    except UserError as error:
        measured.refused = error.diagnostics[0].message
        return
    measured.exact = lowered.exact
    run = Run(size, number, lowered.cnf.variables, lowered.cnf.clauses, min(seconds))
    for driver in drivers:
        _solve(run, program, encoding, driver, limits)
    measured.runs.append(run)


def _solve(run: Run, program: Program, encoding: Encoding, driver: Driver, limits: Limits) -> None:
    """Add what a solver does to a run; nothing, if the encoding is not for it."""
    can = driver.capabilities
    try:
        lowered = lower(program, encoding, in_process=can.in_process, propagators=can.propagators)
    except UserError:
        return
    free = can.in_process and encoding.whole not in LIMITED
    result = solve(program, lowered, driver, NO_LIMITS if free else limits)
    run.solving[driver.name] = sum(result.seconds.values())
    run.rejected[driver.name] = result.statistics.get("rejected", 0)
    if result.status == "UNKNOWN":
        run.undecided.add(driver.name)
    elif "conflicts" in result.statistics:
        run.conflicts[driver.name] = result.statistics["conflicts"]
