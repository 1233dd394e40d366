"""Holds puzzles that were made from the rules of a genre against the genre's definition.

    python -m fuzzing.made --count 1000 [--seed S] [GENRE …]

The definitions (`oracle.genres`) share no code with the compiler: they look at every answer there
can be, and exactly one has to be right, the one that came with the puzzle.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter, defaultdict
from random import Random

from oracle import genres
from oracle.grid import Grid, GridPuzzle
from support.grids import shown

import nlc

SIZES = ((3, 3), (3, 4), (4, 3), (4, 4))
"""Rows and columns: all answers of larger boards are too many."""

LIMITS = nlc.Limits(seconds=20)
"""No puzzle of some genres fits on the smallest boards."""


def puzzle_of(text: str) -> GridPuzzle:
    """Return a puzzle as its text has it, read without nlc."""
    givens = defaultdict[str, dict[tuple[int, int], str]](dict)
    size: dict[str, tuple[int, int]] = {}
    for name, drawing in re.findall(r"^  board ?(\w*)\n((?:    .*\n)+)  end", text, re.MULTILINE):
        rows = [line.split() for line in drawing.splitlines()]
        size[name] = len(rows), len(rows[0])
        givens[name] = {
            (i, j): token
            for i, row in enumerate(rows)
            for j, token in enumerate(row)
            if token != "."
        }
    for name, value, places in re.findall(
        r"^  mark (\w+)(?: = (\w+))? at (.*);", text, re.MULTILINE
    ):
        for row, col in re.findall(r"r(\d+)c(\d+)", places):
            givens[name][int(row) - 1, int(col) - 1] = value or "true"
    if " is akari {" in text:  # there a number stands on a block
        givens["block"] |= dict.fromkeys(givens["clue"], "true")
    least = min(size.values())
    corners = frozenset(name for name, each in size.items() if each != least)
    return GridPuzzle(Grid(*least), givens, _options(text), corners)


def _options(text: str) -> dict[str, object]:
    found = re.findall(r"^  set (\w+) = (\w+);", text, re.MULTILINE)
    return {name: value == "true" if value in ("true", "false") else value for name, value in found}


def check(name: str, size: tuple[int, int], seed: int) -> bool:
    """Make a puzzle, and look at all answers; return whether one was made.

    Raises:
        AssertionError: another number of answers is right than the one that came with it.
    """
    genre = genres.get(name)
    grid = size if size[0] * size[1] <= max(genre.most_cells, 16) else (3, 4)
    words = f"{grid[1]}x{grid[0]}"
    try:
        every = nlc.generate(name, words, seed=seed, method="open", jobs=1, limits=LIMITS)
        made = next(every, None)
    except nlc.InputError as error:
        assert "square" in str(error) or "rows" in str(error), error
        return False
    if made is None:
        return False
    right = [shown(each, genre.variables) for each in genre.solutions(puzzle_of(made.text))]
    assert right == [shown(made.solution.to_json(), genre.variables)], made.text
    return True


def main() -> int:
    """Make and check puzzles, and print how many of each genre."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("genres", nargs="*", default=[])
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    names, checked = args.genres or genres.names(), Counter[str]()
    for number in range(args.count):
        random = Random(f"{args.seed} {number}")
        name = names[number % len(names)]
        checked[name] += check(name, random.choice(SIZES), random.randrange(10**6))
    print(f"{checked.total()} puzzles have the one right answer that came with them:")
    print(", ".join(f"{name} {count}" for name, count in checked.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
