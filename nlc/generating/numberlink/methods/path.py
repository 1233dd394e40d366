"""Paths that grow one after the other over the free cells of the board."""

from __future__ import annotations

from random import Random

from nlc.board import Board
from nlc.generating.numberlink.cover import join_paths
from nlc.generating.numberlink.draft import Path
from nlc.generating.numberlink.methods import Joining
from nlc.generating.numberlink.request import NumberlinkRequest
from nlc.generating.shape import neighbours


class PathGrowth(Joining):
    """Grows paths by random steps, which avoid to leave a cell alone.

    A path starts at one of the free cells with the fewest free neighbours and grows to a random
    length; the pieces that are too many are joined.
    """

    summary = "boards without bridges; paths grown one after the other"

    def paths(self, request: NumberlinkRequest, random: Random) -> list[Path]:
        """Return the paths that have grown, joined where they are too many."""
        mean = max(request.least, request.shape.cells // request.wanted)
        pieces = _Growth(request.shape.board, random).paths(mean, request.least)
        return join_paths(request.shape.board, pieces, random, request.wanted)


class _Growth:
    def __init__(self, board: Board, random: Random) -> None:
        self.random = random
        self.beside = neighbours(board)
        self.free = set(range(len(self.beside)))

    def paths(self, mean: int, least: int) -> list[Path]:
        """Return paths over all cells, most of about `mean` cells; short ones can remain."""
        out = []
        while self.free:
            fewest = min(map(self._ways, self.free))
            start = self.random.choice(sorted(c for c in self.free if self._ways(c) == fewest))
            path = self._grow(start, self.random.randint(least, max(least, 2 * mean - least)))
            out.append(path)
        return out

    def _ways(self, cell: int) -> int:
        return sum(other in self.free for other in self.beside[cell])

    def _grow(self, start: int, length: int) -> Path:
        path = [start]
        self.free.discard(start)
        while len(path) < length:
            ways = [cell for cell in self.beside[path[-1]] if cell in self.free]
            if not ways:
                break
            kept = [cell for cell in ways if not self._leaves_alone(path[-1], cell)]
            path.append(self.random.choice(kept or ways))
            self.free.discard(path[-1])
        return path

    def _leaves_alone(self, tip: int, step: int) -> bool:
        """Return whether, after a step, a free neighbour of the tip has no free neighbour left."""
        self.free.discard(step)
        alone = any(c in self.free and not self._ways(c) for c in self.beside[tip])
        self.free.add(step)
        return alone


METHOD = PathGrowth()
