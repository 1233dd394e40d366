#!/usr/bin/env python3
"""Measure the tabu search for maps: moves and milliseconds, for three numbers of most moves.

    python scripts/measure_tabu.py
    python scripts/measure_tabu.py --moves 200000 puzzle.nl

Without files, of graphs, Sudokus and Latin squares of draw_colourings.py. Each number of most moves
is another seed, too. What finds nothing in so many moves is told as more than that.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

from draw_colourings import graph, queens_graph, square
from tabulate import tabulate

import nlc
from nlc.errors import Source
from nlc.ir.elaborate.program import elaborate
from nlc.language.resolve import Puzzle, load
from nlc.solving import tabu

GRAPHS = (
    *((4, 150, 8.4), (8, 100, 22), (12, 150, 38), (12, 150, 42)),
    *((20, 200, 70), (20, 200, 74), (20, 200, 78)),
)
"""Colours, cells, and links at a cell."""


def made() -> Iterator[Puzzle]:
    """Yield colourings, Sudokus and Latin squares."""
    texts = [graph(*each, seed) for each in GRAPHS for seed in (1, 2)]
    texts += [queens_graph(8, 9), queens_graph(10, 12)]
    texts += [square(size, True, None, 0) for size in (9, 16, 25, 36)]
    texts += [square(size, False, None, 0) for size in (16, 20, 30, 40)]
    for holes in (0.9, 0.8, 0.7, 0.5):
        texts += [square(25, True, holes, 1), square(30, False, holes, 1)]
    for text in texts:
        yield load(Source("made.nl", text)).puzzles[0]


def main() -> None:
    """Read the command line, measure, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("files", nargs="*", help="of puzzles")
    parser.add_argument("--moves", type=int, default=20_000, help="the most (default: 20000)")
    args = parser.parse_args()
    tabu.GIVEN = 1.0  # however many cells are given
    puzzles = [puzzle for path in args.files for puzzle in nlc.load(path)] or made()
    rows = []
    for puzzle in puzzles:
        program = elaborate(puzzle)
        found = tabu.read(program)
        if found is None:
            rows.append([puzzle.title, "no map", ""])
            continue
        moves, took = [], []
        for most in range(args.moves, args.moves + 3):
            started = time.perf_counter()
            answer = tabu.search(program, found, moves=most)
            took.append(f"{1000 * (time.perf_counter() - started):.0f}")
            moves.append(f"{answer.statistics['moves']:,}" if answer.solutions else f"> {most:,}")
        rows.append([puzzle.title, "; ".join(moves), "; ".join(took)])
    print(tabulate(rows, ["puzzle", "moves", "ms"], tablefmt="github", disable_numparse=True))


if __name__ == "__main__":
    main()
