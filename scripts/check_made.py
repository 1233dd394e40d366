#!/usr/bin/env python3
"""Hold puzzles that nlc makes to engines that share no code with it: are they unique?

    python scripts/check_made.py                          # five of each genre
    python scripts/check_made.py lits tents --count 10 --size 6x6 --seed 3

Google's CP-SAT looks for a second solution of each, or, where it does not decide, MiniSat by other
encodings; npm's pzpr, of the genres that it has, judges the solution and answers broken by one
element. It prints a row a genre; a puzzle that is not unique, or judged in two ways, ends with
exit code 1.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from support.pzpr_node import Pzpr, installed
from support.pzpr_play import THERE, is_known, play

import nlc
from nlc.language.files import stock_genres

OTHER = "domains=direct,cardinality=totalizer,acyclic=order-binary,passes=none"
"""Encodings of which the default chooses none."""


SIZES = {
    **dict.fromkeys(("gappy", "killer", "sudoku", "sudokus"), "9x9"),
    **dict.fromkeys(("battleships", "latinpatchwork", "statuepark"), "8x8"),
    "dominosa": "7x6",
    "grandtour": "7x7",
    **dict.fromkeys(
        ("eulero", "fillomino", "firefly", "latinrenban", "renban", "skyscrapers"), "5x5"
    ),
    **dict.fromkeys(("araf", "patchwork", "sashigane", "yajikazu"), "4x4"),
}
"""Of puzzles whose rules want others than 6x6, or that take long there."""


def judge(puzzle: nlc.Puzzle, seconds: float) -> str:
    """Return ``cpsat`` or ``minisat``, which found a puzzle unique, ``several``, or ``open``."""
    for name, encoding in (("cpsat", None), ("minisat", OTHER)):
        options = {"encoding": encoding} if encoding else {}
        try:
            unique = nlc.unique(puzzle, solver=name, seconds=seconds, **options)
        except nlc.Error:  # it has not decided, or does not know a word
            continue
        return name if unique else "several"
    return "open"


def main() -> int:
    """Return 1 if a puzzle is found not to be unique, or is judged in two ways."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("genres", nargs="*", metavar="GENRE", help="default: all")
    parser.add_argument("--count", type=int, default=5, help="of each genre (default: 5)")
    parser.add_argument("--size", help="default: 6x6, of some genres more")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=30, help="for each genre and verdict")
    args = parser.parse_args()
    folder = installed()
    if isinstance(folder, str):
        parser.exit(2, f"{folder}\n")
    pzpr, total = Pzpr(folder), Counter[str]()
    for genre in args.genres or stock_genres():
        counts, told, random = Counter[str](), "", Random(f"{genre} {args.seed}")
        size = args.size or SIZES.get(genre, "6x6")
        options = {} if genre == "slitherlink" else {"unique": True}  # those are always
        try:
            made = nlc.generate(
                genre, size, count=args.count, seed=args.seed, seconds=args.seconds, **options
            )
            for each in made:
                counts["made"] += 1
                counts[judge(each.puzzle, args.seconds)] += 1
                if genre in THERE and is_known(each.puzzle):
                    counts["pzpr"] += bool(play(pzpr, each.puzzle, random, 5))
        except nlc.Error as error:
            told = str(error).splitlines()[0][:60]
        except AssertionError as error:
            counts["different"] += 1
            told = str(error)[:60]
        total += counts
        row = "  ".join(f"{kind} {n}" for kind, n in counts.items())
        print(f"{genre:16} {row}  {told}", flush=True)
    pzpr.close()
    print(f"{'in all':16} {'  '.join(f'{kind} {n}' for kind, n in total.items())}")
    return bool(total["several"] + total["different"])


if __name__ == "__main__":
    sys.exit(main())
