#!/usr/bin/env python3
"""Compare the Slitherlink article's generator with the usual one, as a table of means.

    python scripts/measure_article.py --count 20 --sizes 10 20

The same seeds for each: sides of the line, turns of it, cells without a side of it in a hundred,
clues in a hundred cells, and processor seconds a puzzle.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from statistics import mean

import numpy as np
from tabulate import tabulate

from nlc.arrays import Bools
from nlc.board import Board
from nlc.cli.common import whole
from nlc.generating.genre import genre
from nlc.generating.shape import blank
from nlc.generating.slitherlink.methods import METHODS

HEAD = ("board", "method", "puzzles", "sides", "turns", "plain", "clues", "CPU s")


def row(size: int, method: str, diagonal: bool, count: int) -> list[str]:
    """Return the means of some puzzles."""
    shape = blank("square", size, size)
    generator = genre("slitherlink").generator(shape, {"method": method, "diagonal": diagonal})
    found = []
    for number in range(count + 1):
        started = time.process_time()
        puzzle = generator.attempt(1, number, 0, Counter())
        seconds = time.process_time() - started
        if number and puzzle is not None:  # the first one imports modules and fills caches
            clues = 100 * len(puzzle.clues) / shape.cells
            found.append((*_wiggles(shape.board, puzzle.line), clues, seconds))
    sides, turns, plain, clues, seconds = map(mean, zip(*found, strict=True))
    name = method + " --diagonal" * diagonal
    figures = (f"{sides:.0f}", f"{turns:.0f}", f"{plain:.1f} %", f"{clues:.1f} %", f"{seconds:.3f}")
    return [f"{size}x{size}", name, str(len(found)), *figures]


def _wiggles(board: Board, line: Bools) -> tuple[float, float, float]:
    """Return the sides of a line, its turns, and the cells without a side of it in a hundred."""
    ends = board.border_vertices
    level = board.points[ends[:, 0], 1] == board.points[ends[:, 1], 1]
    along = [
        np.bincount(ends[line & kind].ravel(), minlength=len(board.points))
        for kind in (level, ~level)
    ]
    turns = np.count_nonzero((along[0] > 0) & (along[1] > 0))
    sides = board.cell_borders
    around = np.add.reduceat(line[sides.data].astype(np.int32), sides.indptr[:-1])
    return float(line.sum()), float(turns), 100 * float((around == 0).mean())


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=whole, default=20, metavar="N", help="puzzles of each")
    parser.add_argument("--sizes", type=whole, nargs="+", default=[10], metavar="S")
    args = parser.parse_args()
    rows = [
        row(size, method, diagonal, args.count)
        for size in args.sizes
        for diagonal in (False, True)
        for method in METHODS.names()
    ]
    print(tabulate(rows, HEAD, tablefmt="github", disable_numparse=True))


if __name__ == "__main__":
    main()
