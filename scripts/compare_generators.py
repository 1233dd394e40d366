#!/usr/bin/env python3
"""Measure generators beside those of Simon Tatham's collection, and write the table of results.

    python scripts/compare_generators.py              # ten puzzles a row
    python scripts/compare_generators.py --count 3

Each program makes its puzzles one a run, by turns, nlc with the seeds from 1 on; what is told is
the processor time of the whole program, and of each puzzle how many clues it has and its level by
``nlc grade``. Debian's ``sgt-puzzles`` has the other programs, which are asked for hard levels.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tabulate import tabulate

import nlc
from nlc.board import Sort
from nlc.ir.elaborate.program import elaborate
from nlc.language.wishes import is_room
from nlc.process.usage import processor_seconds

PAGE = Path(__file__).resolve().parents[1] / "docs" / "lab" / "results.md"
START, END = "<!-- generators -->\n", "<!-- /generators -->"

PAIRS = (
    ("slitherlink 10x10", "loopy", "10x10t0dh"),
    ("slitherlink 20x20", "loopy", "20x20t0dh"),
    ("slitherlink 30x30", "loopy", "30x30t0dh"),
    ("masyu 10x10", "pearl", "10x10dt"),
    ("hashi 10x10", "bridges", "10x10i30e10m2d2"),
    ("akari 10x10", "lightup", "10x10b20s2d2"),
    ("kurodoko 10x10", "range", "10x10"),
    ("hitori 10x10", "singles", "10x10dk"),
    ("shikaku 10x10", "rect", "10x10"),
    ("binairo 10x10", "unruly", "10x10udn"),
    ("sudoku 9x9", "solo", "3x3de"),
    ("mosaic 10x10", "mosaic", "10x10"),
)
"""Genre and size; the other program and its parameters."""

GRADED = 100
"""Cells of the largest boards that are graded."""


def main() -> None:
    """Measure, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=10)
    count = parser.parse_args().count
    rows = []
    for words, game, params in PAIRS:
        ours = ["nlc", "generate", *words.split(), "--jobs", "1", "--quiet", "--seed"]
        own, other = [], []
        for seed in range(1, count + 1):
            own.append(run([*ours, str(seed)], ""))
            other.append(run([f"/usr/games/sgt-{game}", "--generate", "1", params], f"{game} "))
        rows.append([words, *told(own), f"`sgt-{game} {params}`", *told(other)])
        print(*rows[-1], sep="\n", flush=True)
    heads = ["puzzle", "median s", "clues", "level", "program", "median s", "clues", "level"]
    table = tabulate(rows, heads, "pipe")
    head, _, rest = PAGE.read_text(encoding="utf-8").partition(START)
    _, _, tail = rest.partition(END)
    PAGE.write_text(f"{head}{START}{table}\n{END}{tail}", encoding="utf-8")


def run(command: Sequence[str], before: str) -> tuple[float, nlc.Puzzle]:
    """Return the processor seconds of a program, and the puzzle that it prints."""
    began = processor_seconds(own=False)
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    spent = processor_seconds(own=False) - began
    (puzzle,) = nlc.loads(before + said, format="tatham" if before else "nl")
    return spent, puzzle


def told(made: Sequence[tuple[float, nlc.Puzzle]]) -> list[str]:
    """Return the median time and number of clues of puzzles, and their most frequent level."""
    seconds = [each for each, _ in made]
    clues = [clues_of(puzzle) for _, puzzle in made]
    small = [puzzle for _, puzzle in made if elaborate(puzzle).board.count(Sort.CELL) <= GRADED]
    levels = Counter(nlc.grade(puzzle).level for puzzle in small)
    return [
        f"{statistics.median(seconds):.2f}",
        f"{statistics.median(clues):g}",
        levels.most_common(1)[0][0] or "–" if levels else "–",
    ]


def clues_of(puzzle: nlc.Puzzle) -> int:
    """Return how many clues a puzzle has, without rooms and blocks."""
    program, given = elaborate(puzzle), puzzle.rules.givens
    names = [name for name, each in given.items() if each.type.kind != "bool" and not is_room(each)]
    return sum(len(program.givens.get(name, ())) for name in names)


if __name__ == "__main__":
    main()
