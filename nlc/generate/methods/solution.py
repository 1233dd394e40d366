"""The default: a random cover is the solution, and the puzzle is changed until it is the only one.

Where uniqueness is not wished, the solution comes from a walk whose limit takes every cover with
the wished number of paths equally often (`nlc.generate.cover`). Where it is, paths that keep off
themselves are planted even if the rules do not ask for it: such a board is far more often unique.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

import numpy as np

from nlc.generate.cover import Cover
from nlc.generate.draft import Draft, Wish
from nlc.generate.prober import Prober, UndecidedError

TEMPERATURE = 0.12
"""In faults; low enough for the faults to vanish, and moves without a change of energy are free."""

MIXING = 100
"""Proposed moves for each cell before a cover counts as random."""

_MIXING_CHANGED = 20
"""The same where the cover will be changed again for the sake of uniqueness."""

_SETTLING = 1000
"""Proposed moves for each cell within which all faults must have gone."""

_STIRRING = 0.4
"""The temperature at which a cover is changed where solutions differ."""

_STIRS = 60
_PATIENCE = 10
"""After every so many changes, a board whose number of pairs is free gets another pair."""


class Solution:
    """Plants a random cover and moves its ends until no other solution is left."""

    summary = "any board; a random solution, then its ends moved until it is the only one"
    options: Mapping[str, bool] = MappingProxyType({})
    switches: Mapping[str, str] = MappingProxyType({})

    def refusal(self, wish: Wish) -> str | None:
        """Refuse boards with a cell that has no neighbour."""
        if (wish.shape.board.cell_links.lengths == 0).any():
            return "a cell of the board has no neighbour, and every cell gets a path"
        return None

    def make(self, wish: Wish, random: Random) -> Draft | None:
        """Try once to make a puzzle."""
        touch = wish.options.get("touch", True) and not wish.unique
        turn = not wish.options.get("no2x2", False)
        least = 2 if wish.trivial else 3
        board = wish.shape.board
        cover = Cover(board, wish.wanted, random, touch=touch, turn=turn, least=least)
        cells = list(range(cover.cells))
        mixing = _MIXING_CHANGED if wish.unique else MIXING
        _walk(cover, cells, mixing * cover.cells, TEMPERATURE, random)
        prober: Prober | None = None
        for stirs in range(_STIRS):
            if not _settle(cover, cells, random):
                return None
            links = cover.links()
            if not wish.unique:
                return Draft(links, {})
            ends = [(path[0], path[-1]) for path in sorted(cover.paths.values())]
            area = cells
            if prober is None or len(ends) > prober.most:
                prober = Prober(wish.shape, wish.options, len(ends))
            try:
                other = prober.solve(ends, links)
                if other is None:
                    return Draft(links, {"stirs": stirs}, unique=True)
                area = np.unique(board.link_cells[links != other]).tolist()
            except UndecidedError:
                pass
            if wish.pairs is None and stirs % _PATIENCE == _PATIENCE - 1:
                cover.wanted += 1
                cover.energy += 1
            _walk(cover, area, 10 * len(area), _STIRRING, random)
        return None


def _walk(cover: Cover, area: list[int], moves: int, temperature: float, random: Random) -> None:
    draw = random.random
    for _ in range(moves):
        cover.move(area[int(draw() * len(area))], temperature)


def _settle(cover: Cover, cells: list[int], random: Random) -> bool:
    """Walk until no fault is left; return whether that was reached."""
    draw, count = random.random, len(cells)
    for _ in range(_SETTLING * count):
        if not cover.energy:
            return True
        cover.move(cells[int(draw() * count)], TEMPERATURE)
    return not cover.energy


METHOD = Solution()
