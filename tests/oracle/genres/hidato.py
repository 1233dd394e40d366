"""Hidato: a walk through all cells, from each to one that touches it at a side or corner."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, some


def walks(puzzle: GridPuzzle, near: Callable[[Grid, Cell], tuple[Cell, ...]]) -> Iterator[Answer]:
    """Yield all walks through all cells that pass given numbers at their time."""
    grid = puzzle.grid
    clues = puzzle.numbers("num")
    wanted = {k: cell for cell, k in clues.items()}
    if len(wanted) < len(clues):
        return

    def walk(path: list[Cell]) -> Iterator[Answer]:
        if len(path) == len(grid.cells):
            yield {"number": {cell: k for k, cell in enumerate(path, 1)}}
            return
        for cell in near(grid, path[-1]) if path else grid.cells:
            time = len(path) + 1
            if (
                cell not in path
                and wanted.get(time, cell) == cell
                and clues.get(cell, time) == time
            ):
                yield from walk([*path, cell])

    yield from walk([])


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield the walks of a king."""
    yield from walks(puzzle, Grid.around)


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether all numbers have a cell."""
    number = answer["number"]
    assert isinstance(number, dict)
    size = len(puzzle.grid.cells)
    return max(puzzle.numbers("num").values(), default=1) <= size == len(set(number.values()))


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw some numbers of a walk in a spiral or in rows, two of them perhaps exchanged."""
    cells = [c for i in range(grid.rows) for c in sorted(grid.cells)[:: (-1) ** i] if c[0] == i]
    number = {cell: str(k) for k, cell in enumerate(cells, 1)}
    a, b = random.sample(cells, 2)
    if random.random() < 0.3:
        number |= {a: number[b], b: number[a]}
    return GridPuzzle(grid, {"num": some(random, number, 0.4)})


GENRE = GridGenre(answers, judge, invent, ("number",), 9)
