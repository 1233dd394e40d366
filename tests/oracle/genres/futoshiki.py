"""Futoshiki: a Latin square in which signs point to the smaller of two numbers; or bars lie where
numbers differ by one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from random import Random

from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, some


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all boards without a number twice in a line, row by row."""
    grid, clues = puzzle.grid, puzzle.numbers("num")
    most = max(map(len, grid.lines))
    rows = [[c for c in grid.cells if c[0] == i] for i in range(grid.rows)]

    def fill(board: dict[Cell, int], at: int) -> Iterator[Answer]:
        if at == len(rows):
            yield {"number": board}
            return
        taken = {(cell[1], k) for cell, k in board.items()}
        for numbers in permutations(range(1, most + 1), len(rows[at])):
            row = dict(zip(rows[at], numbers, strict=True))
            if all(clues.get(c, k) == k and (c[1], k) not in taken for c, k in row.items()):
                yield from fill(board | row, at + 1)

    yield from fill({}, 0)


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether numbers are as the signs between them say."""
    number = answer["number"]
    assert isinstance(number, dict)
    for a, b in puzzle.grid.links:
        sign = puzzle.marks.get(("sign", between(a, b)))
        if puzzle.options.get("adjacent"):
            if (sign == "bar") != (abs(number[a] - number[b]) == 1) or sign not in (None, "bar"):
                return False
        elif (sign and (number[a] < number[b]) != (sign == "less")) or sign == "bar":
            return False
    return True


def between(a: Cell, b: Cell) -> str:
    """Return the name of the border between two cells."""
    return f"r{a[0] + 1}c{a[1] + 1}|r{b[0] + 1}c{b[1] + 1}"


def square(random: Random, grid: Grid) -> dict[Cell, int]:
    """Return a random board without a number twice in a line."""
    size = max(grid.rows, grid.cols)
    rows, cols, digits = (random.sample(range(size), size) for _ in range(3))
    return {(i, j): digits[(rows[i] + cols[j]) % size] + 1 for i, j in grid.cells}


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw some numbers, and signs, a few of them wrong."""
    number, adjacent = square(random, grid), random.random() < 0.4
    marks = {}
    for a, b in grid.links:
        kind = "less" if number[a] < number[b] else "more"
        if adjacent:
            kind = "bar"
        near = abs(number[a] - number[b]) == 1
        if (near != (random.random() < 0.02)) if adjacent else random.random() < 0.3:
            marks["sign", between(a, b)] = kind
    clues = some(random, {c: str(k) for c, k in number.items()}, 0.2)
    return GridPuzzle(grid, {"num": clues}, {"adjacent": adjacent}, marks=marks)


GENRE = GridGenre(answers, judge, invent, ("number",), 16)
