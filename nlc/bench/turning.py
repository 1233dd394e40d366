"""What the rule `turn` of Numberlink is worth on boards whose solution does not touch itself.

It follows from `apart`, so that the boards have the same solutions with it and without.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nlc.bench.untouching import puzzle
from nlc.drivers.base import Limits
from nlc.drivers.registry import get
from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.ir.elaborate import elaborate
from nlc.lang.diagnostics import Source
from nlc.lang.resolve import load
from nlc.solve.result import Result
from nlc.solve.strategy import solve

SETS = {
    "square 12x12": ("square", 12, 16),
    "hex 10x10": ("hex", 10, 16),
    "triangle 12x12": ("triangle", 12, 20),
}
"""Tiling, size and most pairs of each set of boards."""

SOLVERS = ("pysat:minisat22", "pysat:cadical195", "cadical")

DROPPED = "drop turn;"


@dataclass(frozen=True)
class Row:
    """One solver on one set of boards; each pair of figures is with the rule, and without.

    Attributes:
        boards: name of the set.
        solver: name of the driver.
        undecided: boards without an answer within the limit.
        conflicts: of the solver, over all boards that are decided both ways; so are the next two.
        decisions: of the solver.
        seconds: wall-clock time of solving and checking.
    """

    boards: str
    solver: str
    undecided: tuple[int, int]
    conflicts: tuple[int, int]
    decisions: tuple[int, int]
    seconds: tuple[float, float]


def measure(
    sets: Mapping[str, Sequence[str]],
    solvers: Sequence[str] = SOLVERS,
    limit: float = 20.0,
    house: tuple[str, str] = ("", DROPPED),
) -> list[Row]:
    """Solve each board twice, one way right after the other, with every solver that can run.

    Args:
        sets: of puzzle texts, by name.
        solvers: names of drivers.
        limit: seconds for each run.
        house: what each of the two ways adds at the end of every puzzle.
    """
    rows = []
    for name, texts in sets.items():
        for solver in solvers:
            if get(solver).missing() is None:
                runs = [tuple(_run(text, more, solver, limit) for more in house) for text in texts]
                rows.append(_row(name, solver, runs))
    return rows


def _run(text: str, house: str, solver: str, limit: float) -> Result:
    driver = get(solver)
    whole = text.rstrip().removesuffix("}") + house + "\n}\n"
    program = elaborate(load(Source("turning.nl", whole)).cases[0])
    lowered = lower(program, Encoding(), in_process=driver.capabilities.in_process)
    return solve(program, lowered, driver, Limits(limit))


def _row(name: str, solver: str, runs: Sequence[tuple[Result, ...]]) -> Row:
    decided = [run for run in runs if all(result.status != "UNKNOWN" for result in run)]

    def undecided(way: int) -> int:
        return sum(run[way].status == "UNKNOWN" for run in runs)

    def figure(key: str, way: int) -> int:
        return sum(run[way].statistics.get(key, 0) for run in decided)

    def seconds(way: int) -> float:
        return sum(sum(run[way].seconds.values()) for run in decided)

    return Row(
        name,
        solver,
        (undecided(0), undecided(1)),
        (figure("conflicts", 0), figure("conflicts", 1)),
        (figure("decisions", 0), figure("decisions", 1)),
        (seconds(0), seconds(1)),
    )


def table(rows: Sequence[Row]) -> str:
    """Return the rows as text; each ratio is that of the second figure to the first."""
    from tabulate import tabulate

    def ratio(pair: tuple[float, float]) -> str:
        return f"{pair[1] / pair[0]:.1f}" if pair[0] else "-"

    lines = [
        (
            r.boards,
            r.solver,
            *(f"{a} / {b}" for a, b in (r.conflicts, r.decisions)),
            f"{r.seconds[0]:.2f} / {r.seconds[1]:.2f}",
            *map(ratio, (r.conflicts, r.decisions, r.seconds)),
            f"{r.undecided[0]} / {r.undecided[1]}",
        )
        for r in rows
    ]
    headers = ["boards", "solver", "conflicts", "decisions", "seconds"]
    headers += ["ratio", "ratio", "ratio", "undecided"]
    return tabulate(lines, headers, disable_numparse=True)


def main(boards: int = 10) -> None:
    """Print the measurement as a table.

    Args:
        boards: in each set.
    """
    sets = {name: [puzzle(*made, seed) for seed in range(boards)] for name, made in SETS.items()}
    print("with the rule 'turn' / without it, and the second figure over the first")
    print(table(measure(sets)))
