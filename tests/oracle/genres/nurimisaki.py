"""Nurimisaki: land in one part, without squares of land or of shade; circles are just its cells
with one neighbour of the land, and see as many cells as they say."""

from __future__ import annotations

from random import Random

from oracle.genres.norinori import answers
from oracle.grid import STEPS, Answer, Cell, Grid, GridGenre, GridPuzzle, hang_together


def seen(grid: Grid, dark: frozenset[Cell], cell: Cell) -> int:
    """Return how many unshaded cells are seen from one, itself included."""
    count = 1
    for step in STEPS:
        for place in grid.ray(cell, step):
            if place in dark:
                break
            count += 1
    return count


def capes(grid: Grid, dark: frozenset[Cell]) -> set[Cell]:
    """Return the unshaded cells with one unshaded neighbour."""
    land = set(grid.cells) - dark
    return {c for c in land if len(land & set(grid.beside(c))) == 1}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the shaded cells obey the rules."""
    dark, grid = answer["dark"], puzzle.grid
    assert isinstance(dark, frozenset)
    if capes(grid, dark) != puzzle.givens["size"].keys() | puzzle.givens["cape"].keys():
        return False
    if any(len(dark & set(block)) in (0, 4) for block in grid.blocks):
        return False
    told = all(seen(grid, dark, cell) == k for cell, k in puzzle.numbers("size").items())
    return told and hang_together(grid, set(grid.cells) - dark)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Mark the capes of a board, mostly one that is right, and number some of them."""
    for _ in range(60):
        dark = frozenset(c for c in grid.cells if random.random() < 0.4)
        cape = dict.fromkeys(sorted(capes(grid, dark)), "true")
        if judge(GridPuzzle(grid, {"size": {}, "cape": cape}), {"dark": dark}):
            break
    size = {c: str(seen(grid, dark, c)) for c in cape if random.random() < 0.5}
    if random.random() < 0.1:
        size = {c: str(random.randint(2, 4)) for c in size}
    return GridPuzzle(grid, {"size": size, "cape": {c: "true" for c in cape if c not in size}})


GENRE = GridGenre(answers, judge, invent, ("dark",))
