#!/usr/bin/env python3
"""Grade boards of published levels, and write the table of docs/explain.md.

    python scripts/measure_grades.py              # eight boards a level
    python scripts/measure_grades.py loopy keen   # of these games; the other rows stay

*Order* is the share of pairs of boards of different levels with the same order by level and score.
Of games with three levels or more it should be 90 of 100, and no board of the middle level (of the
lower one of two) is `expert`; where that is missed, it is printed.
The boards come from the generators of Simon Tatham's collection (`apt-get install sgt-puzzles`),
always the same, whose levels are those of their own solvers.
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
GOAL, SEED = 0.9, 1
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
    "unequal": ("5d", {"trivial": "t", "easy": "e", "tricky": "k", "extreme": "x"}),
    "keen": ("5d", {"easy": "e", "normal": "n", "hard": "h", "extreme": "x"}),
    "towers": ("5d", {"easy": "e", "hard": "h", "extreme": "x", "unreasonable": "u"}),
    "map": ("15x10n20d", {"easy": "e", "normal": "n", "hard": "h"}),
    "dominosa": ("5d", {"trivial": "t", "basic": "b", "hard": "h", "extreme": "e"}),
    "undead": ("4x4d", {"easy": "e", "normal": "n", "tricky": "t"}),
    "tracks": ("8x8d", {"easy": "e", "tricky": "t", "hard": "h"}),
    "singles": ("8x8d", {"easy": "e", "tricky": "k"}),
}
"""The games, with their parameters and what stands for each level."""


def boards(game: str, params: str, count: int) -> list[nlc.Puzzle]:
    """Return boards of a game."""
    command = [f"/usr/games/sgt-{game}", "--generate", str(count), f"{params}#{SEED}"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return nlc.loads("".join(f"{game} {line}\n" for line in said.splitlines()))


def order(levels: Sequence[Sequence[Grade]]) -> float:
    """Return which share of the pairs of boards of different levels has the same order."""
    keys = [[(LEVELS.index(g.level), g.score) for g in grades if g.level] for grades in levels]
    pairs = [a < b for one, other in combinations(keys, 2) for a in one for b in other]
    return sum(pairs) / len(pairs)


def rows_of(game: str, count: int, pool: Pool) -> list[list[object]]:
    """Grade boards of each level of a game, and return the rows of the table."""
    params, letters = GAMES[game]
    grades = []
    for letter in letters.values():
        done = pool.as_completed(nlc.grade, boards(game, params + letter, count), ordered=True)
        grades.append([each.future.result() for each in done])
    share = order(grades)
    told = [[each.level for each in found] for found in grades]
    middle = (len(told) - 1) // 2
    if len(told) > 2 and (share < GOAL or "expert" in told[middle]):
        hard = told[middle].count("expert")
        print(f"{game}: {share:.0%} in order, {hard} of {[*letters][middle]} expert")
    heads = [(game, f"{share:.0%}"), *[("", "")] * len(told)]
    rows = zip(heads, letters, told, strict=False)
    return [[head, name, *map(found.count, LEVELS), ends] for (head, ends), name, found in rows]


def main() -> None:
    """Measure, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--count", type=int, default=8)
    args = parser.parse_args()
    head, _, rest = PAGE.read_text().partition(START)
    table, _, tail = rest.partition(END)
    known: dict[str, list[list[object]]] = {}
    for line in table.splitlines()[2:]:
        cells: list[object] = [cell.strip() for cell in line.strip("|").split("|")]
        known.setdefault(str(cells[0]) or [*known][-1], []).append(cells)
    with Pool(cores()) as pool:
        for game in args.games or GAMES:
            known[game] = rows_of(game, args.count, pool)
            rows = [row for name in GAMES for row in known.get(name, ())]
            titles = ["game", "its level", *LEVELS, "order"]
            written = tabulate(rows, titles, tablefmt="pipe")
            PAGE.write_text(f"{head}{START}{written}\n{END}{tail}")


if __name__ == "__main__":
    main()
