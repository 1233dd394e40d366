"""What the rules `turn` and `away` of Numberlink are worth where paths may not touch themselves.

Both follow from the other rules, so that the boards have the same solutions with them and without.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from nlc.bench.untouching import puzzle
from nlc.drivers.base import Limits
from nlc.drivers.registry import get
from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.errors import Source
from nlc.ir.elaborate.program import elaborate
from nlc.language.resolve import load
from nlc.solve.result import Result
from nlc.solve.strategy import solve

SETS = {
    "square 10x10": ("square", 10, 12),
    "square 14x14": ("square", 14, 24),
    "hex 10x10": ("hex", 10, 12),
    "hex 12x12": ("hex", 12, 18),
    "triangle 16x16": ("triangle", 16, 24),
}
"""Tiling, size and most pairs of each set of boards."""

SOLVERS = ("pysat:minisat22", "pysat:cadical195", "cadical")

WAYS = ("", "drop away;", "drop turn, away;")
"""What each way adds to a puzzle."""


@dataclass(frozen=True)
class Row:
    """One solver on one set of boards; each tuple has a figure for each way.

    Attributes:
        boards: name of the set.
        solver: name of the driver.
        undecided: boards without an answer within the limit.
        conflicts: of the solver, over all boards that are decided in every way; so are the others.
        decisions: of the solver.
        seconds: wall-clock time of solving and checking.
    """

    boards: str
    solver: str
    undecided: tuple[int, ...]
    conflicts: tuple[int, ...]
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]


def measure(
    sets: Mapping[str, Sequence[str]],
    solvers: Sequence[str] = SOLVERS,
    limit: float = 20.0,
    ways: Sequence[str] = WAYS,
) -> list[Row]:
    """Solve each board in every way, one right after the other, with every solver that can run.

    Args:
        sets: of puzzle texts, by name.
        solvers: names of drivers.
        limit: seconds for each run.
        ways: what each way adds at the end of a puzzle.
    """
    return [
        _row(name, solver, [[_run(text, way, solver, limit) for way in ways] for text in texts])
        for name, texts in sets.items()
        for solver in solvers
        if get(solver).missing() is None
    ]


def _run(text: str, way: str, solver: str, limit: float) -> Result:
    driver = get(solver)
    whole = f"{text.rstrip().removesuffix('}')}{way}\n}}\n"
    program = elaborate(load(Source("turning.nl", whole)).puzzles[0])
    lowered = lower(program, Encoding(), in_process=driver.capabilities.in_process)
    return solve(program, lowered, driver, Limits(limit))


def _row(name: str, solver: str, runs: Sequence[Sequence[Result]]) -> Row:
    undecided = tuple(
        sum(result.status == "UNKNOWN" for result in way) for way in zip(*runs, strict=True)
    )
    decided = [run for run in runs if all(result.status != "UNKNOWN" for result in run)]
    ways = list(zip(*decided, strict=True))

    def total(key: str) -> tuple[int, ...]:
        return tuple(sum(result.statistics.get(key, 0) for result in way) for way in ways)

    seconds = tuple(sum(sum(result.seconds.values()) for result in way) for way in ways)
    return Row(name, solver, undecided, total("conflicts"), total("decisions"), seconds)


def table(rows: Sequence[Row]) -> str:
    """Return the rows as text; a ratio is that of the last way to the first."""
    from tabulate import tabulate

    lines = [
        (
            row.boards,
            row.solver,
            _joined(row.conflicts),
            _ratio(row.conflicts),
            _joined(row.decisions),
            _ratio(row.decisions),
            _joined(f"{seconds:.2f}" for seconds in row.seconds),
            _ratio(row.seconds),
            _joined(row.undecided),
        )
        for row in rows
    ]
    headers = ["boards", "solver", "conflicts", "ratio", "decisions", "ratio", "seconds", "ratio"]
    return tabulate(lines, [*headers, "undecided"], disable_numparse=True)


def _joined(figures: Iterable[object]) -> str:
    return " / ".join(map(str, figures))


def _ratio(figures: Sequence[float]) -> str:
    return f"{figures[-1] / figures[0]:.1f}" if figures and figures[0] else "-"


def main(boards: int = 8) -> None:
    """Print the measurement as a table.

    Args:
        boards: in each set.
    """
    sets = {name: [puzzle(*made, seed) for seed in range(boards)] for name, made in SETS.items()}
    print("turn and away / turn alone / neither; ratio: the last to the first")
    print(table(measure(sets)))


if __name__ == "__main__":
    main()
