"""Dominosa: the grid in dominoes, no two with the same numbers."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle


def tilings(cells: list[Cell], grid: Grid) -> Iterator[dict[Cell, Cell]]:
    """Yield all ways to pair neighbours, by the first cell of each pair."""
    if not cells:
        yield {}
        return
    for other in grid.beside(cells[0]):
        if other in cells:
            for rest in tilings([c for c in cells[1:] if c != other], grid):
                yield {cells[0]: other, **rest}


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to pair neighbours."""
    for pairs in tilings(puzzle.grid.cells, puzzle.grid):
        both = [(cell, first) for first, other in pairs.items() for cell in (first, other)]
        yield {"half": {cell: f"r{i + 1}c{j + 1}" for cell, (i, j) in both}}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether no two pairs have the same numbers."""
    half = answer["half"]
    assert isinstance(half, dict)
    numbers: dict[str, list[int]] = {}
    for cell, k in puzzle.numbers("num").items():
        numbers.setdefault(half[cell], []).append(k)
    pairs = [tuple(sorted(pair)) for pair in numbers.values()]
    return len({*pairs}) == len(pairs)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Lay dominoes of a set, or write any numbers."""
    found = list(tilings(grid.cells, grid))
    num = {cell: random.randint(0, 2) for cell in grid.cells}
    if found and random.random() < 0.8:
        pairs = random.choice(found)
        dominoes = [(i, j) for i in range(4) for j in range(i, 4)]
        for (one, other), domino in zip(pairs.items(), random.sample(dominoes, 10), strict=False):
            num[one], num[other] = random.sample(domino, 2)
    return GridPuzzle(grid, {"num": {cell: str(k) for cell, k in num.items()}})


GENRE = GridGenre(answers, judge, invent, ("half",), 16)
