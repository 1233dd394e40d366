"""Methods that join pieces end to end: dominoes, or paths that have grown over free cells."""

from __future__ import annotations

from random import Random

import numpy as np

from nlc.board import Board
from nlc.generating.numberlink.cover import join_paths
from nlc.generating.numberlink.draft import Path
from nlc.generating.numberlink.methods import Method
from nlc.generating.numberlink.request import NumberlinkRequest
from nlc.generating.shape import neighbours


class Joining(Method):
    """Joins pieces end to end, by the moves of `solution`."""

    def refusal(self, request: NumberlinkRequest) -> str | None:
        """Refuse rules against touching, and bridges."""
        if not request.options.get("touch", True) or request.options.get("no2x2", False):
            return "it does not look whether paths touch themselves"
        return "its paths might end on a bridge" if request.shape.lanes else None

    def paths(self, request: NumberlinkRequest, random: Random) -> list[Path]:
        """Return the pieces, joined where they are too many."""
        pieces = self.pieces(request, random)
        return join_paths(request.shape.board, pieces, random, request.wanted)

    def pieces(self, request: NumberlinkRequest, random: Random) -> list[Path]:
        """Return short paths over the whole board."""
        raise NotImplementedError


class Domino(Joining):
    """Tiles the board with dominoes, turns some of them and joins them without closing a ring.

    Two dominoes side by side are turned to lie the other way; by such turns every tiling of a
    rectangle of squares can be reached from every other (Thurston, "Conway's tiling groups", 1990).
    On triangles, three dominoes round a vertex are turned. A cell that has no domino takes one from
    a neighbour, and where two such cells meet, they share one.
    """

    summary = "boards without bridges; dominoes turned at random, then joined"

    def pieces(self, request: NumberlinkRequest, random: Random) -> list[Path]:
        """Return dominoes, and single cells where none fits."""
        board = request.shape.board
        links: list[tuple[int, int]] = [(a, b) for a, b in board.link_cells.tolist()]
        rings = _rings_of_six(board, links)
        partner = list(range(len(board.centers)))  # of a cell without a domino, itself
        for a, b in random.sample(links, len(links)):
            if partner[a] == a and partner[b] == b:
                partner[a], partner[b] = b, a
        beside = {pair for a, b in links for pair in ((a, b), (b, a))}
        for _ in range(20 * request.shape.cells if links else 0):
            if rings and random.random() < 0.2:
                _turn_ring(rings[random.randrange(len(rings))], partner)
                continue
            a, b = links[random.randrange(len(links))]
            c, d = partner[a], partner[b]
            if c == b:
                continue
            if a == c or b == d:  # a cell without a domino gets one, from the other if it has one
                partner[c], partner[d] = c, d
            elif (c, d) in beside:
                partner[c], partner[d] = d, c
            else:
                continue
            partner[a], partner[b] = b, a
        return [sorted({a, b}) for a, b in enumerate(partner) if a <= b]


def _rings_of_six(board: Board, links: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Return the pairs of neighbours round each inner vertex with six cells."""
    around = map(board.vertex_links.row, np.flatnonzero(board.vertex_inner).tolist())
    return [[links[link] for link in ring.tolist()] for ring in around if len(ring) == 6]


def _turn_ring(ring: list[tuple[int, int]], partner: list[int]) -> None:
    """Turn the dominoes on the cells round a vertex, if all lie there."""
    laid = [partner[a] == b for a, b in ring]
    if 2 * sum(laid) == len(ring):
        for (a, b), lies in zip(ring, laid, strict=True):
            if not lies:
                partner[a], partner[b] = b, a


class PathGrowth(Joining):
    """Grows paths by random steps, which avoid to leave a cell alone.

    A path starts at one of the free cells with the fewest free neighbours and grows to a random
    length; short ones can remain.
    """

    summary = "boards without bridges; paths grown one after the other"

    def pieces(self, request: NumberlinkRequest, random: Random) -> list[Path]:
        """Return the paths that have grown."""
        least, beside = request.least, neighbours(request.shape.board)
        mean = max(least, request.shape.cells // request.wanted)
        free = set(range(len(beside)))

        def ways(cell: int) -> list[int]:
            return [other for other in beside[cell] if other in free]

        def leaves_alone(step: int, others: list[int]) -> bool:
            return any(other != step and {*ways(other)} <= {step} for other in others)

        paths = list[Path]()
        while free:
            fewest = min(len(ways(cell)) for cell in free)
            path = [random.choice(sorted(cell for cell in free if len(ways(cell)) == fewest))]
            length = random.randint(least, max(least, 2 * mean - least))
            free.remove(path[0])
            while len(path) < length and (steps := ways(path[-1])):
                kept = [step for step in steps if not leaves_alone(step, steps)]
                path.append(random.choice(kept or steps))
                free.remove(path[-1])
            paths.append(path)
        return paths
