#!/usr/bin/env python3
"""Play random boards, right and broken, to npm's pzpr and to nlc, and compare what they say.

    python scripts/play_pzpr.py                     # all genres that npm's pzpr has
    python scripts/play_pzpr.py country lits --boards 500 --seed 7

Each board goes there as a URL and as a file with its answer, and what pzpr writes of it is read
again. The first difference ends the run with its files. Needs Node and npm.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from support.pzpr_node import Pzpr, installed
from support.pzpr_play import THERE, invented, is_known, play


def main() -> int:
    """Return 1 if a board is judged in two ways."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("genres", nargs="*", metavar="GENRE", help=", ".join(THERE))
    parser.add_argument("--boards", type=int, default=50, help="of each genre (default: 50)")
    parser.add_argument("--broken", type=int, default=10, help="answers of each (default: 10)")
    parser.add_argument("--seed", type=int, help="default: the time")
    args = parser.parse_args()
    folder = installed()
    if isinstance(folder, str):
        parser.exit(2, f"{folder}\n")
    seed = int(time.time()) if args.seed is None else args.seed
    print(f"seed {seed}")
    pzpr, differences = Pzpr(folder), 0
    for genre in args.genres or THERE:
        random = Random(f"{genre} {seed}")
        counts: Counter[str] = Counter()
        try:
            for puzzle in islice(filter(is_known, invented(genre, random)), args.boards):
                counts += play(pzpr, puzzle, random, args.broken)
            print(f"{genre:12} {counts['right']:6} right {counts['wrong']:6} wrong", flush=True)
        except AssertionError as error:
            differences += 1
            print(f"{genre:12} DIFFERENT", *map(str, error.args), sep="\n", flush=True)
    pzpr.close()
    return bool(differences)


if __name__ == "__main__":
    sys.exit(main())
