"""Slant: a diagonal in each cell, no ring; a number counts those that meet at a corner."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random

from oracle import relations
from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, some


def _ends(cell: Cell, sign: str) -> tuple[Cell, Cell]:
    i, j = cell
    return ((i, j), (i + 1, j + 1)) if sign == "\\" else ((i, j + 1), (i + 1, j))


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to draw a diagonal into each cell."""
    cells = puzzle.grid.cells
    for signs in product("\\/", repeat=len(cells)):
        yield {"diagonal": dict(zip(cells, signs, strict=True))}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether all numbers are right and no ring is closed."""
    diagonal = answer["diagonal"]
    assert isinstance(diagonal, dict)
    lines = [_ends(cell, sign) for cell, sign in diagonal.items()]
    met = Counter(end for line in lines for end in line)
    if any(met[point] != number for point, number in puzzle.numbers("number").items()):
        return False
    return len(relations.parts(set(met), lines)) == len(met) - len(lines)  # a forest


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Count the diagonals of a random board, seldom one too many."""
    lines = [_ends(cell, random.choice("\\/")) for cell in grid.cells]
    met = Counter(end for line in lines for end in line)
    points = {(i + a, j + b) for i, j in grid.cells for a in (0, 1) for b in (0, 1)}
    number = {p: str(min(4, met[p] + (random.random() < 0.03))) for p in points}
    return GridPuzzle(grid, {"number": some(random, number)}, corners=frozenset({"number"}))


GENRE = GridGenre(answers, judge, invent, ("diagonal",), 9)
