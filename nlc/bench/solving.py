"""How long encodings take to solve, for choosing the default."""

from __future__ import annotations

import time
from dataclasses import dataclass

from nlc.bench.boards import puzzle
from nlc.drivers.base import Limits
from nlc.drivers.registry import DEFAULT, get
from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.errors import Source
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Program
from nlc.language.resolve import load
from nlc.solve.strategy import solve

SETS = {"10x10, 3 pairs": (10, 3), "10x10, 8 pairs": (10, 8), "14x14, 14 pairs": (14, 14)}
"""Size and number of pairs of each set of random boards."""

CHOICES = (
    (DEFAULT, "labels=log,acyclic=lazy"),
    (DEFAULT, "labels=log,acyclic=primal-dual"),
    (DEFAULT, "labels=direct,acyclic=lazy"),
    ("pysat:glucose42", "labels=log,acyclic=lazy"),
    ("pysat:minisat22", "labels=log,acyclic=lazy"),
    ("kissat", "labels=log,acyclic=primal-dual"),
    ("cadical", "labels=log,acyclic=primal-dual"),
    ("cadical", "labels=direct,acyclic=primal-dual"),
    ("minisat", "labels=log,acyclic=primal-dual"),
)


@dataclass(frozen=True)
class Row:
    """One solver and encoding on one set of boards.

    Attributes:
        compiling: seconds for lowering all boards.
        solving: seconds for solving and checking them; an undecided board counts its time limit.
        undecided: boards without an answer within the limit.
        ratio: of both times together to those of the first choice on the same set.
    """

    boards: str
    solver: str
    encoding: str
    compiling: float
    solving: float
    undecided: int
    ratio: float


def measure(boards: int = 12, limit: float = 20.0) -> list[Row]:
    """Solve random boards with every choice whose solver is installed.

    Args:
        boards: in each set.
        limit: seconds for each board.
    """
    rows: list[Row] = []
    for name, (size, pairs) in SETS.items():
        texts = [puzzle(size, pairs, seed) for seed in range(boards)]
        programs = [elaborate(load(Source("bench.nl", text)).puzzles[0]) for text in texts]
        base = 0.0
        for solver, spec in CHOICES:
            if get(solver).missing() is None:
                compiling, solving, undecided = _run(programs, solver, spec, limit)
                base = base or compiling + solving
                ratio = (compiling + solving) / base
                rows.append(Row(name, solver, spec, compiling, solving, undecided, ratio))
    return rows


def _run(programs: list[Program], solver: str, spec: str, limit: float) -> tuple[float, float, int]:
    driver, encoding = get(solver), Encoding.parse(spec)
    compiling = solving = 0.0
    undecided = 0
    for program in programs:
        start = time.perf_counter()
        lowered = lower(program, encoding, in_process=driver.capabilities.in_process)
        lowered_at = time.perf_counter()
        result = solve(program, lowered, driver, Limits(limit))
        compiling += lowered_at - start
        solving += time.perf_counter() - lowered_at
        undecided += result.status == "UNKNOWN"
    return compiling, solving, undecided


def main() -> None:
    """Print the measurement as a table."""
    from tabulate import tabulate

    rows = [
        (r.boards, r.solver, r.encoding, r.compiling, r.solving, r.undecided, r.ratio)
        for r in measure()
    ]
    headers = ["boards", "solver", "encoding", "compile s", "solve s", "undecided", "ratio"]
    print(tabulate(rows, headers, floatfmt=("", "", "", ".2f", ".2f", "", ".2f")))


if __name__ == "__main__":
    main()
