#!/usr/bin/env python3
"""Measure maps of few values, solved by two formulas in turn and as maps of many values are.

    python scripts/measure_few_values.py
    python scripts/measure_few_values.py --graphs 6

Random graphs of draw_colourings.py. Each is solved both ways by turns; the seconds are those of
solving by the clock and of the processor, without the start of nlc, summed over the graphs.
"""

from __future__ import annotations

import argparse
import os
import time

from draw_colourings import graph
from tabulate import tabulate

import nlc
from nlc.language.resolve import Puzzle
from nlc.solve import few_values

GRAPHS = ((4, 150, 8.4), (4, 180, 8.5), (5, 70, 12.6), (5, 110, 11.2), (6, 100, 15.0))
"""Colours, cells, and links at a cell."""

WAYS = (0, few_values.FEW)
"""Values that count as few: none, and as it is."""


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
        for kind, name in enumerate(("clock", "CPU")):
            before, after = ([each[way][kind] for each in took] for way in range(len(WAYS)))
            row = [f"{colours} colours, {cells} cells of degree {degree:g}", name]
            row += [f"{sum(one):.2f}, {max(one):.2f}" for one in (before, after)]
            slower = sum(b > 1.5 * a for a, b in zip(before, after, strict=True))
            faster = sum(a > 1.5 * b for a, b in zip(before, after, strict=True))
            rows.append([*row, f"{sum(after) / sum(before):.2f}", slower, faster])
    heads = ["graphs", "", "before: sum, worst", "in turn", "ratio", "> 1.5 slower", "faster"]
    print(tabulate(rows, heads, tablefmt="github", disable_numparse=True))


def seconds(puzzle: Puzzle, few: int) -> tuple[float, float]:
    """Return the seconds that a solution takes, by the clock and of the processor."""
    few_values.FEW = few
    started, before = time.perf_counter(), sum(os.times()[:4])
    nlc.solve(puzzle)
    return time.perf_counter() - started, sum(os.times()[:4]) - before


if __name__ == "__main__":
    main()
