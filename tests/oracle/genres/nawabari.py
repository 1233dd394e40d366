"""Nawabari: rectangles with one number each, which counts the borders of its cell."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, covers, owners, rectangles


def _sides(grid: Grid, rectangle: frozenset[Cell], cell: Cell) -> int:
    return 4 - len(rectangle.intersection(grid.beside(cell)))


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to cut the board into rectangles with one right number each."""
    clue = {**puzzle.givens["area"], **puzzle.givens["clue"]}
    root_of = {
        piece: root
        for piece in rectangles(puzzle.grid)
        for root in clue.keys() & piece
        if len(clue.keys() & piece) == 1
        and clue[root] in ("true", str(_sides(puzzle.grid, piece, root)))
    }
    for tiling in covers(frozenset(puzzle.grid.cells), root_of):
        yield {"owner": owners({root_of[piece]: piece for piece in tiling})}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell that a candidate is right: only such are made."""
    return True


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Cut the board at random, and number the pieces, seldom wrongly."""
    left, clue, area = frozenset(grid.cells), dict[Cell, str](), dict[Cell, str]()
    while left:
        piece = random.choice([r for r in rectangles(grid) if min(left) in r and r <= left])
        left -= piece
        cell = random.choice(sorted(piece))
        number = _sides(grid, piece, cell) if random.random() < 0.95 else random.randrange(5)
        if random.random() < 0.2:
            area[cell] = "true"
        else:
            clue[cell] = str(number)
    return GridPuzzle(grid, {"clue": clue, "area": area})


GENRE = GridGenre(answers, judge, invent, ("owner",), 12)
