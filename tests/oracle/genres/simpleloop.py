"""Simple Loop: one loop through every cell that is not blocked."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from oracle.grid import Answer, Grid, GridGenre, GridPuzzle, loops, visited


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all loops."""
    for line in loops(puzzle.grid):
        yield {"line": line}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the loop visits just the cells that are not blocked."""
    line = answer["line"]
    assert isinstance(line, frozenset)
    return visited(line) == set(puzzle.grid.cells) - puzzle.givens["blocked"].keys()


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw a loop and block what it leaves out, or some cells."""
    blocked = set(random.sample(grid.cells, random.randrange(3)))
    if loops(grid) and random.random() < 0.8:
        blocked = set(grid.cells) - visited(random.choice(loops(grid)))
    return GridPuzzle(grid, {"blocked": dict.fromkeys(blocked, "true")})


GENRE = GridGenre(answers, judge, invent, ("line",))
