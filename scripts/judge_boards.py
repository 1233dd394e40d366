#!/usr/bin/env python3
"""Hold the evaluator of the page to nlc's on drawings of all genres, and tell where they differ.

    python scripts/judge_boards.py                 # a thousand drawings, 1 to 100 cells each
    python scripts/judge_boards.py 300 --seed 7    # others

Right, partial, broken and contradictory ones, of the example of each genre and of fixtures/. The
exit status is 1 where a verdict, a rule, a place or a finished clue differs.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from support.judged import differing, judged  # noqa: E402

import nlc  # noqa: E402
from nlc.errors import Source, UserError  # noqa: E402
from nlc.language.resolve import Puzzle  # noqa: E402
from nlc.loading import parse_puzzles  # noqa: E402


def puzzles() -> list[Puzzle]:
    """Return the examples of the stock genres, and small puzzles of many of them."""
    out: list[Puzzle] = []
    for path in sorted((ROOT / "nlc" / "grammar").glob("*.nl")):
        out += parse_puzzles(Source(str(path), path.read_text()), "nl", examples="all")[0][:1]
    return [*out, *nlc.load(str(ROOT / "fixtures" / "genres.nl"))]


def main() -> int:
    """Judge drawings, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("count", type=int, nargs="?", default=1000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    found = puzzles()
    each = max(3, -(-args.count // len(found)))
    begun, done, wrong = time.monotonic(), 0, list[str]()
    for puzzle in found:
        try:
            boards = judged(puzzle, each, args.seed)
        except UserError as error:
            print(f"{puzzle.title} is not judged: {error}")
            continue
        done += len(boards[1])
        wrong += differing([boards])[0]
        print(f"\r{done} drawings, {len(wrong)} differ", end="", flush=True)
    print(f" ({time.monotonic() - begun:.0f} s)", *wrong, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
