"""Minesweeper: a number counts the mines round it and is none."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from oracle.genres.kurodoko import untold
from oracle.grid import Answer, Grid, GridGenre, GridPuzzle, some, subsets


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to lay mines."""
    for mine in subsets(puzzle.grid.cells):
        yield {"mine": mine}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the mines are as many as the numbers say."""
    mine = answer["mine"]
    assert isinstance(mine, frozenset)
    total = puzzle.options.get("mines")
    if (total and len(mine) != total) or mine & puzzle.givens["unknown"].keys():
        return False
    return all(
        cell not in mine and len(mine & set(puzzle.grid.around(cell))) == k
        for cell, k in puzzle.numbers("clue").items()
    )


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Lay mines, and count some of them."""
    mine = {c for c in grid.cells if random.random() < 0.3}
    free = [c for c in grid.cells if c not in mine]
    clues = some(random, {c: str(len(mine & set(grid.around(c)))) for c in free}, 0.6)
    options = {"mines": len(mine)} if random.random() < 0.4 else {}
    return GridPuzzle(grid, untold(random, clues), options)


GENRE = GridGenre(answers, judge, invent, ("mine",))
