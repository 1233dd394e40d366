"""Cave: numbers as in Kurodoko; the shaded cells reach the rim, the others are connected."""

from __future__ import annotations

from random import Random

from oracle.genres.kurodoko import seen, untold
from oracle.genres.norinori import answers
from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, hang_together, parts, some


def _shaped(grid: Grid, dark: frozenset[Cell]) -> bool:
    """Return whether the cave is in one part, and all rock reaches the rim."""
    rim = {c for c in grid.cells if len(grid.around(c)) < 8}
    return hang_together(grid, set(grid.cells) - dark) and all(
        part & rim for part in parts(grid, dark)
    )


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the shaded cells obey the rules."""
    dark, grid = answer["dark"], puzzle.grid
    assert isinstance(dark, frozenset)
    numbers = puzzle.numbers("clue").items()
    if any(cell in dark or seen(grid, dark, cell) != k for cell, k in numbers):
        return False
    return not dark & puzzle.givens["unknown"].keys() and _shaped(grid, dark)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Number some cells of a cave."""
    dark = frozenset[Cell]()
    for _ in range(20):
        tried = frozenset(c for c in grid.cells if random.random() < 0.4)
        if _shaped(grid, tried):
            dark = tried
            break
    clues = {c: str(seen(grid, dark, c)) for c in grid.cells if c not in dark}
    return GridPuzzle(grid, untold(random, some(random, clues)))


GENRE = GridGenre(answers, judge, invent, ("dark",))
