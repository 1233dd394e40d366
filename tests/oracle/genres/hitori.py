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
    """Write numbers, a few of them missing; often most are those of a Latin square."""
    most, change = max(grid.rows, grid.cols), random.choice((0.2, 1))
    num = {}
    for i, j in grid.cells:
        number = random.randint(1, most) if random.random() < change else (i + j) % most + 1
        if random.random() < 0.95:
            num[i, j] = str(number)
    return GridPuzzle(grid, {"num": num})


GENRE = GridGenre(answers, judge, invent, ("dark",))
