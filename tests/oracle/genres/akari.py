"""Akari: lamps light all cells, and never each other."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from oracle.grid import STEPS, Answer, Cell, Grid, GridGenre, GridPuzzle, some, subsets


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to hang lamps in the cells that are not black."""
    for lamp in subsets([c for c in puzzle.grid.cells if c not in puzzle.givens["block"]]):
        yield {"lamp": lamp}


def _light(puzzle: GridPuzzle, cell: Cell) -> set[Cell]:
    """Return the cells that a lamp in a cell lights beside its own."""
    out = set()
    for step in STEPS:
        for other in puzzle.grid.ray(cell, step):
            if other in puzzle.givens["block"]:
                break
            out.add(other)
    return out


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the lamps obey the rules."""
    lamp = answer["lamp"]
    assert isinstance(lamp, frozenset)
    lit = {d for c in lamp for d in _light(puzzle, c)}
    if lit & lamp or lit | lamp != set(puzzle.grid.cells) - puzzle.givens["block"].keys():
        return False
    numbers = puzzle.numbers("clue").items()
    return all(len(lamp & set(puzzle.grid.beside(c))) == k for c, k in numbers)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Lay black cells, lamps where it is dark, and numbers."""
    block = {c: "true" for c in grid.cells if random.random() < 0.25}
    blank = GridPuzzle(grid, {"clue": {}, "block": block})
    lamps: set[Cell] = set()
    for cell in random.sample(grid.cells, len(grid.cells)):
        if cell not in block and not _light(blank, cell) & lamps:
            lamps.add(cell)
    beside = {c: str(len(lamps & set(grid.beside(c)))) for c in block}
    return GridPuzzle(grid, {"clue": some(random, beside, 0.5), "block": block})


GENRE = GridGenre(answers, judge, invent, ("lamp",))
