"""The elements of a board, and what is known of them, as data for programs."""

from __future__ import annotations

from math import prod
from operator import eq
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nlc.arrays import Bools
from nlc.board import Board, Sort

ENDS = {Sort.LINK: Sort.CELL, Sort.BORDER: Sort.VERTEX}
"""What the ends of links and borders are."""


def has_places(board: Board, sort: Sort) -> bool:
    """Return whether each element is at a row and a column of its own."""
    squares = board.topology == "square" and not (board.lanes >= 0).any()
    return squares and sort in (Sort.CELL, Sort.VERTEX)


def elements(board: Board, sort: Sort) -> list[Any]:
    """Return what programs call the elements of a sort.

    Cells and corners of squares are their row and column from 0; links are pairs of cells, and
    borders of corners; everything else is its name.
    """
    if sort in ENDS:
        ends = elements(board, ENDS[sort])
        pairs = board.link_cells if sort is Sort.LINK else board.border_vertices
        placed = has_places(board, ENDS[sort])
        named = [(ends[a], ends[b]) for a, b in pairs.tolist()]
        return [(min(pair), max(pair)) for pair in named] if placed else named
    if has_places(board, sort):
        places = np.floor(board.middles(sort)).astype(int)
        return [(row, column) for column, row in places.tolist()]
    return board.names(sort)


def _box(entries: tuple[str, ...]) -> tuple[int, ...]:
    """Return the shape of an array whose places are these entries, as ``0,0`` to ``2,3``, or ()."""
    last = entries[-1].split(",") if entries else []
    if not last or not all(number.isdigit() and len(number) < 9 for number in last):
        return ()
    shape = tuple(int(number) + 1 for number in last)
    if prod(shape) != len(entries):
        return ()
    names = (",".join(map(str, place)) for place in np.ndindex(shape))
    return shape if all(map(eq, names, entries)) else ()


def lay_out(board: Board, sort: Sort, values: NDArray[Any], missing: Bools | None = None) -> Any:
    """Return the values of elements as data; `nlc.Solution` says in which form.

    Args:
        values: shape (elements,), numbers, texts or booleans.
        missing: shape (elements,), where there is none; only a boolean is never missing.
    """
    there = np.ones(len(values), np.bool_) if missing is None else ~missing
    if sort is Sort.PUZZLE:
        return values[0].item() if there[0] else None
    if there.all() and (box := _box(sort.entries)):
        return values.reshape(box)
    places = elements(board, sort)
    if sort in ENDS and missing is None:
        return [places[i] for i in np.flatnonzero(values)]
    if not has_places(board, sort):
        plain = values.tolist()
        return {places[i]: plain[i] for i in np.flatnonzero(there)}
    corner = int(sort is Sort.VERTEX)
    shape = board.rows + corner, board.cols + corner
    out = np.ma.array(np.zeros(shape, values.dtype), mask=True)
    at = tuple(np.array(places).reshape(-1, 2)[there].T)
    out[at] = values[there]
    return out
