"""Patchwork: squares, and shaded cells, of which one lies at each border, or none at numbers."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from oracle.grid import (
    Answer,
    Cell,
    Grid,
    GridGenre,
    GridPuzzle,
    covers,
    owners,
    rectangles,
    subsets,
)


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to cut the board into squares and to shade cells that bear no number."""
    grid = puzzle.grid
    clued = {*puzzle.givens["clue"], *puzzle.givens["unknown"]}
    squares = [s for s in rectangles(grid) if len({i for i, _ in s}) == len({j for _, j in s})]
    shadings = list(subsets([cell for cell in grid.cells if cell not in clued]))
    for tiling in covers(frozenset(grid.cells), squares):
        square = {cell: piece for piece in tiling for cell in piece}
        borders = [(c, d) for c, d in grid.links if square[c] is not square[d]]
        for dark in shadings:
            if all(
                (c in dark) + (d in dark) in ((0, 1) if {c, d} & clued else (1,))
                for c, d in borders
            ) and all(len(dark & square[c]) == n for c, n in puzzle.numbers("clue").items()):
                yield {"part": owners({min(piece): piece for piece in tiling}), "dark": dark}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell that a candidate is right: only such are made."""
    return True


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Put small numbers and question marks into some cells."""
    clue, unknown = dict[Cell, str](), dict[Cell, str]()
    for cell in grid.cells:
        if random.random() < 0.35:
            clue[cell] = str(random.choice((0, 0, 1, 1, 2)))
        elif random.random() < 0.2:
            unknown[cell] = "true"
    for cell in random.sample(sorted(clue), len(clue) // 2):
        unknown[cell] = "true"
        del clue[cell]
    return GridPuzzle(grid, {"clue": clue, "unknown": unknown})


GENRE = GridGenre(answers, judge, invent, ("part", "dark"), 9)
