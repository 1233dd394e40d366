"""Tatamibari: rectangles with one sign each, which says their form; no four meet at a point."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, covers, owners, rectangles


def _form(rectangle: frozenset[Cell]) -> str:
    high, wide = (len({cell[axis] for cell in rectangle}) for axis in (0, 1))
    return "high" if high > wide else "wide" if wide > high else "square"


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to cut the board into rectangles with one fitting sign each."""
    sign = {**puzzle.givens["area"], **puzzle.givens["sign"]}
    pieces = [
        (root, piece)
        for piece in rectangles(puzzle.grid)
        for root in sign.keys() & piece
        if len(sign.keys() & piece) == 1 and sign[root] in ("true", _form(piece))
    ]
    root_of = {piece: root for root, piece in pieces}
    for tiling in covers(frozenset(puzzle.grid.cells), root_of):
        yield {"owner": owners({root_of[piece]: piece for piece in tiling})}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether no four rectangles meet."""
    owner = answer["owner"]
    assert isinstance(owner, dict)
    return all(len({owner[cell] for cell in block}) < 4 for block in puzzle.grid.blocks)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Cut the board at random, and mark the pieces, seldom wrongly."""
    left, sign, area = frozenset(grid.cells), dict[Cell, str](), dict[Cell, str]()
    while left:
        piece = random.choice([r for r in rectangles(grid) if min(left) in r and r <= left])
        left -= piece
        cell = random.choice(sorted(piece))
        form = _form(piece) if random.random() < 0.95 else "square"
        if random.random() < 0.2:
            area[cell] = "true"
        else:
            sign[cell] = form
    return GridPuzzle(grid, {"sign": sign, "area": area})


GENRE = GridGenre(answers, judge, invent, ("owner",), 12)
