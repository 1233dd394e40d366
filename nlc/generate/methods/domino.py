"""Dominoes, turned at random and then joined end to end."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from nlc.generate.draft import Draft, Wish
from nlc.generate.pieces import TOUCHING, joined, links_of

_TURNS_PER_CELL = 20


class Domino:
    """Tiles the board with dominoes, turns pairs of them and joins them without closing a ring.

    Two dominoes side by side may be turned to lie the other way; by such turns every tiling of a
    rectangle can be reached from every other (Thurston, "Conway's tiling groups", 1990).
    """

    summary = "rectangles of squares; dominoes turned at random, then joined"
    options: Mapping[str, bool] = MappingProxyType({})
    switches: Mapping[str, str] = MappingProxyType({})

    def refusal(self, wish: Wish) -> str | None:
        """Refuse all but whole rectangles of squares, and rules against touching."""
        if wish.shape.rectangle is None:
            return "it tiles whole rectangles of squares only"
        if not wish.options.get("touch", True) or wish.options.get("no2x2", False):
            return TOUCHING
        return None

    def make(self, wish: Wish, random: Random) -> Draft | None:
        """Try once to make a puzzle."""
        assert wish.shape.rectangle is not None
        rows, cols = wish.shape.rectangle
        partner = _tiling(rows, cols)
        turns = 0
        for _ in range(_TURNS_PER_CELL * rows * cols if min(rows, cols) > 1 else 0):
            corner = random.randrange(rows - 1) * cols + random.randrange(cols - 1)
            turns += _turn(partner, corner, cols)
        dominoes = [sorted({cell, other}) for cell, other in enumerate(partner) if cell <= other]
        board = wish.shape.board
        least, exact = 2 if wish.trivial else 3, wish.pairs is not None
        paths = joined(board, dominoes, wish.wanted, least, random, exact=exact)
        return None if paths is None else Draft(links_of(board, paths), {"turned": turns})


def _tiling(rows: int, cols: int) -> list[int]:
    """Return the other cell of the domino on each cell; on an odd board, the last is single."""
    partner = list(range(rows * cols))
    for row in range(rows):
        for col in range(0, cols - 1, 2):
            cell = row * cols + col
            partner[cell], partner[cell + 1] = cell + 1, cell
    if cols % 2:
        for row in range(0, rows - 1, 2):
            cell = row * cols + cols - 1
            partner[cell], partner[cell + cols] = cell + cols, cell
    return partner


def _turn(partner: list[int], corner: int, cols: int) -> bool:
    """Turn the two dominoes on a block of four cells, if there are two."""
    a, b, c, d = corner, corner + 1, corner + cols, corner + cols + 1
    if partner[a] == b and partner[c] == d:
        partner[a], partner[c], partner[b], partner[d] = c, a, d, b
        return True
    if partner[a] == c and partner[b] == d:
        partner[a], partner[b], partner[c], partner[d] = b, a, d, c
        return True
    return False


METHOD = Domino()
