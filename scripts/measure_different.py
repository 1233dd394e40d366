#!/usr/bin/env python3
"""Compare the encodings of `all_different` on Latin squares and Sudokus with holes.

    python scripts/measure_different.py            # all sizes, three boards each
    python scripts/measure_different.py --seeds 1  # one each

A board is a random Latin square (or Sudoku) of which a share of the digits is taken away at random;
it has a solution, and often several. Prints processor seconds of the solver for the first solution,
the geometric mean over the seeds, for each encoding of all different with each of domains, and the
ratio to the first column.
"""

from __future__ import annotations

import argparse
from math import exp, log
from random import Random

from tabulate import tabulate

from nlc.drivers import get
from nlc.drivers.base import Limits
from nlc.encode import different
from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.errors import Source
from nlc.ir.elaborate.program import elaborate
from nlc.language.resolve import load

GENRE = """genre squares {
  option n : 1..99 = 9;
  given line : cell -> name;
  given column : cell -> name;
  given box : cell -> name?;
  given digit : cell -> 1..n?;
  var num : cell -> 1..n;
  rule digits { for c in cells where has digit(c) { num[c] = digit(c); } }
  rule lines { for k in values(line) { all_different(num[{c for c in cells where line(c) = k}]); } }
  rule columns {
    for k in values(column) { all_different(num[{c for c in cells where column(c) = k}]); }
  }
  rule boxes {
    for k in values(box) { all_different(num[{c for c in cells where has box(c) and box(c) = k}]); }
  }
  show num;
}
"""

BOARDS = (
    ("sudoku 9", 9, True, 0.62),
    ("sudoku 16", 16, True, 0.60),
    ("sudoku 25", 25, True, 0.50),
    ("latin 20", 20, False, 0.42),
    ("latin 30", 30, False, 0.42),
)
"""Name, side, whether there are boxes, share of holes."""

DOMAINS = ("log", "direct", "order")
LIMIT = 20.0
"""Seconds after which a run is given up; it counts for as much."""


def board(n: int, boxes: bool, holes: float, seed: int) -> str:
    """Return a puzzle."""
    random = Random(f"{n} {boxes} {seed}")
    side = int(n**0.5)
    rows, cols, digits = (_order(random, n, side if boxes else 1) for _ in range(3))
    shift = (lambda r: side * (r % side) + r // side) if boxes else (lambda r: r)
    grid = [[digits[(shift(r) + c) % n] + 1 for c in cols] for r in rows]
    if not boxes:
        _mix(random, grid)
    drawings = {
        "digit": [[str(x) if random.random() >= holes else "." for x in row] for row in grid],
        "line": [[f"r{r}"] * n for r in range(n)],
        "column": [[f"c{c}" for c in range(n)] for _ in range(n)],
    }
    if boxes:
        drawings["box"] = [[f"b{r // side}_{c // side}" for c in range(n)] for r in range(n)]
    parts = [
        "\n".join([f"board {name}", *(" ".join(row) for row in rows_), "end"])
        for name, rows_ in drawings.items()
    ]
    text = "\n".join(parts)
    return f'{GENRE}puzzle "p" is squares {{ topology square; set n = {n};\n{text}\n}}\n'


def _order(random: Random, n: int, side: int) -> list[int]:
    """Return a random order of 0 to n - 1 that keeps bands of `side` together."""
    bands = [random.sample(range(i, i + side), side) for i in range(0, n, side)]
    random.shuffle(bands)
    return [i for band in bands for i in band]


def _mix(random: Random, grid: list[list[int]]) -> None:
    """Swap two digits along alternating cycles of pairs of rows, which keeps a Latin square."""
    n = len(grid)
    for _ in range(20 * n):
        a, b = random.sample(range(n), 2)
        col: int | None = random.randrange(n)
        while col is not None:
            grid[a][col], grid[b][col] = grid[b][col], grid[a][col]
            same = (c for c in range(n) if c != col and grid[a][c] == grid[a][col])
            col = next(same, None)


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--solver", default="pysat:cadical195")
    args = parser.parse_args()
    solver = get(args.solver)
    names = list(different.REGISTRY.names())
    columns = [(d, e) for d in DOMAINS for e in names]
    table = []
    for title, n, boxes, holes in BOARDS:
        seconds: dict[tuple[str, str], list[float]] = {column: [] for column in columns}
        for seed in range(args.seeds):
            (puzzle,) = load(Source("board.nl", board(n, boxes, holes, seed))).puzzles
            program = elaborate(puzzle)
            for domains, name in columns:
                lowered = lower(program, Encoding.parse(f"domains={domains},different={name}"))
                outcome = solver.solve(lowered.question, Limits(cpu_seconds=LIMIT))
                took = outcome.cpu_seconds if outcome.status == "SATISFIABLE" else LIMIT
                seconds[domains, name].append(max(took or LIMIT, 0.001))
        means = [exp(sum(map(log, each)) / len(each)) for each in seconds.values()]
        table.append([title, *(f"{mean:.3f} ({mean / means[0]:.2f})" for mean in means)])
    print(tabulate(table, ["board", *(f"{d}, {e}" for d, e in columns)], tablefmt="pipe"))


if __name__ == "__main__":
    main()
