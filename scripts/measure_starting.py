#!/usr/bin/env python3
"""How long whole processes take, from the shell's call to the exit."""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from nlc.compare.puzzles import random_puzzle
from nlc.dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One command.

    Attributes:
        seconds: median wall-clock time.
        least: the least.
        ratio: the median over that of an empty Python program.
    """

    command: str
    seconds: float
    least: float
    ratio: float


def measure(repeat: int) -> list[Row]:
    """Time commands in turn, after one run of each that is not counted.

    Args:
        repeat: counted runs of each command.
    """
    with TemporaryDirectory() as folder:
        path = Path(folder) / "board.nl"
        path.write_text(random_puzzle(10, 8, 1))
        nlc = [sys.executable, "-m", "nlc"]
        commands = {
            "python -c pass": [sys.executable, "-c", "pass"],
            "python -c 'import numpy'": [sys.executable, "-c", "import numpy"],
            "nlc --help": [*nlc, "--help"],
            "nlc run, 10x10, default solver": [*nlc, "run", str(path)],
        }
        times: dict[str, list[float]] = {name: [] for name in commands}
        for turn in range(repeat + 1):
            for name, command in commands.items():
                seconds = _seconds(command)
                if turn:
                    times[name].append(seconds)
    base = median(times["python -c pass"])
    return [
        Row(name, median(found), min(found), median(found) / base) for name, found in times.items()
    ]


def _seconds(command: Sequence[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    return time.perf_counter() - start


def main() -> None:
    """Print the measurement as a table."""
    from tabulate import tabulate

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=15, help="counted runs of each command")
    found = measure(**vars(parser.parse_args()))
    rows = [(r.command, r.seconds, r.least, r.ratio) for r in found]
    headers = ["command", "median s", "least s", "time / empty Python"]
    print(tabulate(rows, headers, floatfmt=("", ".3f", ".3f", ".1f")))


if __name__ == "__main__":
    main()
