#!/usr/bin/env python3
"""Count the clues of made puzzles at each level, and write them into docs/generate.md.

    python scripts/clues_table.py                  # all genres, three puzzles each
    python scripts/clues_table.py masyu akari      # of these; the other rows stay

The table stands between ``<!-- clues -->`` and ``<!-- /clues -->``: clues for each hundred cells,
the median, beside those of eight published boards. *Minimal* is a set of which no orbit can go.
A level whose puzzles take longer than a limit of processor time is left after the first such one.
"""

from __future__ import annotations

import argparse
import re
from itertools import takewhile
from pathlib import Path
from statistics import median

from generate_table import attempts

from nlc.generating.genre import genre
from nlc.generating.shape import blank
from nlc.grading.grade import LEVELS

PAGE = Path(__file__).resolve().parents[1] / "docs" / "generate.md"

PUBLISHED = {
    "akari": (14, 23, 32),
    "binairo": (18, 22, 33),
    "cave": (15, 22, 25),
    "country": (2, 6, 12),
    "creek": (26, 35, 51),
    "detour": (10, 19, 32),
    "hashi": (31, 33, 35),
    "heyawake": (8, 11, 17),
    "kurodoko": (12, 23, 27),
    "masyu": (20, 23, 28),
    "minesweeper": (30, 33, 44),
    "moonsun": (27, 34, 60),
    "mosaic": (25, 48, 52),
    "nurikabe": (7, 11, 17),
    "ripple": (14, 19, 37),
    "shikaku": (15, 20, 22),
    "slitherlink": (36, 41, 52),
    "sudoku": (28, 31, 36),
    "suguru": (19, 42, 52),
    "yajilin": (10, 12, 15),
    "yajilinregions": (12, 22, 34),
    "yinyang": (28, 35, 48),
}
"""Clues for each hundred cells of published boards: the least, the median and the most. Those of
Sudoku are of 9x9 in books."""

SIDES = {"sudoku": 9, "nurikabe": 8, "cave": 8, "yajilinregions": 8}
"""The columns and rows, where they are not ten."""

HEAD = ("genre", "published", "median", "minimal", *LEVELS)


def clues(name: str, options: dict[str, object], args: argparse.Namespace) -> float | None:
    """Return the median number of clues for each hundred cells; None where no puzzle was made."""
    side = SIDES.get(name, 10)
    generator = genre(name).generator(blank("square", side, side), options)
    seeds = range(1, args.count + 1)
    made = takewhile(bool, (attempts(generator, seed, args.timeout) for seed in seeds))
    counts = [int(each.figures["clues"]) for each in made]
    return 100 * median(counts) / side**2 if counts else None


def row(name: str, args: argparse.Namespace) -> str:
    """Return the row of a genre."""
    least, middle, most = PUBLISHED[name]
    found = [clues(name, {"difficulty": "any"}, args)]
    found += [clues(name, {"difficulty": level}, args) for level in LEVELS]
    told = ["–" if each is None else f"{each:.0f}" for each in found]
    return f"| {' | '.join([name, f'{least}–{most}', str(middle), *told])} |"


def main() -> None:
    """Count, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("genres", nargs="*", metavar="GENRE")
    parser.add_argument("--count", type=int, default=3)
    parser.add_argument("--timeout", type=int, default=20, help="processor seconds for a puzzle")
    args = parser.parse_args()
    part = re.compile(r"(<!-- clues -->\n)(.*?)(<!-- /clues -->)", re.DOTALL)
    for name in args.genres or PUBLISHED:
        made = row(name, args)
        print(made, flush=True)
        text = PAGE.read_text(encoding="utf-8")
        found = part.search(text)
        assert found is not None
        rows = {line.split()[1]: line for line in found[2].splitlines()[2:]} | {name: made}
        lines = [f"| {' | '.join(HEAD)} |", "|---" * len(HEAD) + "|"]
        lines += [rows[each] for each in PUBLISHED if each in rows]
        table = "\n".join(lines)
        PAGE.write_text(f"{text[: found.start(2)]}{table}\n{text[found.end(2) :]}")


if __name__ == "__main__":
    main()
