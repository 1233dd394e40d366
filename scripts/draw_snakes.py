#!/usr/bin/env python3
"""Print a Numberlink puzzle of any size that has a solution.

Each pair of labels is the two ends of a snake that fills a band of rows, so that all cells are
covered. The default board has a million cells:

    python scripts/draw_snakes.py > big.nl
    nlc compile big.nl -o big.cnf
"""

from __future__ import annotations

import argparse
import sys


def bands(rows: int, pairs: int) -> list[range]:
    """Return the rows of each pair, as equal in number as can be.

    Raises:
        ValueError: a pair would have no row, or there is no pair.
    """
    if not 1 <= pairs <= rows:
        raise ValueError(f"{pairs} pairs need a row each, and there are {rows} rows")
    limits = [i * rows // pairs for i in range(pairs + 1)]
    return [range(limits[i], limits[i + 1]) for i in range(pairs)]


def snake(band: range, cols: int) -> list[tuple[int, int]]:
    """Return the cells (row, column from 0) of the path through a band, from end to end.

    It starts at the top left, runs through the first row to the right, the next to the left, and so
    on.
    """
    cells = []
    for turn, row in enumerate(band):
        columns = range(cols) if turn % 2 == 0 else reversed(range(cols))
        cells += [(row, col) for col in columns]
    return cells


def puzzle(rows: int, cols: int, pairs: int) -> str:
    """Return a Numberlink puzzle as a ``.nl`` text; the ends of the snakes are its labels.

    The snakes cover every cell; they are one solution and usually not the only one.

    Raises:
        ValueError: a pair would have fewer than two cells.
    """
    if cols < 2 and rows < 2 * pairs:
        raise ValueError("every pair needs two cells")
    board = [["."] * cols for _ in range(rows)]
    for number, band in enumerate(bands(rows, pairs), 1):
        ends = (band[0], 0), (band[-1], cols - 1 if len(band) % 2 else 0)
        for row, col in ends:
            board[row][col] = str(number)
    drawing = "\n".join("    " + " ".join(row) for row in board)
    return (
        f'puzzle "{pairs} snakes on {rows}x{cols}" is numberlink {{\n'
        f"  topology square;\n  board\n{drawing}\n  end\n}}\n"
    )


def main() -> None:
    """Read the command line and print the puzzle."""
    parser = argparse.ArgumentParser(description="Print a Numberlink puzzle of snakes.")
    parser.add_argument("rows", type=int, nargs="?", default=1000, help="default: %(default)s")
    parser.add_argument("cols", type=int, nargs="?", default=1000, help="default: %(default)s")
    parser.add_argument("pairs", type=int, nargs="?", default=16, help="default: %(default)s")
    args = parser.parse_args()
    try:
        sys.stdout.write(puzzle(args.rows, args.cols, args.pairs))
    except ValueError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
