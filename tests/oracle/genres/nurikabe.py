"""Nurikabe: islands of given sizes in a sea in one part, without two by two of sea."""

from __future__ import annotations

from random import Random

from oracle.genres.norinori import answers
from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, hang_together, parts


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether islands and sea obey the rules."""
    dark, grid = answer["dark"], puzzle.grid
    assert isinstance(dark, frozenset)
    size = {**puzzle.givens["isle"], **puzzle.givens["size"]}
    for island in parts(grid, set(grid.cells) - dark):
        numbers = [size[c] for c in island if c in size]
        if len(numbers) != 1 or numbers[0] not in ("true", str(len(island))):
            return False
    lone = not any(c in dark for c in size)
    return (
        lone and hang_together(grid, dark) and not any(set(block) <= dark for block in grid.blocks)
    )


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Number the islands of a board, mostly one without a square of sea."""
    for _ in range(40):
        dark = {c for c in grid.cells if random.random() < 0.6}
        square = any(set(block) <= dark for block in grid.blocks)
        if not square and hang_together(grid, dark):
            break
    size, isle = dict[Cell, str](), dict[Cell, str]()
    for island in parts(grid, set(grid.cells) - dark):
        cell = random.choice(sorted(island))
        if random.random() < 0.2:
            isle[cell] = "true"
        else:
            size[cell] = str(len(island))
    if len(size) > 1 and random.random() < 0.1:
        size.popitem()
    return GridPuzzle(grid, {"size": size, "isle": isle})


GENRE = GridGenre(answers, judge, invent, ("dark",))
