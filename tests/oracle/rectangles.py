"""Random Numberlinks on whole rectangles of squares, most of them made around a solution."""

from __future__ import annotations

from random import Random

from oracle.case import Case
from oracle.random_boards import ends_of, grow, write
from oracle.reference_board import Complex, Drawn

TRIES = 30
"""So often paths are grown anew because a cell was left over, or a path touched itself."""

SYMBOLS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def rectangle(random: Random, most_rows: int = 4, most_cols: int = 4, **fixed: bool) -> Case:
    """Return a puzzle on a rectangle of at least two cells.

    Args:
        random: where all choices come from.
        most_rows: the largest number of rows.
        most_cols: the largest number of columns.
        fixed: options with a given value; `cover` is true and the others are random.
    """
    rows, cols = random.randint(1, most_rows), random.randint(2, most_cols)
    drawn = Drawn("square", (" ".join("." * cols),) * rows)
    board = Complex(drawn)
    names = {"touch": random.random() < 0.4, "no2x2": random.random() < 0.5}
    options = {"cover": True, **names, **fixed}
    if random.random() < 0.8:
        ends = _planted(random, board, keep_off=not options["touch"])
    else:
        cells = random.sample(range(rows * cols), 2 * random.randint(1, max(1, rows * cols // 4)))
        ends = [sorted(cells[i : i + 2]) for i in range(0, len(cells), 2)]
    tokens = {board.names[c]: s for s, pair in zip(SYMBOLS, ends, strict=False) for c in pair}
    return Case("numberlink", write(drawn, tokens), tuple(sorted(options.items())))


def _planted(random: Random, board: Complex, keep_off: bool) -> list[list[int]]:
    """Return the ends of paths that use all cells, if that comes about, and perhaps touch."""
    ends: list[list[int]] = []
    for _ in range(TRIES):
        free = set(range(len(board.names)))
        ends, wrong = [], False
        longest = random.randint(3, 9)
        while free and not wrong:
            cells, links = grow(random, board, free, random.randint(2, longest), tree=False)
            free -= cells
            beside = sum({a, b} <= cells for a, b in board.links.values())
            wrong = len(cells) < 2 or (keep_off and beside > len(links))
            ends.append(ends_of(board, cells, links))
        if not wrong:
            break
    return [pair for pair in ends if len(pair) == 2] or [[0, 1]]
