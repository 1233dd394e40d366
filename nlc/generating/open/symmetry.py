"""The orbits of the elements of a board under a symmetry."""

from __future__ import annotations

from nlc.board import Board, Sort
from nlc.generating.open.draft import places_of
from nlc.generating.open.shapes import Orbits


def orbits(board: Board, sort: Sort, symmetry: str) -> Orbits:
    """Return the function from an element to its orbit, which includes it.

    Args:
        board: of squares, if there is a symmetry.
        sort: of the elements; the orbits of others than cells and vertices are single elements.
        symmetry: a name in `nlc.generating.options.SYMMETRIES`.
    """
    if symmetry == "none" or sort not in (Sort.CELL, Sort.VERTEX):
        return lambda element: frozenset([element])
    places = [(row, col) for row, col in places_of(board, sort).tolist()]
    number = {place: i for i, place in enumerate(places)}
    high, wide = (max(axis) for axis in zip(*places, strict=True))

    def images(row: int, col: int) -> list[tuple[int, int]]:
        turned, flipped = (high - row, wide - col), (row, wide - col)
        return {
            "rotate": [turned],
            "mirror": [flipped],
            "both": [turned, flipped, (high - row, col)],
            "diagonal": [(col, row)],
        }[symmetry]

    found = [
        frozenset([i, *(number[place] for place in images(*places[i]) if place in number)])
        for i in range(len(places))
    ]
    return found.__getitem__
