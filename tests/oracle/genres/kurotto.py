"""Kurotto: a number in a circle is the sum of the sizes of the shaded groups beside it."""

from __future__ import annotations

from random import Random

from oracle.genres.norinori import answers
from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, parts


def sums(grid: Grid, dark: frozenset[Cell], cells: list[Cell]) -> dict[Cell, int]:
    """Return for each cell the sum of the sizes of the groups beside it."""
    groups = parts(grid, dark)
    near = {c: set(grid.beside(c)) for c in cells}
    return {c: sum(len(group) for group in groups if group & near[c]) for c in cells}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the shaded cells obey the rules."""
    dark, numbers = answer["dark"], puzzle.numbers("total")
    assert isinstance(dark, frozenset)
    if dark & (numbers.keys() | puzzle.givens["circle"].keys()):
        return False
    return sums(puzzle.grid, dark, [*numbers]) == numbers


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Put circles beside shaded cells, with the right numbers mostly."""
    dark = frozenset(c for c in grid.cells if random.random() < 0.5)
    left = [c for c in grid.cells if c not in dark and random.random() < 0.7]
    numbers = sums(grid, dark, [c for c in left if random.random() < 0.8])
    wrong = random.random() < 0.15
    return GridPuzzle(
        grid,
        {
            "total": {c: str(k + wrong) for c, k in numbers.items()},
            "circle": {c: "true" for c in left if c not in numbers},
        },
    )


GENRE = GridGenre(answers, judge, invent, ("dark",))
