"""Ripple Effect: a room of n cells holds 1 to n; between two equal numbers k in a line lie at least
k cells."""

from __future__ import annotations

from oracle.genres.suguru import answers, invent
from oracle.grid import STEPS, Answer, GridGenre, GridPuzzle


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether equal numbers lie far enough from each other."""
    number, grid = answer["number"], puzzle.grid
    assert isinstance(number, dict)
    return all(
        number[d] != number[c]
        for c in grid.cells
        for i, j in STEPS
        for k in range(1, number[c] + 1)
        if grid.has(d := (c[0] + k * i, c[1] + k * j))
    )


GENRE = GridGenre(answers, judge, invent, ("number",), 9)
