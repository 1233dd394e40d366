"""Ayeheya: a Heyawake in whose rooms the shaded cells are the same after half a turn."""

from __future__ import annotations

from random import Random

from oracle.genres import heyawake
from oracle.genres.norinori import answers
from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, random_fences


def turned(room: list[Cell], cell: Cell) -> Cell:
    """Return where half a turn of a room takes one of its cells."""
    rows, cols = zip(*room, strict=True)
    return min(rows) + max(rows) - cell[0], min(cols) + max(cols) - cell[1]


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the shaded cells obey the rules."""
    dark = answer["dark"]
    assert isinstance(dark, frozenset)
    even = all(
        (c in dark) == (turned(room, c) in dark) for room in puzzle.rooms() for c in sorted(room)
    )
    return even and heyawake.judge(puzzle, answer)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw rooms that are the same after half a turn, and count the shades that some may have."""
    room: dict[Cell, str] = {}
    for cell in grid.cells:
        if cell not in room:
            name = chr(ord("a") + len(set(room.values())))
            room |= dict.fromkeys(_grown(random, grid, cell, room), name)
    fences = random_fences(random, grid, room)
    blank = GridPuzzle(grid, {"clue": {}, "room": room}, fences=fences)
    right = [answer for answer in answers(blank) if judge(blank, answer)]
    dark, clue = random.choice(right)["dark"] if right else frozenset(), {}
    assert isinstance(dark, frozenset)
    for k in sorted(set(room.values())):
        if random.random() < 0.3:
            cell = random.choice([c for c in room if room[c] == k])
            clue[cell] = str(sum(room[c] == k for c in dark))
    return GridPuzzle(grid, {"clue": clue, "room": room}, fences=fences)


def _grown(random: Random, grid: Grid, corner: Cell, taken: dict[Cell, str]) -> list[Cell]:
    """Return a free rectangle from a corner, at times without two opposite corners."""
    i, j = corner
    sizes = [(a, b) for a in range(1, 4) for b in range(1, 4)]
    for rows, cols in random.sample(sizes, len(sizes)):
        area = [(i + a, j + b) for a in range(rows) for b in range(cols)]
        if all(grid.has(c) and c not in taken for c in area):
            cut = {area[cols - 1], area[-cols]} if rows > 1 and cols > 2 else set[Cell]()
            return [c for c in area if c not in cut] if random.random() < 0.5 else area
    return [corner]


GENRE = GridGenre(answers, judge, invent, ("dark",))
