"""Knight's tour: a knight visits every cell once, and comes back or ends at a mark."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random

from oracle.genres.hamilton import ways
from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle


def leaps(grid: Grid, cell: Cell) -> Iterator[Cell]:
    """Yield the cells a knight's move away."""
    i, j = cell
    for a, b in ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)):
        if grid.has((i + a, j + b)):
            yield i + a, j + b


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell that a way has nothing else to obey."""
    return True


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Mark two ends of a tour mostly."""
    stop: list[Cell] = []
    if random.random() < 0.9:
        lines = [*ways(leaps, "jump", GridPuzzle(grid, {"stop": {}}))]
        starts = [grid.cells[0], *random.sample(grid.cells, 3)] if not lines else []
        for start in starts:
            for end in grid.cells:
                puzzle = GridPuzzle(grid, {"stop": dict.fromkeys((start, end), "true")})
                if start != end and not stop and any(True for _ in ways(leaps, "jump", puzzle)):
                    stop = [start, end]
        stop = stop or random.sample(grid.cells, 2)
    return GridPuzzle(grid, {"stop": dict.fromkeys(stop, "true")})


GENRE = GridGenre(partial(ways, leaps, "jump"), judge, invent, ("jump",))
