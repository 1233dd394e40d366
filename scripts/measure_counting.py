"""Writes the table of docs/frontier.md: the largest boards that are counted within some seconds.

    python scripts/measure_counting.py [SECONDS [GENRE ...]]

The boards are square and have no clues; where a genre has rooms, these are blocks of 2x3 cells, and
rows in Star Battle and Sudoku (Latin squares). Seconds are of the processor, elaboration included.
"""

from __future__ import annotations

import sys
import time
from string import ascii_letters

import nlc
from nlc.engines.frontier.diagram import LimitReached
from nlc.engines.frontier.rules import read_rules
from nlc.engines.frontier.sweep import count_rules
from nlc.language.files import stock_genres

LARGEST = 16
ROWS = ("starbattle", "sudoku")
"""Genres whose rooms are rows."""


def board(genre: str, n: int, rooms: str = "") -> str:
    """Return a board without clues."""
    tall, wide = (1, n) if genre in ROWS else (2, 3)
    across = -(-n // wide)
    cells = [["."] * n for _ in range(n)]
    if rooms:
        blocks = [[i // tall * across + j // wide for j in range(n)] for i in range(n)]
        cells = [[ascii_letters[each % 52] for each in row] for row in blocks]
    rows = "\n".join(map(" ".join, cells))
    head = f'puzzle "{genre} {n}x{n}" is {genre} {{ topology square;'
    return f"{head} board {rooms}\n{rows}\nend }}"


def main() -> None:
    """Print a line for each genre."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    print("| genre | size | solutions | states | s |\n|---|---|---|---|---|")
    for genre in sys.argv[2:] or stock_genres():
        line = ""
        for n in range(2, LARGEST + 1):
            started = time.process_time()
            try:
                (puzzle,) = nlc.loads(board(genre, n))
                rooms = {"room", "box"} & puzzle.rules.givens.keys()
                (puzzle,) = nlc.loads(board(genre, n, *rooms))
                program = nlc.elaborate(puzzle)
                limits = nlc.Limits(cpu_seconds=seconds)
                found = count_rules(read_rules(program), limits)
                count = found.count()
            except nlc.InputError:  # a size that the genre does not have
                continue
            except LimitReached:
                break
            spent = time.process_time() - started
            if spent > seconds:
                break
            if count:
                number = f"{count:,}" if count < 10**9 else f"{count:.1e}"
                line = f"| {n}x{n} | {number} | {found.diagram.figures['states']:,} | {spent:.1f} |"
        print(f"| {genre} {line}", flush=True)


main()
