#!/usr/bin/env python3
"""Measure maps of few values, solved as such and as maps of many values are.

    python scripts/measure_few_values.py
    python scripts/measure_few_values.py --graphs 6

Random graphs of draw_colourings.py. Each is solved both ways by turns; the seconds are those of
solving by the clock, without the start of nlc.
"""

from __future__ import annotations

import argparse
import time

from draw_colourings import graph
from tabulate import tabulate

import nlc
from nlc.encode import usage
from nlc.language.resolve import Puzzle

GRAPHS = (
    *((3, 250, 4.65), (4, 150, 8.4), (4, 180, 8.5), (4, 300, 7.9)),
    *((5, 110, 13.2), (5, 150, 12), (6, 80, 17.5), (7, 70, 22)),
)
"""Colours, cells, and links at a cell."""

WAYS = (0, usage.FEW)
"""Values that count as few: none, and as usual."""


def main() -> None:
    """Read the command line, measure, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--graphs", type=int, default=24, help="of each kind (default: 24)")
    args = parser.parse_args()
    rows = []
    for colours, cells, degree in GRAPHS:
        texts = [graph(colours, cells, degree, seed) for seed in range(1, args.graphs + 1)]
        puzzles = [nlc.loads(text)[0] for text in texts]
        took = [[seconds(puzzle, few) for few in WAYS] for puzzle in puzzles]
        before, after = ([each[way] for each in took] for way in range(len(WAYS)))
        row = [f"{colours} colours, {cells} cells of degree {degree:g}"]
        row += [f"{sum(one):.2f}, {max(one):.2f}" for one in (before, after)]
        slower = sum(b > 1.5 * a for a, b in zip(before, after, strict=True))
        faster = sum(a > 1.5 * b for a, b in zip(before, after, strict=True))
        rows.append([*row, f"{sum(after) / sum(before):.2f}", slower, faster])
    heads = ["graphs", "as others: sum, worst", "as few: sum, worst", "ratio"]
    heads += ["over 1.5 times as long", "as short"]
    print(tabulate(rows, heads, tablefmt="github", disable_numparse=True))


def seconds(puzzle: Puzzle, few: int) -> float:
    """Return the seconds that a solution takes, by the clock."""
    usage.FEW = few
    started = time.perf_counter()
    nlc.solve(puzzle)
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
