#!/usr/bin/env python3
"""Make the boards of the suite `genres`: some puzzles with one solution of every genre.

    python scripts/make_genre_boards.py                  # all genres
    python scripts/make_genre_boards.py heyawake lits    # some

Where Simon Tatham's collection has a genre, its generator makes them (Debian's `sgt-puzzles`).
`nlc generate` makes those of all other genres, as far as it comes within a minute each.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import nlc
from nlc.language.catalogue import describe
from nlc.language.files import stock_genres

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "nlc" / "comparing" / "suites" / "genres"

COUNT = 3
"""Boards of each size."""

SGT: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "akari": ("lightup", ("10x10b20s4d2", "14x14b20s4d2")),
    "binairo": ("unruly", ("10x10dn", "14x14dn")),
    "hashi": ("bridges", ("10x10i30e10m2d2", "15x15i30e10m2d2")),
    "hitori": ("singles", ("10x10dk", "12x12dk")),
    "kurodoko": ("range", ("9x9", "13x13")),
    "masyu": ("pearl", ("10x10dt", "12x12dt")),
    "mosaic": ("mosaic", ("10x10", "15x15")),
    "shikaku": ("rect", ("10x10", "15x15")),
    "sudoku": ("solo", ("3x3di", "4x4dt")),
}
"""Program and parameters of the boards that are taken from the collection."""

SIZES: Mapping[str, tuple[str, ...]] = {
    "cave": ("8x8", "10x10"),
    "doubleback": ("6x6", "8x8"),
    "easyasabc": ("5x5", "6x6"),
    "eulero": ("4x4", "5x5"),
    "futoshiki": ("5x5", "7x7"),
    "kenken": ("5x5", "6x6"),
    "killer": ("6x6", "9x9"),
    "lits": ("6x6", "7x7"),
    "skyscrapers": ("5x5", "6x6"),
    "sudokus": ("6x6", "9x9"),
}
"""Of the boards that `nlc generate` makes, where they are not 8x8 and 10x10."""

SECONDS = 60
"""For each board that `nlc generate` makes."""


def tatham(program: str, params: str, count: int) -> list[nlc.Puzzle]:
    """Return boards of a program of Simon Tatham's collection."""
    command = [f"/usr/games/sgt-{program}", "--generate", str(count), params]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return nlc.loads("".join(f"{program} {line}\n" for line in said.splitlines()))


def boards(genre: str) -> Iterator[nlc.Puzzle]:
    """Yield the boards of a genre; of those that `nlc generate` makes, its own example first."""
    if genre in SGT:
        program, params = SGT[genre]
        for param in params:
            yield from tatham(program, param, COUNT)
        return
    (told,) = [each for each in describe(genre) if each.name == genre]
    yield from nlc.loads(told.example) if told.example else []
    for size in SIZES.get(genre, ("8x8", "10x10")):
        for seed in range(1, COUNT):
            limits = nlc.Limits(seconds=SECONDS)
            try:
                yield from (
                    each.puzzle for each in nlc.generate(genre, size, seed=seed, limits=limits)
                )
            except nlc.Error as error:
                print(genre, size, seed, error, file=sys.stderr)


def main() -> int:
    """Run the command and return the exit status."""
    for genre in sys.argv[1:] or stock_genres():
        source = f"made by sgt-{SGT[genre][0]}" if genre in SGT else "made by the script"
        texts = [f"// Boards with one solution, {source}: scripts/make_genre_boards.py\n"]
        for number, puzzle in enumerate(boards(genre), 1):
            board = nlc.elaborate(puzzle).board
            title = f'puzzle "{genre} {board.cols}x{board.rows}, {number}"'
            texts.append(re.sub(r'^puzzle "[^"]*"', title, puzzle.to("nl"), flags=re.MULTILINE))
            (FOLDER / f"{genre}.nl").write_text("\n".join(texts), encoding="utf-8")
        print(genre, len(texts) - 1, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
