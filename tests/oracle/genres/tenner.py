"""Tenner Grid: no digit twice in a row, none that touch alike, and sums of columns."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to write digits, cell by cell."""
    grid, clues = puzzle.grid, puzzle.numbers("num")

    def fill(number: dict[Cell, int]) -> Iterator[Answer]:
        if len(number) == len(grid.cells):
            yield {"digit": number}
            return
        cell = grid.cells[len(number)]
        near = {*grid.around(cell), *(c for c in grid.cells if c[0] == cell[0])}
        taken = {number[c] for c in near if c in number}
        for digit in {*range(10)} - taken:
            if clues.get(cell, digit) == digit:
                yield from fill(number | {cell: digit})

    yield from fill({})


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether columns have their sums."""
    digit, grid = answer["digit"], puzzle.grid
    assert isinstance(digit, dict)
    sums = {j: sum(k for cell, k in digit.items() if cell[1] == j) for _, j in grid.cells}
    return all(
        sums[j] == int(puzzle.marks.get(("total", f"r{grid.rows}c{j + 1}.side(S)"), sums[j]))
        for j in sums
    )


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw most digits and the sums of some columns."""
    whole = next(iter(answers(GridPuzzle(grid))))["digit"]
    assert isinstance(whole, dict)
    order = random.sample(range(10), 10)
    digit = {cell: order[k] for cell, k in whole.items()}
    free = set(random.sample(grid.cells, 2))
    num = {cell: str(k) for cell, k in digit.items() if cell not in free}
    marks = {}
    for j in range(grid.cols):
        total = sum(k for cell, k in digit.items() if cell[1] == j) + (random.random() < 0.1)
        if sum(c[1] == j for c in grid.cells) == grid.rows and random.random() < 0.7:
            marks["total", f"r{grid.rows}c{j + 1}.side(S)"] = str(total)
    return GridPuzzle(grid, {"num": num}, marks=marks)


GENRE = GridGenre(answers, judge, invent, ("digit",), 12)
