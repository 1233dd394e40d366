"""Double Choco: each region is a white and a grey part of one shape, however it lies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from random import Random

from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, covers, owners, parts, regions

Region = frozenset[Cell]


def _shape(cells: Iterable[Cell]) -> list[Cell]:
    """Return cells as they lie first of all eight ways."""
    ways = []
    for down, right, swap in product((1, -1), (1, -1), (False, True)):
        turned = [(down * i, right * j)[:: -1 if swap else 1] for i, j in cells]
        top, left = min(i for i, _ in turned), min(j for _, j in turned)
        ways.append(sorted((i - top, j - left) for i, j in turned))
    return min(ways)


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to cut the board into regions of two such parts."""
    grid, size = puzzle.grid, puzzle.numbers("size")
    grey = {cell for cell, text in puzzle.givens["grey"].items() if text == "true"}
    halves: dict[Region, Region] = {}
    for region in regions(grid):
        white, dark = region - grey, region & grey
        if (
            len(white) == len(dark)
            and len(parts(grid, white)) == len(parts(grid, dark)) == 1
            and all(size.get(cell, len(white)) == len(white) for cell in region)
            and _shape(white) == _shape(dark)
        ):
            halves[region] = frozenset(white)
    for tiling in covers(frozenset(grid.cells), halves):
        yield {"owner": owners({min(halves[region]): region for region in tiling})}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell that a candidate is right: only such are made."""
    return True


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Make half of the cells grey, and tell a few numbers."""
    grey = dict.fromkeys(random.sample(grid.cells, len(grid.cells) // 2), "true")
    size = {cell: str(random.randint(1, 3)) for cell in grid.cells if random.random() < 0.1}
    return GridPuzzle(grid, {"grey": grey, "size": size})


GENRE = GridGenre(answers, judge, invent, ("owner",), 9)
