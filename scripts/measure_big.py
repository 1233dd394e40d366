#!/usr/bin/env python3
"""A board of a million cells, from the text to a DIMACS file, in a process of its own."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from draw_snakes import puzzle
from msgspec import Struct


class Figures(Struct, frozen=True):
    """What compiling took.

    Attributes:
        seconds: wall-clock time of the whole process.
        megabytes: its peak resident memory, in MiB.
        written: bytes of the CNF.
        reference: seconds that a mere copy of that file takes.
    """

    seconds: float
    megabytes: float
    written: int
    reference: float


def measure(rows: int, cols: int, pairs: int) -> Figures:
    """Compile a board of snakes with ``nlc compile`` to a file."""
    with TemporaryDirectory() as folder:
        source, target = Path(folder) / "board.nl", Path(folder) / "board.cnf"
        source.write_text(puzzle(rows, cols, pairs))
        command = [sys.executable, "-m", "nlc", "compile", str(source), "-o", str(target)]
        start = time.perf_counter()
        child = subprocess.Popen(command)
        _, status, usage = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - start
        if status:
            raise RuntimeError(f"nlc compile ended with status {status}")
        start = time.perf_counter()
        (Path(folder) / "copy.cnf").write_bytes(target.read_bytes())
        reference = time.perf_counter() - start
        return Figures(seconds, usage.ru_maxrss / 1024, target.stat().st_size, reference)


def main() -> None:
    """Print the measurement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", type=int, nargs="?", default=1000)
    parser.add_argument("cols", type=int, nargs="?", default=1000)
    parser.add_argument("pairs", type=int, nargs="?", default=16)
    args = parser.parse_args()
    found = measure(**vars(args))
    print(
        f"{args.rows}x{args.cols} cells, {args.pairs} pairs: {found.seconds:.1f} s, "
        f"peak {found.megabytes:.0f} MiB, {found.written / 1e6:.0f} MB of DIMACS; "
        f"{found.seconds / found.reference:.0f} times as long as copying the file"
    )


if __name__ == "__main__":
    main()
