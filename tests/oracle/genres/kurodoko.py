"""Kurodoko: a number counts the cells seen from it, itself included, up to shaded ones."""

from __future__ import annotations

from random import Random

from oracle.genres.norinori import answers
from oracle.grid import STEPS, Answer, Cell, Grid, GridGenre, GridPuzzle, hang_together, some


def seen(grid: Grid, dark: set[Cell] | frozenset[Cell], cell: Cell) -> int:
    """Return how many cells are seen from a cell, itself included."""
    total = 1
    for step in STEPS:
        for other in grid.ray(cell, step):
            if other in dark:
                break
            total += 1
    return total


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the shaded cells obey the rules."""
    dark, grid = answer["dark"], puzzle.grid
    assert isinstance(dark, frozenset)
    if any(a in dark and b in dark for a, b in grid.links):
        return False
    numbers = puzzle.numbers("clue").items()
    if any(cell in dark or seen(grid, dark, cell) != k for cell, k in numbers):
        return False
    if dark & puzzle.givens["unknown"].keys():
        return False
    return hang_together(grid, set(grid.cells) - dark)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Shade cells that do not touch, and number some of the others."""
    dark: set[Cell] = set()
    for cell in random.sample(grid.cells, len(grid.cells) // 3):
        if not dark & set(grid.beside(cell)):
            dark.add(cell)
    clues = {c: str(seen(grid, dark, c)) for c in grid.cells if c not in dark}
    return GridPuzzle(grid, untold(random, some(random, clues)))


def untold(random: Random, clues: dict[Cell, str]) -> dict[str, dict[Cell, str]]:
    """Return clues of which some are not told."""
    unknown = {cell: "true" for cell in clues if random.random() < 0.2}
    told = {cell: clue for cell, clue in clues.items() if cell not in unknown}
    return {"clue": told, "unknown": unknown}


GENRE = GridGenre(answers, judge, invent, ("dark",))
