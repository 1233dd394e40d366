#!/usr/bin/env python3
"""How fast puzzles are compiled, and whether the time grows with the number of cells."""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Sequence

from draw_snakes import puzzle
from msgspec import Struct
from msgspec.structs import replace

from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.errors import Source
from nlc.ir.elaborate.program import elaborate
from nlc.language.resolve import Puzzle, load

SIZES = (50, 100, 200, 400)


class Row(Struct, frozen=True):
    """One board.

    Attributes:
        size: rows and columns.
        clauses: number of clauses.
        seconds: wall-clock time from the parsed puzzle to the clause arrays, the best of the
            repetitions: elaboration and lowering.
        ratio: the time for each cell over that of the first board; about 1 where the time grows
            linearly, below 1 where a fixed part weighs on the first board.
    """

    size: int
    clauses: int
    seconds: float
    ratio: float

    @property
    def speed(self) -> float:
        """Clauses made in a second."""
        return self.clauses / self.seconds

    @property
    def cell_seconds(self) -> float:
        """The time for each cell."""
        return self.seconds / self.size**2


def measure(
    sizes: Sequence[int], pairs: int, encoding: str, repeat: int, islands: bool
) -> list[Row]:
    """Compile square Numberlink boards of snakes, or Nurikabes.

    Args:
        sizes: rows and columns of each board.
        pairs: number of pairs on each board.
        islands: compile Nurikabes with an island at every fourth cell of every fourth row.
        encoding: an encoding spec; empty for the default.
        repeat: how often each board is compiled.
    """
    chosen = Encoding.parse(encoding) if encoding else Encoding()
    rows: list[Row] = []
    for size in sizes:
        text = nurikabe(size) if islands else puzzle(size, size, pairs)
        case = load(Source(f"board{size}.nl", text)).puzzles[0]
        runs = [_compile(case, chosen) for _ in range(repeat)]
        row = Row(size, runs[0][0], min(seconds for _, seconds in runs), 1.0)
        if rows:
            row = replace(row, ratio=row.cell_seconds / rows[0].cell_seconds)
        rows.append(row)
    return rows


def nurikabe(size: int) -> str:
    """Return a square Nurikabe with islands of three cells, four rows and four columns apart."""
    rows = [["3" if r % 4 == c % 4 == 2 else "." for c in range(size)] for r in range(size)]
    board = "\n".join(map(" ".join, rows))
    return (
        f'puzzle "islands" is nurikabe {{\n  topology square;\n  board size\n{board}\n  end\n}}\n'
    )


def _compile(case: Puzzle, encoding: Encoding) -> tuple[int, float]:
    """Return the number of clauses and the time."""
    gc.collect()
    start = time.perf_counter()
    cnf = lower(elaborate(case), encoding).cnf
    return cnf.clauses, time.perf_counter() - start


def main() -> None:
    """Print the measurement as a table."""
    from tabulate import tabulate

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="rows of each board")
    parser.add_argument("--pairs", type=int, default=16)
    parser.add_argument("--islands", action="store_true", help="Nurikabes of many islands")
    parser.add_argument("--encoding", default="", help="default: nlc's")
    parser.add_argument("--repeat", type=int, default=3)
    rows = [
        (f"{r.size}x{r.size}", r.clauses, r.seconds, r.speed / 1e6, r.cell_seconds * 1e6, r.ratio)
        for r in measure(**vars(parser.parse_args()))
    ]
    headers = ["board", "clauses", "seconds", "million clauses/s", "us/cell", "ratio"]
    print(tabulate(rows, headers, floatfmt=("", "", ".3f", ".1f", ".2f", ".2f")))


if __name__ == "__main__":
    main()
