"""Galaxies: half a turn round its dot leaves a region as it is; each region has one dot."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, covers, owners, regions

Region = frozenset[Cell]


def _centre(region: Region) -> Cell | None:
    """Return twice the centre of a region that half a turn leaves as it is."""
    low, high = min(region), max(region)
    y, x = low[0] + high[0], low[1] + high[1]
    return (y, x) if {(y - i, x - j) for i, j in region} == region else None


def _mark(centre: Cell) -> tuple[str, str]:
    """Return the given of a dot, and its place."""
    (i, down), (j, right) = (divmod(part, 2) for part in centre)
    cell, other = f"r{i + 1}c{j + 1}", f"r{i + 1 + down}c{j + 1 + right}"
    if down and right:
        return "corner", f"{cell}.corner(SE)"
    return ("side", f"{cell}|{other}") if down or right else ("star", cell)


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to cut the board into regions whose centres are the dots."""
    centre = {r: c for r in regions(puzzle.grid) if (c := _centre(r)) and _mark(c) in puzzle.marks}
    for tiling in covers(frozenset(puzzle.grid.cells), centre):
        if len(tiling) == len(puzzle.marks) == len({centre[region] for region in tiling}):
            yield {"owner": owners({(y // 2, x // 2): r for r in tiling for y, x in [centre[r]]})}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell that a candidate is right: only such are made."""
    return True


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Put dots into the regions of a random board, seldom one too many or too few."""
    fitting = [region for region in regions(grid) if _centre(region)]
    (tiling,) = islice(covers(frozenset(grid.cells), random.sample(fitting, len(fitting))), 1)
    dots = {centre for region in tiling if (centre := _centre(region))}
    if random.random() < 0.1:
        dots ^= {(2 * i, 2 * j) for i, j in [random.choice(grid.cells)]}
    empty: dict[Cell, str] = {}
    return GridPuzzle(grid, {"star": empty}, marks={_mark(dot): "true" for dot in sorted(dots)})


GENRE = GridGenre(answers, judge, invent, ("owner",), 9)
