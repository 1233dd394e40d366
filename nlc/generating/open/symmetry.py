"""The orbits of the elements of a board under a symmetry."""

from __future__ import annotations

import numpy as np

from nlc.board import Board, Sort
from nlc.generating.open.halves import whole
from nlc.generating.open.shapes import Orbits

Point = tuple[int, int]


def orbits(board: Board, sort: Sort, symmetry: str) -> Orbits:
    """Return the function from an element to its orbit, which includes it.

    Args:
        board: of squares, if there is a symmetry.
        sort: of the elements; those of the whole puzzle, and entries, are orbits by themselves.
        symmetry: a name in `nlc.generating.options.SYMMETRIES`.
    """
    if symmetry == "none" or not (sort.placed or sort is Sort.LINE):
        return lambda element: frozenset([element])
    places = _places(board, sort)
    number = {place: i for i, place in enumerate(places)}
    low, high = (end(whole(board.points), axis=0).tolist() for end in (np.min, np.max))
    across, down = low[0] + high[0], low[1] + high[1]

    def images(x: int, y: int) -> list[Point]:
        turned, flipped = (across - x, down - y), (across - x, y)
        return {
            "rotate": [turned],
            "mirror": [flipped],
            "both": [turned, flipped, (x, down - y)],
            "diagonal": [(y - low[1] + low[0], x - low[0] + low[1])],
        }[symmetry]

    def orbit(i: int) -> frozenset[int]:
        found = (frozenset(each) for each in zip(*(images(*p) for p in places[i]), strict=True))
        return frozenset([i, *(number[each] for each in found if each in number)])

    return [orbit(i) for i in range(len(places))].__getitem__


def _places(board: Board, sort: Sort) -> list[frozenset[Point]]:
    """Return the middle of each element, or of each cell of a line."""
    if sort is not Sort.LINE:
        return [frozenset([(x, y)]) for x, y in whole(board.middles(sort)).tolist()]
    cells = whole(board.centers)
    of_lines = board.lines.cell[board.lines.order]
    parts = np.split(cells[of_lines], board.lines.indptr[1:-1])
    return [frozenset((x, y) for x, y in part.tolist()) for part in parts]
