"""How long Slitherlink boards take to read and to solve, and what the clues in lazy clauses save.

Each board is proved to have one solution, or shown to have two: with the clauses that join the
parts of a line, and with those against cycles alone, which know nothing of the line and its clues.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from nlc.bench import slither_commands
from nlc.drivers.base import Limits, Outcome
from nlc.drivers.registry import DEFAULT, get
from nlc.encode.lower import Lowered, lower
from nlc.encode.spec import Encoding
from nlc.errors import Source, fail
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Acyclic, Program
from nlc.language.resolve import Puzzle, load

SIZES = (10, 20, 30, 50)
"""Rows and columns of the boards that are made."""

LIMIT = 5.0
"""Seconds of processor time for each answer, if no other limit is given."""

SHARES = (0.4, 0.7)
"""The parts of the cells that keep their clue: boards with many solutions, and with few or one."""


@dataclass(frozen=True)
class Boards:
    """Puzzles of one set.

    Attributes:
        name: of the set.
        programs: the puzzles.
        reading: mean seconds from the text of one to its IR.
    """

    name: str
    programs: Sequence[Program]
    reading: float


@dataclass(frozen=True)
class Proof:
    """An answer to whether there is one solution.

    Attributes:
        found: how many solutions, two standing for more.
        seconds: wall-clock time in the solver's process, with loading and cuts.
        cpu: processor time there.
        clauses: how many were added, as far as the solver has told.
        decided: whether there was an answer within the limit.
    """

    found: int
    seconds: float
    cpu: float
    clauses: int
    decided: bool = True


@dataclass(frozen=True)
class Row:
    """One set of boards.

    Attributes:
        name: of the set.
        unique: how many boards have exactly one solution, of how many.
        reading: mean seconds from the text to the IR.
        lowering: median seconds from the IR to the clauses.
        joined: each board, with the clauses that join parts of a line.
        plain: and with those against cycles alone.
    """

    name: str
    unique: tuple[int, int]
    reading: float
    lowering: float
    joined: Sequence[Proof]
    plain: Sequence[Proof]


def make(sizes: Iterable[int] = SIZES, count: int = 5) -> Iterator[Boards]:
    """Yield sets of `count` random square boards, for each size and share of clues."""
    from nlc.bench.rings import puzzle

    for size in sizes:
        for share in SHARES:
            texts = [puzzle(size, size, str(seed), share) for seed in range(count)]
            start = time.perf_counter()
            cases = [case for text in texts for case in load(Source("made.nl", text)).puzzles]
            yield _elaborated(f"{size}x{size}, {share:.0%} clues", cases, start)


def read(folder: str) -> Iterator[Boards]:
    """Yield the Slitherlink puzzles of each file of a folder, in any format.

    Raises:
        UserError: a file is broken, or no file has such a puzzle, or there is no such folder.
    """
    from nlc.load import load_puzzles

    if not Path(folder).is_dir():
        raise fail(f"there is no folder {folder}")
    some = False
    for path in sorted(Path(folder).iterdir()):
        if path.is_file():
            start = time.perf_counter()
            cases, _ = load_puzzles(str(path))
            boards = _elaborated(path.name, cases, start)
            some |= bool(boards.programs)
            if boards.programs:
                yield boards
    if not some:
        raise fail(f"{folder} has no file with a Slitherlink puzzle")


def _elaborated(name: str, cases: Sequence[Puzzle], start: float) -> Boards:
    programs = [elaborate(case) for case in cases]
    seconds = (time.perf_counter() - start) / max(len(cases), 1)
    return Boards(name, [p for p in programs if p.genre == "slitherlink"], seconds)


def measure(boards: Boards, solver: str = DEFAULT, limit: float = LIMIT) -> Row:
    """Prove what each board of a set is, in both ways, one right after the other.

    Args:
        boards: a set that is not empty.
        solver: name of a driver that runs in process.
        limit: seconds of processor time for each answer.
    """
    joined: list[Proof] = []
    plain: list[Proof] = []
    lowering: list[float] = []
    for program in boards.programs:
        start = time.perf_counter()
        lowered = lower(program, Encoding(), in_process=True)
        lowering.append(time.perf_counter() - start)
        joined.append(prove(lowered, solver, limit))
        other = lower(without_lines(program), Encoding(), in_process=True)
        plain.append(prove(other, solver, limit))
    unique = sum(proof.decided and proof.found == 1 for proof in joined)
    count = len(boards.programs)
    return Row(boards.name, (unique, count), boards.reading, median(lowering), joined, plain)


def without_lines(program: Program) -> Program:
    """Return a program in which no acyclicity says that it is a part of a line."""
    nodes = [
        replace(node, origin=replace(node.origin, expands=None))
        if isinstance(node, Acyclic)
        else node
        for node in program.nodes
    ]
    return replace(program, nodes=nodes)


def prove(lowered: Lowered, solver: str = DEFAULT, limit: float = LIMIT) -> Proof:
    """Look for two solutions."""
    found, seconds, cpu, clauses, decided = 0, 0.0, 0.0, 0, True
    with closing(_outcomes(lowered, solver, limit)) as outcomes:
        for outcome in islice(outcomes, 2):
            decided = outcome.status != "UNKNOWN"
            seconds += outcome.seconds
            cpu += outcome.cpu_seconds or 0.0
            clauses = outcome.statistics.get("lazy_clauses", clauses)
            found += outcome.model is not None
    return Proof(found, seconds, cpu, clauses, decided)


def _outcomes(lowered: Lowered, solver: str, limit: float) -> Generator[Outcome, None, None]:
    limits = Limits(cpu_seconds=limit)
    yield from get(solver).enumerate(lowered.cnf, limits, lowered.separators)


def table(rows: Iterable[Row]) -> str:
    """Return the rows as text: milliseconds, medians over the boards of a set."""
    from tabulate import tabulate

    lines = [
        (
            row.name,
            f"{row.unique[0]} of {row.unique[1]}",
            f"{1e3 * row.reading:.0f}",
            f"{1e3 * row.lowering:.0f}",
            f"{1e3 * median(p.seconds for p in row.joined):.0f}",
            f"{1e3 * max(p.seconds for p in row.joined):.0f}",
            f"{1e3 * median(p.cpu for p in row.joined):.0f}",
            f"{1e3 * median(p.cpu for p in row.plain):.0f}",
            f"{_ratio(row):.2f}",
            f"{median(p.clauses for p in row.joined):.0f}",
            f"{median(p.clauses for p in row.plain):.0f}",
            " / ".join(str(sum(not p.decided for p in way)) for way in (row.joined, row.plain)),
        )
        for row in rows
    ]
    headers = ["boards", "unique", "read", "lower", "solve", "most", "CPU", "plain CPU", "ratio"]
    return tabulate(lines, [*headers, "cuts", "plain cuts", "undecided"], disable_numparse=True)


def _ratio(row: Row) -> float:
    """Return the processor time of all boards of a set over that without the clues.

    A board that is not decided counts what it had.
    """
    return sum(p.cpu for p in row.joined) / max(sum(p.cpu for p in row.plain), 1e-9)


def main(folder: str | None = None) -> None:
    """Print the measurement as a table.

    Args:
        folder: with files of boards; None: boards are made.
    """
    sets = make() if folder is None else read(folder)
    print("is there one solution? milliseconds a board; ratio: CPU with the clues to that without")
    print(table(map(measure, sets)), flush=True)
    if folder is None:
        with TemporaryDirectory() as temporary:
            rows = slither_commands.measure(Path(temporary))
        print(f"\nnlc run --unique, a process a board\n{slither_commands.table(rows)}")


if __name__ == "__main__":
    main()
