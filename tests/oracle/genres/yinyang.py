"""Yin-Yang: two colours, each in one part, no two by two of one colour."""

from __future__ import annotations

from random import Random

from oracle.genres.norinori import answers
from oracle.grid import Answer, Grid, GridGenre, GridPuzzle, hang_together, some


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether both colours obey the rules."""
    dark = answer["dark"]
    assert isinstance(dark, frozenset)
    light = set(puzzle.grid.cells) - dark
    stones = all((cell in dark) == (s == "b") for cell, s in puzzle.givens["stone"].items())
    mixed = all(0 < len(dark & set(block)) < 4 for block in puzzle.grid.blocks)
    return (
        stones and mixed and hang_together(puzzle.grid, dark) and hang_together(puzzle.grid, light)
    )


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Lay stones by a board that is right, or anywhere."""
    blank = GridPuzzle(grid, {"stone": {}})
    right = [a["dark"] for a in answers(blank) if judge(blank, a)]
    dark = random.choice(right) if right and random.random() < 0.9 else set(grid.cells[::2])
    assert isinstance(dark, (set, frozenset))
    stones = {c: "b" if c in dark else "w" for c in grid.cells}
    return GridPuzzle(grid, {"stone": some(random, stones)})


GENRE = GridGenre(answers, judge, invent, ("dark",))
