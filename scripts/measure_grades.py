#!/usr/bin/env python3
"""Grade boards of published levels, and write the table of docs/explain.md.

    python scripts/measure_grades.py             # 100 boards a level, about five minutes
    python scripts/measure_grades.py --count 20

The boards come from the generators of Simon Tatham's collection (`apt-get install sgt-puzzles`),
whose levels are those of their own solvers.
"""

from __future__ import annotations

import argparse
import subprocess
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

from tabulate import tabulate

import nlc
from nlc.grading.grade import LEVELS, Grade
from nlc.process.pool import Pool
from nlc.process.usage import cores

PAGE = Path(__file__).resolve().parents[1] / "docs" / "explain.md"
START, END = "<!-- grades -->\n", "<!-- /grades -->"

GAMES = {
    "solo": (
        "3x3d",
        {
            "trivial": "t",
            "basic": "b",
            "intermediate": "i",
            "advanced": "a",
            "extreme": "e",
            "unreasonable": "u",
        },
    ),
    "loopy": ("10x10t0d", {"easy": "e", "normal": "n", "tricky": "t", "hard": "h"}),
    "pearl": ("8x8d", {"easy": "e", "tricky": "t"}),
    "lightup": ("10x10b20s2d", {"easy": "0", "tricky": "1", "hard": "2"}),
    "bridges": ("10x10i30e10m2d", {"easy": "0", "medium": "1", "hard": "2"}),
    "unruly": ("8x8d", {"trivial": "t", "easy": "e", "normal": "n"}),
    "singles": ("8x8d", {"easy": "e", "tricky": "k"}),
}
"""The games, with their parameters and what stands for each level."""


def boards(game: str, params: str, count: int) -> list[nlc.Puzzle]:
    """Return boards of a game."""
    command = [f"/usr/games/sgt-{game}", "--generate", str(count), params]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return nlc.loads("".join(f"{game} {line}\n" for line in said.splitlines()))


def order(levels: Sequence[Sequence[Grade]]) -> float:
    """Return which share of the pairs of boards of different levels has the same order."""
    keys = [[(LEVELS.index(g.level), g.score) for g in grades if g.level] for grades in levels]
    pairs = [a < b for one, other in combinations(keys, 2) for a in one for b in other]
    return sum(pairs) / len(pairs)


def main() -> None:
    """Measure, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=100)
    count = parser.parse_args().count
    rows: list[list[object]] = []
    with Pool(cores()) as pool:
        for game, (params, letters) in GAMES.items():
            grades = []
            for letter in letters.values():
                read = boards(game, params + letter, count)
                done = pool.as_completed(nlc.grade, read, ordered=True)
                grades.append([each.future.result() for each in done])
            for name, found in zip(letters, grades, strict=True):
                told = [each.level for each in found]
                agreed = f"{order(grades):.0%}" if found is grades[0] else ""
                rows.append([game if agreed else "", name, *map(told.count, LEVELS), agreed])
    table = tabulate(rows, ["game", "its level", *LEVELS, "order"], tablefmt="pipe")
    head, _, rest = PAGE.read_text().partition(START)
    _, _, tail = rest.partition(END)
    PAGE.write_text(f"{head}{START}{table}\n{END}{tail}")


if __name__ == "__main__":
    main()
