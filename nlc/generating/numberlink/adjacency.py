"""Which cells are beside which."""

from __future__ import annotations

import numpy as np

from nlc.arrays import Bools
from nlc.board import Board, Sort


def neighbours(board: Board, drawn: Bools | None = None) -> list[list[int]]:
    """Return the cells beside each cell, in the order of the links that join them to it.

    Args:
        board: the board.
        drawn: shape (links,), which links count; None: all.
    """
    beside: list[list[int]] = [[] for _ in range(board.count(Sort.CELL))]
    links = board.link_cells if drawn is None else board.link_cells[np.flatnonzero(drawn)]
    for a, b in links.tolist():
        beside[a].append(b)
        beside[b].append(a)
    return beside
