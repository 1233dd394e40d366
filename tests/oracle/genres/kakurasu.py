"""Kakurasu: the places of the shaded cells of a line add up to its number."""

from __future__ import annotations

from random import Random

from oracle.genres.norinori import answers
from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, some


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether all sums are met."""
    lines, dark = puzzle.grid.heads, answer["dark"]
    return all(total(lines[head], dark) == k for head, k in puzzle.numbers("total").items())


def total(line: list[Cell], dark: object) -> int:
    """Return the sum of the places of dark cells, from the first cell of the line on."""
    assert isinstance(dark, frozenset)
    return sum(1 + sum(cell) - sum(line[0]) for cell in line if cell in dark)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Shade cells, and tell most of the sums."""
    dark = frozenset(c for c in grid.cells if random.random() < 0.5)
    clues = {head: str(total(line, dark)) for head, line in grid.heads.items()}
    clues = some(random, clues, 0.8)
    if random.random() < 0.1:
        clues[random.choice([*grid.heads])] = "50"
    return GridPuzzle(grid, {"total": clues}, outside=("total",))


GENRE = GridGenre(answers, judge, invent, ("dark",), 9)
