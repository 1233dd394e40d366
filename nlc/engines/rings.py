"""Rings on a board: closed lines that belong to no path, and the links round a corner.

A model that states degrees and colours alone takes a ring of links for drawn that is on no path.
Engines cut such rings as they meet them, by the *cut-set*: cells without an end are on no path
unless a link leads out of them.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from nlc.arrays import Bools, Ints
from nlc.board.board import Board
from nlc.engines.problem import Problem


def detached(problem: Problem, drawn: Bools) -> list[Ints]:
    """Return the pieces of a drawing that hold no end of a path, smallest cell first.

    Args:
        problem: the puzzle; where each end has one link and each other cell none or two, such a
            piece is a ring.
        drawn: shape (links,).

    Returns:
        For each piece its cells, ascending.
    """
    ends = problem.ends[drawn]
    piece = _pieces(problem.nodes, ends)
    loose = np.zeros(problem.nodes, np.bool_)
    loose[piece[ends]] = True
    loose[piece[problem.labels > 0]] = False
    return [np.flatnonzero(piece == name).astype(np.int32) for name in np.flatnonzero(loose)]


def _pieces(nodes: int, ends: Ints) -> Ints:
    """Return for each node the smallest node of its piece: shape (nodes,)."""
    piece = np.arange(nodes, dtype=np.int32)
    while True:
        smaller = piece.copy()
        least = piece[ends].min(axis=1, initial=nodes)
        for side in ends.T:
            np.minimum.at(smaller, side, least)
        smaller = smaller[smaller]
        if np.array_equal(smaller, piece):
            return piece
        piece = smaller


def leaving(problem: Problem, cells: Ints) -> tuple[Ints, Ints]:
    """Return the links that join two of these cells, and those that lead out of them."""
    inside = np.zeros(problem.nodes, np.bool_)
    inside[cells] = True
    sides = inside[problem.ends].sum(axis=1)
    return np.flatnonzero(sides == 2).astype(np.int32), np.flatnonzero(sides == 1).astype(np.int32)


def corners(board: Board) -> Iterator[Ints]:
    """Yield the links round each inner vertex, where there is no wall, hole or bridge.

    A path that does not touch itself draws at most all but two of them, if the cells there are
    different; see the rule `turn` of the genre.
    """
    for vertex in np.flatnonzero(board.vertex_inner).tolist():
        links = board.vertex_links.row(vertex)
        cells = board.vertex_cells.row(vertex)
        if len(links) == len(np.unique(cells)) == len(board.vertex_borders.row(vertex)):
            yield links
