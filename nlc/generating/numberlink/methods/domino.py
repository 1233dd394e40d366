"""Dominoes, turned at random and then joined end to end."""

from __future__ import annotations

from random import Random

import numpy as np

from nlc.board import Board
from nlc.generating.numberlink.cover import join_paths
from nlc.generating.numberlink.draft import Path
from nlc.generating.numberlink.methods import Joining
from nlc.generating.numberlink.request import NumberlinkRequest


class Domino(Joining):
    """Tiles the board with dominoes, turns some of them and joins them without closing a ring.

    Two dominoes side by side are turned to lie the other way; by such turns every tiling of a
    rectangle of squares can be reached from every other (Thurston, "Conway's tiling groups", 1990).
    On triangles, three dominoes round a vertex are turned. A cell that has no domino takes one from
    a neighbour, and where two such cells meet, they share one.
    """

    summary = "boards without bridges; dominoes turned at random, then joined"

    def paths(self, request: NumberlinkRequest, random: Random) -> list[Path]:
        """Return dominoes, and single cells where none fits, joined."""
        tiling = Tiling(request.shape.board, random)
        for _ in range(20 * request.shape.cells):
            tiling.turn()
        dominoes = (sorted({*pair}) for pair in enumerate(tiling.partner) if pair[0] <= pair[1])
        return join_paths(request.shape.board, dominoes, random, request.wanted)


class Tiling:
    """Dominoes on a board.

    Attributes:
        partner: the other cell of the domino on each cell; the cell itself if it has no domino.
    """

    def __init__(self, board: Board, random: Random) -> None:
        self._random = random
        self._links: list[tuple[int, int]] = [(a, b) for a, b in board.link_cells.tolist()]
        self._known = {pair for a, b in self._links for pair in ((a, b), (b, a))}
        self._rings = [
            ring
            for ring in map(board.vertex_links.row, np.flatnonzero(board.vertex_inner).tolist())
            if len(ring) == 6
        ]
        self.partner = list(range(len(board.centers)))
        for a, b in random.sample(self._links, len(self._links)):
            self._join(a, b)

    def turn(self) -> bool:
        """Turn dominoes at a random place; return whether any could be turned."""
        random, partner = self._random, self.partner
        if self._rings and random.random() < 0.2:
            return self._turn_ring(self._rings[random.randrange(len(self._rings))].tolist())
        if not self._links:
            return False
        a, b = self._links[random.randrange(len(self._links))]
        c, d = partner[a], partner[b]
        if c == b:
            return False
        if a == c or b == d:  # a cell without a domino gets one, from the other cell if it has one
            partner[c], partner[d] = c, d
        elif (c, d) in self._known:
            partner[c], partner[d] = d, c
        else:
            return False
        partner[a], partner[b] = b, a
        return True

    def _turn_ring(self, ring: list[int]) -> bool:
        """Turn the dominoes on the cells round a vertex, given by its links, if all lie there."""
        pairs = [self._links[link] for link in ring]
        laid = [self.partner[a] == b for a, b in pairs]
        if 2 * sum(laid) < len(pairs):
            return False
        for (a, b), lies in zip(pairs, laid, strict=True):
            if not lies:
                self.partner[a], self.partner[b] = b, a
        return True

    def _join(self, a: int, b: int) -> None:
        if self.partner[a] == a and self.partner[b] == b:
            self.partner[a], self.partner[b] = b, a


METHOD = Domino()
