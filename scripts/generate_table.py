"""Prints the table of docs/generate.md: how long puzzles of each genre take, and their clues.

    python scripts/generate_table.py [SIZE [GENRE …]] [--count N] [--timeout S]

Each puzzle is made in this process by the method open, one after the other; one that takes longer
than the time counts as not made.
"""

from __future__ import annotations

import argparse
import signal
import statistics
import time
from collections import Counter
from types import FrameType

from nlc.drivers.pysat.incremental import SolverError
from nlc.errors import UserError
from nlc.generating.batch import ATTEMPTS
from nlc.generating.genre import OPEN, genre
from nlc.generating.open.genre import OpenGenerator, OpenPuzzle
from nlc.generating.shape import blank, parse_size
from nlc.language.files import stock_genres

SIZES = {"sudoku": "9x9", "binairo": "10x10"}
"""The usual size of genres that are not made on any board."""


def main() -> None:
    """Print a row for each genre."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("size", nargs="?", default="10x10")
    parser.add_argument("genres", nargs="*")
    parser.add_argument("--count", type=int, default=5)
    parser.add_argument("--timeout", type=int, default=60, help="seconds for a puzzle")
    args = parser.parse_args()
    print("| genre | size | made | median s | worst s | clues |\n|---|---|---|---|---|---|")
    for name in args.genres or stock_genres():
        size = SIZES.get(name, args.size)
        try:
            generator = genre(name, OPEN).generator(blank("square", *parse_size(size)), {})
        except UserError:
            continue
        seconds, clues = [], []
        for seed in range(1, args.count + 1):
            began = time.monotonic()
            made = attempts(generator, seed, args.timeout)
            seconds.append(time.monotonic() - began)
            clues += [] if made is None else [made.clues]
        told = f"{min(clues)} to {max(clues)}" if clues and max(clues) else "–"
        middle, worst = statistics.median(seconds), max(seconds)
        row = (name, size, f"{len(clues)} of {args.count}", f"{middle:.1f}", f"{worst:.1f}", told)
        print(f"| {' | '.join(row)} |", flush=True)


def attempts(generator: OpenGenerator, seed: int, timeout: int) -> OpenPuzzle | None:
    """Return a puzzle, or None where there is none in time."""

    def late(signum: int, frame: FrameType | None) -> None:
        raise TimeoutError

    signal.signal(signal.SIGALRM, late)
    signal.alarm(timeout)
    try:
        for attempt in range(ATTEMPTS):
            made = generator.attempt(seed, 1, attempt, Counter())
            if made is not None:
                return made
    except (TimeoutError, SolverError):  # wherever it is when the time is up
        pass
    finally:
        signal.alarm(0)
    return None


if __name__ == "__main__":
    main()
