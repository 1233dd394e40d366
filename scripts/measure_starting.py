#!/usr/bin/env python3
"""How long whole processes take, from the shell's call to the exit, and what they import."""

from __future__ import annotations

import argparse
import compileall
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from tempfile import TemporaryDirectory

from msgspec import Struct

import nlc
from nlc.comparing.puzzles import random_puzzle

BASE = "python -c pass"


class Row(Struct, frozen=True):
    """One command.

    Attributes:
        seconds: median wall-clock time.
        least: the least.
        cpu: median processor time, of user and system.
        ratio: the median time over that of an empty Python program.
        other: the median, over all turns, of the processor time over that of the other nlc in the
            same turn; None where there is none.
    """

    command: str
    seconds: float
    least: float
    cpu: float
    ratio: float
    other: float | None


def measure(repeat: int, other: str | None = None) -> list[Row]:
    """Time commands in turn, after one run of each that is not counted.

    Args:
        repeat: counted runs of each command.
        other: the Python of another nlc, whose commands are run in the same turns.
    """
    for folder in nlc.__path__:  # a comparison is fair only if both are compiled
        compileall.compile_dir(folder, quiet=2)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "board.nl"
        path.write_text(random_puzzle(10, 8, 1))
        commands = {
            BASE: ["-c", "pass"],
            "python -c 'import numpy'": ["-c", "import numpy"],
            "python -c 'import nlc'": ["-c", "import nlc"],
            "nlc --help": ["-m", "nlc", "--help"],
            "nlc run, 10x10, default solver": ["-m", "nlc", "run", str(path)],
        }
        pythons = [sys.executable] if other is None else [sys.executable, other]
        times: dict[str, list[list[tuple[float, float]]]] = {name: [] for name in commands}
        for turn in range(repeat + 1):
            for name, command in commands.items():
                pair = [_seconds([python, *command], folder) for python in pythons]
                if turn:
                    times[name].append(pair)
    base = median(pair[0][0] for pair in times[BASE])
    rows = []
    for name, pairs in times.items():
        walls = [pair[0][0] for pair in pairs]
        wall, cpu = median(walls), median(pair[0][1] for pair in pairs)
        ratio = None if other is None else median(pair[0][1] / pair[1][1] for pair in pairs)
        rows.append(Row(name, wall, min(walls), cpu, wall / base, ratio))
    return rows


def modules(path: str) -> tuple[int, int]:
    """Return how many modules of nlc, and how many others, a run of a file of puzzles imports.

    Those of the solver's process count, too.
    """
    command = [sys.executable, "-v", "-m", "nlc", "run", path]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stderr
    names = set(re.findall(r"^import '([\w.]+)'", told, re.MULTILINE))
    own = sum(name.partition(".")[0] == "nlc" for name in names)
    return own, len(names) - own


def _seconds(command: Sequence[str], folder: str) -> tuple[float, float]:
    """Return the wall-clock time and the processor time of a command."""
    before, start = getrusage(RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(
        command, check=True, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL, cwd=folder
    )
    seconds, after = time.perf_counter() - start, getrusage(RUSAGE_CHILDREN)
    return seconds, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main() -> None:
    """Print the measurement as a table."""
    from tabulate import tabulate

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=15, help="counted runs of each command")
    parser.add_argument("--other", metavar="PYTHON", help="compare with the nlc of this Python")
    parser.add_argument("--count", metavar="FILE", help="count the modules that running it imports")
    args = parser.parse_args()
    if args.count:
        own, others = modules(args.count)
        print(f"{own} modules of nlc, {others} others")
        return
    found = measure(args.repeat, args.other)
    rows = [(r.command, r.seconds, r.least, r.cpu, r.ratio, r.other) for r in found]
    headers = ["command", "median s", "least s", "CPU s", "time / empty Python", "CPU / other's"]
    print(tabulate(rows, headers, floatfmt=("", ".3f", ".3f", ".3f", ".1f", ".2f")))


if __name__ == "__main__":
    main()
