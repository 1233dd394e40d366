#!/usr/bin/env python3
"""Measure hints: paths of generated Numberlinks and Slitherlinks, and of boards of each genre.

    scripts/measure_hints.py                     # 10 boards 10x10 of each of the two, then FILES
    scripts/measure_hints.py --boards 100 --size 8x8
    scripts/measure_hints.py --boards 0 nlc/comparing/suites/genres/*.nl
    scripts/measure_hints.py --genres            # of each stock genre one board, 10x10 or nearly

Each path must lead to the end; a step that does not follow ends the script. Seconds are CPU, of the
whole command's children too.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from tabulate import tabulate

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from support.explained import one_of_each

import nlc
from nlc.process.usage import processor_seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", metavar="FILE", help="puzzles")
    parser.add_argument("--boards", type=int, default=10, help="of each genre (default: 10)")
    parser.add_argument("--size", default="10x10", help="of the boards (default: 10x10)")
    parser.add_argument("--seconds", type=float, default=60.0, help="for each path (default: 60)")
    parser.add_argument("--genres", action="store_true", help="one board of each genre, no others")
    args = parser.parse_args()
    rows = []
    if args.genres:
        rows = [_row(puzzle.title, [puzzle], args.seconds) for puzzle in one_of_each()]
        args.boards, args.files = 0, []
    for genre in ("numberlink", "slitherlink") if args.boards else ():
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "boards.nl"
            command = [sys.executable, "-m", "nlc", "generate", genre, args.size, "--unique"]
            command += ["-n", str(args.boards), "--seed", "1", "-o", str(path)]
            subprocess.run(command, check=True)
            rows.append(_row(f"{genre} {args.size}", nlc.load(path), args.seconds))
    for file in args.files:
        rows.append(_row(Path(file).stem, nlc.load(file), args.seconds))
    headers = ("boards", "n", "ended", "steps", "hardest", "s a hint", "s a path", "worst path")
    print(tabulate(rows, headers, floatfmt=".2f"))


def _row(name: str, puzzles: Iterable[nlc.Puzzle], seconds: float) -> tuple[object, ...]:
    limits = nlc.Limits(seconds=seconds)
    hints, paths, steps, hardest, ended = [], [], [], [], 0
    for puzzle in puzzles:
        before = processor_seconds(own=False)
        nlc.hint(puzzle, limits=limits)
        between = processor_seconds(own=False)
        found = nlc.steps(puzzle, limits=limits)
        hints.append(between - before)
        paths.append(processor_seconds(own=False) - between)
        ended += found.complete and found.status == "steps"
        steps.append(len(found.steps))
        hardest.append(found.hardest)
    middle = statistics.median
    figures = (middle(steps), middle(hardest), middle(hints), middle(paths), max(paths))
    return (name, len(paths), ended, *figures)


if __name__ == "__main__":
    main()
