"""Pfeilzahlen: arrows in the cells of the rim, and numbers that count those that point at them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, some

ARROWS = {
    **dict(zip("↑→↓←", ((-1, 0), (0, 1), (1, 0), (0, -1)), strict=True)),
    **dict(zip("↗↘↙↖", ((-1, 1), (1, 1), (1, -1), (-1, -1)), strict=True)),
}
"""The step of each arrow."""


def inside(grid: Grid) -> set[Cell]:
    """Return the cells that are not in the first or last row or column."""
    rows, cols = {i for i, _ in grid.cells}, {j for _, j in grid.cells}
    return {(i, j) for i, j in grid.cells if 0 < i < max(rows) and 0 < j < max(cols)}


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to draw arrows that point from the rim at a cell within."""
    grid = puzzle.grid
    within, bottom = inside(grid), max(i for i, _ in grid.cells)
    right = max(j for _, j in grid.cells)
    rim = [(i, j) for i, j in grid.cells if (i in (0, bottom)) != (j in (0, right))]
    choices = [
        [arrow for arrow, (di, dj) in ARROWS.items() if (i + di, j + dj) in within] for i, j in rim
    ]
    for chosen in product(*choices):
        yield {"arrow": dict(zip(rim, chosen, strict=True))}


def aimed(grid: Grid, answer: Answer) -> dict[Cell, int]:
    """Return how many arrows point at each cell, holes between them or not."""
    arrows = answer["arrow"]
    assert isinstance(arrows, dict)
    out = dict.fromkeys(grid.cells, 0)
    for (i, j), arrow in arrows.items():
        di, dj = ARROWS[arrow]
        for k in range(1, grid.rows + grid.cols):
            cell = (i + k * di, j + k * dj)
            out |= {cell: out[cell] + 1} if cell in out else {}
    return out


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether all numbers are met, and none stands at the rim."""
    numbers, found = puzzle.numbers("number"), aimed(puzzle.grid, answer)
    return {*numbers} <= inside(puzzle.grid) and all(found[c] == k for c, k in numbers.items())


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw arrows, and tell most of the numbers."""
    right = list(answers(GridPuzzle(grid, {"number": {}})))
    found = aimed(grid, random.choice(right)) if right else {}
    numbers = {c: str(k) for c, k in found.items() if c in inside(grid)}
    numbers = some(random, numbers, 0.7)
    if random.random() < 0.2:
        numbers[random.choice(grid.cells)] = random.choice("013")
    return GridPuzzle(grid, {"number": numbers})


GENRE = GridGenre(answers, judge, invent, ("arrow",), 25)
