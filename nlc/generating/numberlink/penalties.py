"""What is wrong with one path of a cover, in numbers."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from nlc.board import Board
from nlc.generating.numberlink.draft import Path


class Penalties:
    """Counts what is wrong with paths on one board."""

    def __init__(
        self,
        board: Board,
        beside: list[list[int]],
        *,
        touch: bool,
        turn: bool,
        least: int,
        barred: Collection[int],
    ) -> None:
        """Take the rules; `beside` holds the neighbours of each cell, see `Cover` for the rest."""
        self.touch = touch
        self._beside, self._least, self._barred = beside, least, frozenset(barred)
        self._rings = [] if turn or not touch else _rings(board)
        self._ring_at: list[list[int]] = [[] for _ in beside]
        for i, ring in enumerate(self._rings):
            for cell in ring:
                self._ring_at[cell].append(i)

    def others(self, path: Path) -> int:
        """Return the number of faults other than touching itself."""
        faults = max(0, self._least - len(path))
        if self._barred:
            faults += (path[0] in self._barred) + (path[-1] in self._barred)
        return faults + self._turns(path) if self._rings else faults

    def touches(self, path: Path) -> int:
        """Return at how many places a path passes beside itself, whether it may or not."""
        inside = set(path)
        beside = sum(other in inside for cell in path for other in self._beside[cell])
        return beside // 2 - len(path) + 1

    def _turns(self, path: Path) -> int:
        """Return round how many corners a path turns back.

        All cells round such a corner stand in a row on the path.
        """
        place = {cell: i for i, cell in enumerate(path)}
        found = {i for cell in path for i in self._ring_at[cell]}
        turns = 0
        for i in found:
            ring = self._rings[i]
            if all(cell in place for cell in ring):
                at = [place[cell] for cell in ring]
                turns += max(at) - min(at) == len(ring) - 1
        return turns


def _rings(board: Board) -> list[list[int]]:
    """Return the cells round each inner vertex that links go all the way round."""
    whole = board.vertex_inner & (board.vertex_links.lengths == board.vertex_borders.lengths)
    return [board.vertex_cells.row(v).tolist() for v in np.flatnonzero(whole).tolist()]
