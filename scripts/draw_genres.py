#!/usr/bin/env python3
"""Print a small puzzle with one solution of every genre that the brute force knows.

python scripts/draw_genres.py > fixtures/genres.nl
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from oracle import genres
from oracle.grid import Grid
from support.grids import written

import nlc

HEAD = "// A small puzzle of every genre, with one solution; scripts/draw_genres.py drew them."

TRIES = 400


def drawn(name: str) -> str | None:
    """Return a puzzle with one solution, as large as is easily found."""
    genre = genres.get(name)
    for size in ((4, 4), (3, 4), (3, 3)):
        random = Random(f"{name} {size}")
        for _ in range(TRIES):
            text = written(name, genre.invent(random, Grid(*size))).replace(
                f'"{name} 1"', f'"{name}"'
            )
            (puzzle,) = nlc.loads(text)
            try:
                if nlc.unique(puzzle):
                    return text
            except nlc.InputError:
                continue
    return None


def main() -> int:
    """Run the command and return the exit status."""
    found = {name: drawn(name) for name in genres.names()}
    print("\n".join([HEAD, "", *(text for text in found.values() if text)]).rstrip())
    missing = [name for name, text in found.items() if not text]
    if missing:
        print("found none of:", *missing, file=sys.stderr)
    return int(bool(missing))


if __name__ == "__main__":
    sys.exit(main())
