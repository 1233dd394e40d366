"""Palisade: regions of one size; a number counts the sides of its cell that are borders."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, some

Region = frozenset[Cell]


def grown(cells: Region, free: Region, grid: Grid, size: int) -> set[Region]:
    """Return all connected regions of a size that have some cells, and else free ones."""
    found = {cells}
    for _ in range(size - len(cells)):
        found = {
            region | {d}
            for region in found
            for c in region
            for d in grid.beside(c)
            if d in free - region
        }
    return found


def divisions(free: Region, grid: Grid, size: int) -> Iterator[list[Region]]:
    """Yield all divisions of cells into connected regions of a size."""
    if not free:
        yield []
        return
    for region in grown(frozenset([min(free)]), free, grid, size):
        for rest in divisions(free - region, grid, size):
            yield [region, *rest]


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all divisions into regions of the size."""
    size = puzzle.options["size"]
    assert isinstance(size, int)
    for regions in divisions(frozenset(puzzle.grid.cells), puzzle.grid, size):
        firsts = {cell: min(region) for region in regions for cell in region}
        yield {"owner": {cell: f"r{i + 1}c{j + 1}" for cell, (i, j) in firsts.items()}}


def _borders(grid: Grid, owner: dict[Cell, str], cell: Cell) -> int:
    return 4 - sum(owner[d] == owner[cell] for d in grid.beside(cell))


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the numbers count the borders round their cells."""
    owner = answer["owner"]
    assert isinstance(owner, dict)
    clues = puzzle.numbers("clue").items()
    return all(_borders(puzzle.grid, owner, cell) == k for cell, k in clues)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Divide the grid, mostly into regions of one size, and count some borders."""
    sizes = [k for k in (1, 2, 3, 4, 5, 6) if len(grid.cells) % k == 0]
    size = random.choice(sizes if random.random() < 0.9 else [4])
    found = [answer["owner"] for answer in answers(GridPuzzle(grid, {}, {"size": size}))]
    owner = random.choice(found) if found else dict.fromkeys(grid.cells, "")
    assert isinstance(owner, dict)
    clues = some(random, {c: str(_borders(grid, owner, c)) for c in grid.cells}, 0.2)
    if random.random() < 0.2:
        clues[random.choice(grid.cells)] = random.choice("01234")
    return GridPuzzle(grid, {"clue": clues}, {"size": size})


GENRE = GridGenre(answers, judge, invent, ("owner",), 10)
