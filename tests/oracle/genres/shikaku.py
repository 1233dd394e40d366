"""Shikaku: the board is cut into rectangles with one number each, which is the area."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle

Rectangle = frozenset[Cell]


def _rectangles(grid: Grid, corner: Cell) -> Iterator[Rectangle]:
    """Yield the rectangles whose first cell is given."""
    i, j = corner
    for bottom in range(i, grid.rows):
        for right in range(j, grid.cols):
            yield frozenset((a, b) for a in range(i, bottom + 1) for b in range(j, right + 1))


def _tilings(grid: Grid, left: frozenset[Cell]) -> Iterator[list[Rectangle]]:
    """Yield all ways to cut cells into rectangles."""
    if not left:
        yield []
        return
    for rectangle in _rectangles(grid, min(left)):
        if rectangle <= left:
            for rest in _tilings(grid, left - rectangle):
                yield [rectangle, *rest]


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to cut the board into rectangles: each cell with the name of its number."""
    size = {**puzzle.givens["area"], **puzzle.givens["size"]}
    for tiling in _tilings(puzzle.grid, frozenset(puzzle.grid.cells)):
        owner: dict[Cell, str] = {}
        for rectangle in tiling:
            numbers = [c for c in rectangle if c in size]
            if len(numbers) != 1 or size[numbers[0]] not in ("true", str(len(rectangle))):
                break
            ((i, j),) = numbers
            owner |= dict.fromkeys(rectangle, f"r{i + 1}c{j + 1}")
        else:
            yield {"owner": owner}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell that a candidate is right: only such are made."""
    return True


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Cut the board at random, and number the pieces."""
    left = frozenset(grid.cells)
    size, area = dict[Cell, str](), dict[Cell, str]()
    while left:
        fitting = [r for r in _rectangles(grid, min(left)) if r <= left]
        rectangle = random.choice(fitting)
        left -= rectangle
        cell = random.choice(sorted(rectangle))
        if random.random() < 0.15:
            area[cell] = "true"
        else:
            size[cell] = str(len(rectangle))
    return GridPuzzle(grid, {"size": size, "area": area})


GENRE = GridGenre(answers, judge, invent, ("owner",), 12)
