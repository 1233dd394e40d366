"""The two ends of an open line: where the frame changes from one region to the other.

A cell of the frame beside such a place may change its region, which moves the end by one cell. That
keeps both regions connected if the way round the cell, from its one neighbour in the frame through
the board to the other, changes its colour once: what lies outside may be taken to have the colours
of the frame. On triangles the ends stay where they are, and beside bays.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from nlc.generating.slitherlink.lattice import LATTICES
from nlc.generating.slitherlink.regions import PAD, Colours, Grid, grid


class Ports:
    """Moves the two ends of an open line, each in one direction, as far as it was drawn by lot."""

    def __init__(self, board: Grid, random: np.random.Generator) -> None:
        """Choose directions and distances; the distances are up to a quarter of the rim."""
        self._ways = rim(grid(board.tiling, board.rows, board.cols))
        self._bays = {place for bay in board.bays for place in bay.tolist()}
        self._left = random.integers(0, len(self._ways) // 4 + 1, 2).tolist()
        self._steps = random.choice([-1, 1], 2).tolist()

    def move(self, colours: Colours) -> None:
        """Move both ends as far as the two regions let them, in place."""
        flat, ways = colours.reshape(-1), self._ways
        for port in (0, 1):
            while self._left[port]:
                at = self._ends(colours)[port]
                cell, around = ways[(at + (self._steps[port] > 0)) % len(ways)]
                if not self._bays.isdisjoint(around):
                    break
                seen = flat[around]
                if (seen[1:] != seen[:-1]).sum() != 1:
                    break
                flat[cell] ^= 1
                self._left[port] -= 1

    def _ends(self, colours: Colours) -> list[int]:
        """Return after which cells of the rim the colour changes: to region 0, then to 1."""
        own = colours.reshape(-1)[[cell for cell, _ in self._ways]]
        after = np.roll(own, -1)
        return [int((own > after).argmax()), int((own < after).argmax())]


@lru_cache(maxsize=16)
def rim(board: Grid) -> list[tuple[int, list[int]]]:
    """Return the cells of the frame along a whole board, clockwise, each with the way round it.

    The way round a cell is the part of its ring that begins with the next cell of the frame and
    ends with the one before. There is none on triangles, where the list is empty.
    """
    if not LATTICES[board.tiling].moves_ports:
        return []
    width = board.shape[1]
    inside = set(board.cells.tolist())
    beside = set(board.rings.ravel().tolist()) - inside
    ways: dict[int, list[int]] = {}
    for cell in beside:
        kind = (cell // width) % 2
        ring = [cell + r * width + c for r, c in LATTICES[board.tiling].rings[kind]]
        near = [place in inside or place in beside for place in ring]
        first = next(i for i, here in enumerate(near) if here and not near[i - 1])
        ways[cell] = [p for p in ring[first:] + ring[:first] if p in inside or p in beside]
    cell = start = PAD * width + PAD - 1
    out = [(cell, ways[cell])]
    while (cell := ways[cell][0]) != start:
        out.append((cell, ways[cell]))
    return out
