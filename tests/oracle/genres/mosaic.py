"""Mosaic: a number counts the shaded cells round it, itself included."""

from __future__ import annotations

from random import Random

from oracle.genres.norinori import answers
from oracle.grid import Answer, Grid, GridGenre, GridPuzzle, some


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether as many cells are shaded as the numbers say."""
    dark = answer["dark"]
    assert isinstance(dark, frozenset)
    return all(
        len(dark & {cell, *puzzle.grid.around(cell)}) == k
        for cell, k in puzzle.numbers("clue").items()
    )


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Shade cells, and count some of them."""
    dark = {c for c in grid.cells if random.random() < 0.5}
    clues = {c: str(len(dark & {c, *grid.around(c)})) for c in grid.cells}
    return GridPuzzle(grid, {"clue": some(random, clues, 0.7)})


GENRE = GridGenre(answers, judge, invent, ("dark",))
