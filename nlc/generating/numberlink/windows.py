"""Parts of a board that overlap and together hold every cell: where to look for other solutions."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from msgspec import Struct

from nlc.arrays import Ints
from nlc.generating.numberlink.adjacency import neighbours
from nlc.generating.shape import Shape


class Window(Struct, frozen=True, eq=False):
    """The cells at most so many steps away from one.

    Attributes:
        cells: shape (n,), in order.
        links: shape (m,), in order, the links at these cells.
    """

    cells: Ints
    links: Ints


@lru_cache(maxsize=8)
def windows(shape: Shape, radius: int) -> tuple[Window, ...]:
    """Return windows such that each cell is in the inner half of one."""
    board = shape.board
    beside = neighbours(board)
    covered: set[int] = set()
    found = []
    for start in range(len(beside)):
        if start in covered:
            continue
        inside, rim = {start}, [start]
        covered.add(start)
        for step in range(1, radius + 1):
            rim = list(dict.fromkeys(o for cell in rim for o in beside[cell] if o not in inside))
            inside.update(rim)
            if 2 * step <= radius:
                covered.update(rim)
        marked = np.zeros(len(beside), np.bool_)
        marked[list(inside)] = True
        links = np.flatnonzero(marked[board.link_cells].any(axis=1))
        found.append(Window(np.flatnonzero(marked).astype(np.int32), links.astype(np.int32)))
    return tuple(found)
