#!/usr/bin/env python3
"""Measure in which order MiniSat decides the links of many puzzles that share a formula.

    python scripts/measure_order.py boards.txt
    python scripts/measure_order.py --rounds 5 boards.txt more.txt

All puzzles are solved by one process in each order by turns; conflicts, and seconds of the search
by the clock, the least of all rounds.
"""

from __future__ import annotations

import argparse
from functools import partial
from importlib import import_module
from pathlib import Path

import numpy as np
from tabulate import tabulate

import nlc
from nlc.language.resolve import Puzzle
from nlc.solving import order
from nlc.solving.order import Distance

BATCH = import_module("nlc.solving.batch")

ALONE = nlc.Policy(jobs=1)

ORDERS: dict[str, Distance | None] = {
    "as the conflicts of earlier puzzles left them": None,
    "by rows": lambda at, size: at[1] * 1000 + at[0],
    "by diagonals": lambda at, size: at.sum(axis=0),
    "away from one corner": lambda at, size: np.hypot(*at),
    "from the rim": lambda at, size: np.minimum(at, size - at).min(axis=0),
    "from the corners, as the crow flies": lambda at, size: np.hypot(*np.minimum(at, size - at)),
    "from the corners (the default)": order.to_corner,
}


def main() -> None:
    """Read the command line, measure, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--rounds", type=int, default=3, help="by turns (default: 3)")
    args = parser.parse_args()
    puzzles = [puzzle for file in args.files for puzzle in nlc.load(file)]
    told: dict[str, list[tuple[float, int]]] = {name: [] for name in ORDERS}
    for _ in range(args.rounds):
        for name, distance in ORDERS.items():
            told[name].append(searched(puzzles, distance))
    first = min(told[next(iter(ORDERS))])[0]
    rows = [
        [name, min(found)[1], f"{min(found)[0]:.3f}", f"{min(found)[0] / first:.2f}"]
        for name, found in told.items()
    ]
    heads = ["links are decided", "conflicts", "seconds", "ratio"]
    print(tabulate(rows, heads, tablefmt="github", disable_numparse=True))


def searched(puzzles: list[Puzzle], distance: Distance | None) -> tuple[float, int]:
    """Return the seconds that the solver took, and its conflicts."""
    told = partial(order.activities, distance=distance)
    BATCH.activities = (lambda program, lowered: {}) if distance is None else told
    steps = [step for answer in nlc.solve(puzzles, policy=ALONE) for step in answer.steps]
    return sum(step.seconds for step in steps), sum(step.conflicts or 0 for step in steps)


if __name__ == "__main__":
    main()
