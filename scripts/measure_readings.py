#!/usr/bin/env python3
"""What stricter readings bring: boards that need not be full, asked plainly and by default."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from nlc.comparing.measure import spent_by_children

SIZES = ("10x10", "15x15", "17x17", "20x20", "25x25", "36x20")
WAYS = (("--plain",), (), ("--solver", "kissat", "--plain"), ("--solver", "kissat"))


def main() -> None:
    """Make boards whose solutions fill them, and print a row for each way of solving."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=3, help="of each size")
    parser.add_argument("--timeout", type=float, default=5.0, help="seconds for each")
    args = parser.parse_args()
    print("| `nlc run` with | solved | CPU in all, s | median, s | worst, s |")
    print("|---|---|---|---|---|")
    with TemporaryDirectory() as folder:
        files = [make(Path(folder), size, args.boards) for size in SIZES]
        totals = [measure(way, files, args.timeout) for way in WAYS]
    print(f"by default {totals[0] / totals[1]:.1f} times as fast, with Kissat", end=" ")
    print(f"{totals[2] / totals[3]:.1f} times (limits count as the time of a board)")


def make(folder: Path, size: str, boards: int) -> Path:
    """Return a file of boards of one size without the options that they were made by."""
    path = folder / f"{size}.nl"
    words = ["generate", "numberlink", size, "--seed", "7", "-n", str(boards)]
    run([*words, "--set", "touch=false", "--quiet", "-o", str(path)])
    text = path.read_text().replace("set touch = false;", "set touch = false; set cover = false;")
    path.write_text(text)
    return path


def measure(way: tuple[str, ...], files: list[Path], timeout: float) -> float:
    """Solve all boards one by one, print the row, and return the CPU seconds."""
    took, solved = [], 0
    before = spent_by_children()
    for path in files:
        words = ["--jobs", "1", "--timeout", str(timeout), "--format", "json", *way, str(path)]
        for line in run(["run", *words]).splitlines():
            told = json.loads(line)
            took.append(told["seconds"]["total"])
            solved += told["status"] == "SATISFIABLE"
    cpu = spent_by_children() - before
    figures = f"{cpu:.1f} | {median(took):.2f} | {max(took):.2f}"
    print(f"| `{' '.join(way) or 'nothing'}` | {solved} of {len(took)} | {figures} |", flush=True)
    return cpu


def run(words: list[str]) -> str:
    """Return the output of a command of nlc."""
    started = time.perf_counter()
    done = subprocess.run([sys.executable, "-m", "nlc", *words], capture_output=True, text=True)
    if done.returncode not in (0, 3):
        raise RuntimeError(f"{done.stderr}\nafter {time.perf_counter() - started:.1f} s")
    return done.stdout


if __name__ == "__main__":
    main()
