"""Hitori: shade cells so that no number is twice in a line; none touch; the rest are connected."""

from __future__ import annotations

from random import Random

from oracle.genres.norinori import answers
from oracle.grid import Answer, Grid, GridGenre, GridPuzzle, hang_together


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the shaded cells obey the rules."""
    dark, grid, num = answer["dark"], puzzle.grid, puzzle.givens["num"]
    assert isinstance(dark, frozenset)
    if any(a in dark and b in dark for a, b in grid.links):
        return False
    for line in grid.lines:
        left = [num[c] for c in line if c in num and c not in dark]
        if len(left) > len(set(left)):
            return False
    return hang_together(grid, set(grid.cells) - dark)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Write numbers, a few of them missing."""
    most = max(grid.rows, grid.cols)
    num = {c: str(random.randint(1, most)) for c in grid.cells if random.random() < 0.95}
    return GridPuzzle(grid, {"num": num})


GENRE = GridGenre(answers, judge, invent, ("dark",))
