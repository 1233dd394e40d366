"""Creek: numbers at points count the shaded cells round them; the others are connected."""

from __future__ import annotations

from random import Random

from oracle.genres.norinori import answers
from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, hang_together, some


def _round(grid: Grid, corner: Cell) -> set[Cell]:
    i, j = corner
    return {c for c in [(i - 1, j - 1), (i - 1, j), (i, j - 1), (i, j)] if grid.has(c)}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the shaded cells obey the rules."""
    dark = answer["dark"]
    assert isinstance(dark, frozenset)
    counts = all(
        len(dark & _round(puzzle.grid, corner)) == k for corner, k in puzzle.numbers("clue").items()
    )
    return counts and hang_together(puzzle.grid, set(puzzle.grid.cells) - dark)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Shade cells, and count them at some points."""
    dark = {c for c in grid.cells if random.random() < 0.4}
    corners = sorted({(i + a, j + b) for i, j in grid.cells for a in (0, 1) for b in (0, 1)})
    clues = {corner: str(len(dark & _round(grid, corner))) for corner in corners}
    return GridPuzzle(grid, {"clue": some(random, clues)}, corners=frozenset({"clue"}))


GENRE = GridGenre(answers, judge, invent, ("dark",))
