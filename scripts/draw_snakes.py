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

from nlc.bench.snakes import puzzle


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
