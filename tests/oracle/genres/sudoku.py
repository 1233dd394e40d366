"""Sudoku: every number once in each row, column and box, and on the diagonals where asked for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from random import Random

from oracle.grid import Answer, Grid, GridGenre, GridPuzzle, some


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to write different numbers into the cells of each row."""
    grid = puzzle.grid
    clues = puzzle.numbers("num")
    most, rows = max(map(len, grid.lines)), []
    for i in sorted({i for i, _ in grid.cells}):
        row = [cell for cell in grid.cells if cell[0] == i]
        orders = (zip(row, p, strict=True) for p in permutations(range(1, most + 1), len(row)))
        rows.append(
            [p for p in map(dict, orders) if all(clues.get(c, k) == k for c, k in p.items())]
        )
    for chosen in product(*rows):
        yield {"number": {cell: k for row in chosen for cell, k in row.items()}}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether no number is twice in a line or box."""
    number, grid = answer["number"], puzzle.grid
    assert isinstance(number, dict)
    groups = [*grid.lines, *puzzle.rooms("box")]
    if puzzle.options.get("diagonal"):
        groups += [[(i, i) for i in range(grid.rows)]]
        groups += [[(i, grid.cols - 1 - i) for i in range(grid.rows)]]
    there = [[number[c] for c in group if grid.has(c)] for group in groups]
    return all(len(set(numbers)) == len(numbers) for numbers in there)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw boxes, and some numbers."""
    if grid.rows != grid.cols:
        grid = Grid(grid.rows, grid.rows, grid.holes)
    size = grid.rows
    if size == 4:
        box = {(i, j): "abcd"[i // 2 * 2 + j // 2] for i, j in grid.cells}
    else:
        box = {(i, j): "abcd"[i] for i, j in grid.cells}
    blank = GridPuzzle(grid, {"num": {}, "box": box}, {"diagonal": random.random() < 0.3})
    for _ in range(200):
        number = {(i, j): k for i in range(size) for j, k in enumerate(_shuffled(random, size))}
        number = {cell: k for cell, k in number.items() if grid.has(cell)}
        if judge(blank, {"number": number}):
            break
    clues = some(random, {c: str(k) for c, k in number.items()}, 0.4)
    return GridPuzzle(grid, {"num": clues, "box": box}, blank.options)


def _shuffled(random: Random, size: int) -> list[int]:
    return random.sample(range(1, size + 1), size)


GENRE = GridGenre(answers, judge, invent, ("number",), 16)
