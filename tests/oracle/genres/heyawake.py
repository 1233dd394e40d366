"""Heyawake: shaded cells as rooms count them, none touching, the others in one part, no straight
run of them over two borders."""

from __future__ import annotations

import itertools
from random import Random

from oracle.genres.norinori import answers
from oracle.grid import (
    Answer,
    Cell,
    Grid,
    GridGenre,
    GridPuzzle,
    hang_together,
    random_fences,
    random_rooms,
)


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the shaded cells obey the rules."""
    dark, grid, room = answer["dark"], puzzle.grid, puzzle.givens["room"]
    assert isinstance(dark, frozenset)
    if any(a in dark and b in dark for a, b in grid.links):
        return False
    for cell, k in puzzle.numbers("clue").items():
        if sum(room[c] == room[cell] for c in dark) != k:
            return False
    for line in grid.lines:
        run: list[Cell] = []
        for cell in line:
            beside = not run or run[-1] in grid.beside(cell)
            run = [] if cell in dark else [*run, cell] if beside else [cell]
            crossed = sum(puzzle.parted(a, b) for a, b in itertools.pairwise(run))
            if crossed > 1:
                return False
    return hang_together(grid, set(grid.cells) - dark)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw rooms, and shade cells to count some of them."""
    room = random_rooms(random, grid, 6)
    dark: set[Cell] = set()
    for cell in random.sample(grid.cells, len(grid.cells)):
        if not dark & set(grid.beside(cell)) and random.random() < 0.6:
            dark.add(cell)
    clues = {}
    for k in sorted(set(room.values())):
        if random.random() < 0.3:
            cell = random.choice([c for c in room if room[c] == k])
            clues[cell] = str(sum(room[c] == k for c in dark))
    fences = random_fences(random, grid, room)
    return GridPuzzle(grid, {"clue": clues, "room": room}, fences=fences)


GENRE = GridGenre(answers, judge, invent, ("dark",))
