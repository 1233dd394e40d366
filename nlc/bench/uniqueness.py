"""Is there only one solution, where paths may touch themselves? What each technique brings.

The boards are woven ones (`nlc generate numberlink --method loops --unique`): they have one
solution if paths may not touch themselves. Whether there is another if they may is the question.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from nlc.bench.cubes import unique_by_cubes
from nlc.bench.redundant import diagonals, parity, separators
from nlc.drivers.base import Limits
from nlc.drivers.pysat.driver import PysatDriver
from nlc.drivers.registry import get
from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Program
from nlc.language.resolve import Puzzle
from nlc.load import Setting, load_puzzles
from nlc.process.workers import dismiss
from nlc.solve.relax import readings
from nlc.solve.strategy import solve
from nlc.solve.unique import REACHES, solve_twice

SIZES = (14, 15, 16, 17)
PROVED_SIZES, PROVED_OF = (14, 16), 32
"""Proofs are measured on those of so many boards of each of these sizes that have one solution."""

SOLVED_OF = 4
"""Solvers are compared on the first so many of them."""

SEED = 7
SECONDS = 5.0
"""Processor time that a technique has for a board."""

Technique = Callable[[Puzzle], bool | None]
"""Tells whether there is one solution only, None if that stays open."""

Answer = tuple[bool | None, float]
"""What a technique told, and the processor seconds of its worker, loading included."""


@dataclass(frozen=True)
class Row:
    """What a technique did on some boards.

    Attributes:
        technique: its name; the first is what the others are compared with.
        unique: boards with one solution.
        several: boards with a second one.
        undecided: boards left open.
        seconds: for each board, processor seconds of the solver, its start included.
    """

    technique: str
    unique: int
    several: int
    undecided: int
    seconds: tuple[float, ...]


def boards(folder: Path, sizes: Sequence[int], count: int) -> list[Puzzle]:
    """Return boards of each size, from a file in a folder where it is there, as they may touch."""
    out: list[Puzzle] = []
    for size in sizes:
        path = folder / f"woven-{size}-{count}.nl"
        if not path.exists():
            make = [sys.executable, "-m", "nlc", "generate", "numberlink", f"{size}x{size}"]
            make += ["--method", "loops", "--unique", "--seed", str(SEED), "-n", str(count)]
            subprocess.run([*make, "-o", str(path)], check=True, stdout=subprocess.DEVNULL)
        settings = (Setting("touch=true"), Setting("no2x2=false"))
        out += load_puzzles(str(path), "auto", settings, None, partial=True)[0]
    return out


def plain(solver: str) -> Technique:
    """Return the search for two solutions as the rules stand."""

    def technique(case: Puzzle) -> bool | None:
        program = elaborate(case)
        driver = get(solver)
        lowered = lower(program, Encoding(), in_process=True, propagators=False)
        return solve(program, lowered, driver, Limits(cpu_seconds=SECONDS), most=2).unique

    return technique


def strict_first(
    solver: str,
    reaches: Sequence[float] = REACHES,
    more: Callable[[Program], Program] = lambda program: program,
    encoding: str = "default",
) -> Technique:
    """Return the search by a stricter reading first, near the first board, and everywhere.

    Args:
        solver: PySAT's name of it.
        reaches: of neighbourhoods, or none.
        more: adds redundant constraints to each reading.
        encoding: as a spec.
    """

    def technique(case: Puzzle) -> bool | None:
        puzzle = readings(case, elaborate(case), 0)
        puzzle = replace(puzzle, programs=tuple(map(more, puzzle.programs)))
        driver, limits = PysatDriver(solver), Limits(cpu_seconds=SECONDS)
        return solve_twice(puzzle, driver, Encoding.parse(encoding), limits, reaches)[1].unique

    return technique


def by_cubes(solver: str) -> Technique:
    """Return the proof by cases: the first corner, row by row, round which a path turns back."""
    return partial(unique_by_cubes, solver=solver, limits=Limits(cpu_seconds=SECONDS))


def _timed(technique: Technique, case: Puzzle) -> Answer:
    """Try a technique, in a worker of its own."""
    dismiss()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    only = technique(case)
    dismiss()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return only, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


BASE = "strict first, near, everywhere, minisat22"

STRATEGIES: Mapping[str, Technique] = {
    "as it stands, cadical195": plain("pysat:cadical195"),
    "as it stands, glucose4": plain("pysat:glucose4"),
    "strict first, everywhere, minisat22": strict_first("minisat22", ()),
    BASE: strict_first("minisat22"),
    "and redundant=parity": strict_first("minisat22", encoding="redundant=parity"),
    "strict first, near, everywhere, cadical195": strict_first("cadical195"),
}
"""On all boards."""

PROOFS: Mapping[str, Technique] = {
    BASE: strict_first("minisat22"),
    "and redundant=parity": strict_first("minisat22", encoding="redundant=parity"),
    "and parity of cuts between rows or columns": strict_first("minisat22", more=parity),
    "and redundant=balance": strict_first("minisat22", encoding="redundant=balance"),
    "and balance of diagonals": strict_first("minisat22", more=diagonals),
    "and separators of pairs": strict_first("minisat22", more=separators),
    "and count=totalizer": strict_first("minisat22", encoding="count=totalizer"),
    "and labels=direct": strict_first("minisat22", encoding="direct"),
    "cubes by the first turn-back, minisat22": by_cubes("minisat22"),
}
"""On boards that have one solution, as the first of these finds."""

SOLVERS: Mapping[str, Technique] = {
    BASE: strict_first("minisat22"),
    "the same, glucose4": strict_first("glucose4"),
    "the same, maplesat": strict_first("maplesat"),
    "the same, cadical153": strict_first("cadical153"),
    "the same, cadical195": strict_first("cadical195"),
    "the same, maplechrono": strict_first("maplechrono"),
    "redundant=parity, minisat22": strict_first("minisat22", encoding="redundant=parity"),
    "redundant=parity, glucose4": strict_first("glucose4", encoding="redundant=parity"),
    "as it stands, minisat22": plain("pysat:minisat22"),
    "as it stands, lingeling": plain("pysat:lingeling"),
    "as it stands, kissat": plain("pysat:kissat404"),
}
"""On some of the same boards. The last two cannot be asked under assumptions for some conflicts."""


def measure(cases: Sequence[Puzzle], techniques: Mapping[str, Technique]) -> list[Row]:
    """Try each technique on each board, one right after the other.

    Raises:
        RuntimeError: two techniques contradict each other.
    """
    found = [{name: _timed(each, case) for name, each in techniques.items()} for case in cases]
    for case, answers in zip(cases, found, strict=True):
        _agree(case, answers)
    return _rows(techniques, found)


def _agree(case: Puzzle, answers: Mapping[str, Answer]) -> None:
    told = {only for only, _ in answers.values() if only is not None}
    if len(told) > 1:
        raise RuntimeError(f"techniques contradict each other on {case.puzzle.title}: {answers}")


def _rows(techniques: Mapping[str, Technique], found: Sequence[Mapping[str, Answer]]) -> list[Row]:
    rows = []
    for name in techniques:
        told = [answers[name] for answers in found]
        only = [each for each, _ in told]
        seconds = tuple(spent for _, spent in told)
        rows.append(Row(name, only.count(True), only.count(False), only.count(None), seconds))
    return rows


def table(rows: Sequence[Row]) -> str:
    """Return rows as text; a ratio is that of the whole time to the first row's."""
    from tabulate import tabulate

    base = sum(rows[0].seconds)
    lines = [
        (
            row.technique,
            row.unique,
            row.several,
            row.undecided,
            f"{median(row.seconds):.3f}" if row.seconds else "-",
            f"{sum(row.seconds):.1f}",
            f"{sum(row.seconds) / base:.2f}" if base else "-",
        )
        for row in rows
    ]
    heads = ["technique", "unique", "several", "open", "median s", "sum s", "ratio"]
    return tabulate(lines, heads, disable_numparse=True)


def main(folder: str | None = None, count: int = 3) -> None:
    """Print what each technique brings.

    Args:
        folder: where boards are kept; a temporary one if not given.
        count: boards of each size.
    """
    with TemporaryDirectory() as temporary:
        place = Path(folder or temporary)
        place.mkdir(parents=True, exist_ok=True)
        cases = boards(place, SIZES, count)
        print(f"{len(cases)} boards, {SECONDS:.0f} s of processor time each")
        print(table(measure(cases, STRATEGIES)), flush=True)
        first = next(iter(PROOFS.values()))
        unique = [case for case in boards(place, PROVED_SIZES, PROVED_OF) if first(case)]
    print(f"\nproofs, on {len(unique)} boards with one solution")
    print(table(measure(unique, PROOFS)), flush=True)
    print(f"\nsolvers, on {len(unique[:SOLVED_OF])} of them")
    print(table(measure(unique[:SOLVED_OF], SOLVERS)))


if __name__ == "__main__":
    main()
