#!/usr/bin/env python3
"""Measure how long nlc takes to explain boards with a mistyped clue.

    python scripts/measure_why.py [--boards N] [--seed S]

Boards with one solution are generated; two labels of a Numberlink change places, or one number of a
Slitherlink is another one. Boards that have solutions nevertheless are left out. The table has, for
each kind, medians and, in brackets, maxima of the seconds to the first answer, to the last one, and
to all that ``nlc why`` tells; the numbers of clues; how many answers were proved smallest; and on
how many boards the mistake is among what may have been mistyped.
"""

from __future__ import annotations

import argparse
import time
from random import Random
from statistics import median

from tabulate import tabulate

import nlc
from nlc.explaining.search import Contradiction, Wanted, search
from nlc.explaining.suspects import Suspect

KINDS = [
    ("numberlink", "10x10"),
    ("slitherlink", "10x10"),
    ("slitherlink", "15x15"),
    ("numberlink", "20x20"),
    ("slitherlink", "20x20"),
]


def mistyped(puzzle: nlc.Puzzle, random: Random) -> tuple[nlc.Puzzle, dict[int, str]]:
    """Return a puzzle with two labels exchanged, or with another number; and what was changed."""
    assert puzzle.literal is not None
    rows = [row.split() for row in puzzle.literal.lines if row.strip()]
    cells = [(i, j) for i, row in enumerate(rows) for j, t in enumerate(row) if t not in ".#"]
    i, j = random.choice(cells)
    right = {(i, j): rows[i][j]}
    if puzzle.genre == "slitherlink":
        rows[i][j] = random.choice([x for x in "0123" if x != rows[i][j]])
    else:
        k, m = random.choice([(k, m) for k, m in cells if rows[k][m] != rows[i][j]])
        right[k, m] = rows[k][m]
        rows[i][j], rows[k][m] = rows[k][m], rows[i][j]
    board = "\n".join(map(" ".join, rows))
    text = f'puzzle "p" is {puzzle.genre} {{ topology square; board\n{board}\nend }}'
    (out,) = nlc.loads(text)
    return out, {i * len(rows[0]) + j: value for (i, j), value in right.items()}


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Measure explanations.")
    parser.add_argument("--boards", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rows = []
    for genre, size in KINDS:
        random, found = Random(f"{genre} {size} {args.seed}"), []
        (made,) = nlc.generate(genre, size, unique=True, seed=args.seed)
        while len(found) < args.boards:
            puzzle, right = mistyped(made.puzzle, random)
            start, told, suspects = time.perf_counter(), [], []
            for event in search(puzzle, Wanted()):
                if isinstance(event, Contradiction):
                    told.append((time.perf_counter() - start, event))
                if isinstance(event, Suspect):
                    suspects.append({c.clue.element: c.after for c in event.changes})
            if told:
                end = time.perf_counter() - start
                found.append((told[0][0], told[-1][0], end, told[-1][1], right in suspects))
        times = [
            f"{median(x[i] for x in found):.2f} ({max(x[i] for x in found):.2f})" for i in range(3)
        ]
        sizes = " ".join(str(len(x[3].members)) for x in found)
        proved = sum(x[3].smallest for x in found)
        named = f"{sum(x[4] for x in found)} of {len(found)}"
        rows.append([f"{genre} {size}", *times, sizes, f"{proved} of {len(found)}", named])
    heads = ["boards", "first", "last", "all", "clues", "smallest", "mistake told"]
    print(tabulate(rows, headers=heads, tablefmt="github"), flush=True)


if __name__ == "__main__":
    main()
