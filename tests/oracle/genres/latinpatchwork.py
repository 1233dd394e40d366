"""Latin Patchwork: rooms of 1 to n, each number equally often in all lines, never beside itself."""

from __future__ import annotations

from itertools import product
from random import Random

from oracle.genres.suguru import answers
from oracle.grid import Answer, Grid, GridGenre, GridPuzzle, some


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether numbers are spread evenly, and differ from their neighbours."""
    number, grid = answer["number"], puzzle.grid
    assert isinstance(number, dict)
    most = max(map(len, puzzle.rooms()))
    if any(len(room) < most for room in puzzle.rooms()):
        return False
    lines = [[number[cell] for cell in line] for line in grid.lines]
    even = all(most * line.count(k) == len(line) for line in lines for k in range(1, most + 1))
    return even and all(number[a] != number[b] for a, b in grid.links)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw rooms of two cells in a row or below each other, and some numbers."""
    room = {}
    wide = grid.cols % 2 == 0
    for i, j in product(range(0, grid.rows, 2), range(0, grid.cols, 2)):
        flat = random.random() < 0.5
        for a, b in product(range(2), repeat=2):
            if grid.has(cell := (i + a, j + b)):
                there = flat if wide and grid.rows % 2 == 0 else wide
                room[cell] = f"k{i}_{j}_{a if there else b}"
    start = random.random() < 0.5
    number = {c: str(1 + (sum(c) + start + (random.random() < 0.02)) % 2) for c in grid.cells}
    return GridPuzzle(grid, {"num": some(random, number, 0.2), "room": room})


GENRE = GridGenre(answers, judge, invent, ("number",), 16)
