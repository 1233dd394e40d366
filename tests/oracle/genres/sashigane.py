"""Sashigane: the board is cut into shapes of an L, with clues at corners and ends."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice, product
from random import Random

from oracle.grid import STEPS, Answer, Cell, Grid, GridGenre, GridPuzzle, covers, owners


@cache
def _shapes(grid: Grid) -> dict[frozenset[Cell], tuple[Cell, dict[Cell, str]]]:
    """Return all shapes, with the corner and the two ends, each with its side to the corner."""
    out: dict[frozenset[Cell], tuple[Cell, dict[Cell, str]]] = {}
    for corner, up, across in product(grid.cells, (0, 2), (1, 3)):
        rays = [grid.ray(corner, STEPS[side]) for side in (up, across)]
        for m, n in product(*(range(1, len(ray) + 1) for ray in rays)):
            ends = {rays[0][m - 1]: "NESW"[2 - up], rays[1][n - 1]: "NESW"[4 - across]}
            out[frozenset([corner, *rays[0][:m], *rays[1][:n]])] = corner, ends
    return out


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to cut the board into fitting shapes."""
    size, arrow = puzzle.numbers("size"), puzzle.givens["arrow"]
    corners = {*size, *puzzle.givens["corner"]}
    fitting = [
        shape
        for shape, (corner, ends) in _shapes(puzzle.grid).items()
        if corners & shape <= {corner}
        and size.get(corner, len(shape)) == len(shape)
        and all(ends.get(cell) == arrow[cell] for cell in arrow.keys() & shape)
    ]
    for tiling in covers(frozenset(puzzle.grid.cells), fitting):
        yield {"part": owners({min(shape): shape for shape in tiling})}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell that a candidate is right: only such are made."""
    return True


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Cut the board at random if it can be cut, and mark some corners and ends."""
    shapes = _shapes(grid)
    order = random.sample(sorted(shapes, key=sorted), len(shapes))
    size, corner, arrow = dict[Cell, str](), dict[Cell, str](), dict[Cell, str]()
    for tiling in islice(covers(frozenset(grid.cells), order), 1):
        for shape in tiling:
            place, ends = shapes[shape]
            if random.random() < 0.6:
                size[place] = str(len(shape) + (random.random() < 0.05))
            elif random.random() < 0.5:
                corner[place] = "true"
            arrow |= {end: side for end, side in ends.items() if random.random() < 0.2}
    return GridPuzzle(grid, {"size": size, "corner": corner, "arrow": arrow})


GENRE = GridGenre(answers, judge, invent, ("part",), 16)
