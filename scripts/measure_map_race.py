#!/usr/bin/env python3
"""Measure what a long tabu search brings beside the solvers of a map that is hard.

    python scripts/measure_map_race.py
    python scripts/measure_map_race.py --graphs 12 --limit 20

Random graphs of draw_colourings.py near the number of links up to which they can be coloured. Each
is solved by turns without the long search and as usual; the seconds are those of solving by the
clock, without the start of nlc. What is open at the limit counts with what it took.
"""

from __future__ import annotations

import argparse
import time

from draw_colourings import graph, hidden, queens_graph
from tabulate import tabulate

import nlc
from nlc.language.resolve import Puzzle
from nlc.solving import relay

GRAPHS = (
    *((4, 150, 8.4), (4, 180, 8.5), (4, 300, 7.9), (5, 110, 13.2), (5, 125, 12.5)),
    *((8, 100, 25), (12, 150, 44), (20, 200, 78)),
)
"""Colours, cells, and links at a cell."""

QUEENS = ((8, 9), (9, 10), (10, 12), (11, 12))
"""The size of a board, and colours."""

MOVES = relay.MOVES, relay.MOVES_OF_FEW


def main() -> None:
    """Read the command line, measure, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--graphs", type=int, default=6, help="of each kind (default: 6)")
    parser.add_argument("--limit", type=float, default=15.0, help="seconds each (default: 15)")
    args = parser.parse_args()
    seeds = range(1, args.graphs + 1)
    kinds = {
        f"{colours} colours, {cells} cells of degree {degree:g}": [
            graph(colours, cells, degree, seed) for seed in seeds
        ]
        for colours, cells, degree in GRAPHS
    }
    kinds["4 hidden colours, 500 cells of degree 8"] = [hidden(4, 500, 8, 2, i) for i in seeds]
    kinds["queens' graphs of 8 to 11"] = [queens_graph(*each) for each in QUEENS]
    rows = []
    for kind, texts in kinds.items():
        puzzles = [nlc.loads(text)[0] for text in texts]
        took = [[seconds(each, long, args.limit) for long in (False, True)] for each in puzzles]
        before, after = ([each[way] for each in took] for way in range(2))
        row = [kind, len(texts)]
        row += [f"{sum(one):.2f}, {max(one):.2f}" for one in (before, after)]
        open_ = (sum(each >= args.limit for each in one) for one in (before, after))
        rows.append([*row, ", ".join(map(str, open_)), f"{sum(after) / sum(before):.2f}"])
    heads = ["graphs", "number", "without: sum, worst", "with: sum, worst"]
    heads += ["open: without, with", "ratio"]
    print(tabulate(rows, heads, tablefmt="github", disable_numparse=True))


def seconds(puzzle: Puzzle, long: bool, limit: float) -> float:
    """Return the seconds that a solution takes, by the clock, or the limit if none is found."""
    relay.MOVES, relay.MOVES_OF_FEW = MOVES if long else (1, 1)
    started = time.perf_counter()
    answer = nlc.solve(puzzle, limits=nlc.Limits(seconds=limit))
    return limit if answer.status == "UNKNOWN" else time.perf_counter() - started


if __name__ == "__main__":
    main()
