"""Eulero: two Latin squares, and no pair of their numbers twice."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from oracle.genres import futoshiki
from oracle.grid import Answer, Grid, GridGenre, GridPuzzle, some


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all pairs of boards without a number twice in a line."""
    one, two = (
        [each["number"] for each in futoshiki.answers(GridPuzzle(puzzle.grid, {"num": clues}))]
        for clues in puzzle.givens.values()
    )
    for first in one:
        for second in two:
            yield {"former": first, "latter": second}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether no pair comes twice."""
    first, second = answer["former"], answer["latter"]
    assert isinstance(first, dict) and isinstance(second, dict)
    return len({(first[c], second[c]) for c in puzzle.grid.cells}) == len(puzzle.grid.cells)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw some numbers of both places."""
    size, field = max(grid.rows, grid.cols), (0, 2, 3, 1)
    one, two = (random.sample(range(1, size + 1), size) for _ in range(2))
    if size == 4:
        pairs = {(i, j): (one[i ^ j], two[field[i] ^ j]) for i, j in grid.cells}
    else:
        pairs = {(i, j): (one[(i + j) % size], two[(2 * i + j) % size]) for i, j in grid.cells}
    share = 0.6 if size > 3 else 0.3
    left = some(random, {cell: str(k) for cell, (k, _) in pairs.items()}, share)
    right = some(random, {cell: str(k) for cell, (_, k) in pairs.items()}, share)
    return GridPuzzle(grid, {"left": left, "right": right})


GENRE = GridGenre(answers, judge, invent, ("former", "latter"), 12)
