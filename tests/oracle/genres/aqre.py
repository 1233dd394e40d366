"""Aqre: shaded cells in one part, no four alike in a row, as many in a room as its number says."""

from __future__ import annotations

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
    for cell, k in puzzle.numbers("clue").items():
        if sum(room[c] == room[cell] for c in dark) != k:
            return False
    if puzzle.options["differ"]:
        for a, b in grid.links:
            if puzzle.parted(a, b) and (a in dark) == (b in dark):
                return False
    for cell in grid.cells:
        for step in ((0, 1), (1, 0)):
            four = [cell, *grid.ray(cell, step)][:4]
            if len(four) == 4 and len(dark & set(four)) in (0, 4):
                return False
    return hang_together(grid, dark)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw rooms, and count the cells in some that a shaded group has."""
    room, dark = random_rooms(random, grid, 6), {random.choice(grid.cells)}
    for _ in range(len(grid.cells)):
        cell = random.choice(grid.cells)
        near = dark & set(grid.beside(cell))
        dark |= {cell} if near and (len(near) < 2 or random.random() < 0.3) else set[Cell]()
    clues = {}
    for k in sorted(set(room.values())):
        if random.random() < 0.3:
            cell = random.choice([c for c in room if room[c] == k])
            clues[cell] = str(sum(room[c] == k for c in dark))
    fences = random_fences(random, grid, room)
    options = {"differ": random.random() < 0.3}
    return GridPuzzle(grid, {"clue": clues, "room": room}, options, fences=fences)


GENRE = GridGenre(answers, judge, invent, ("dark",))
