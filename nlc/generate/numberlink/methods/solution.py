"""The default: a random cover is the solution, and the puzzle is changed until it is the only one.

Where uniqueness is not wished, the solution comes from a walk whose limit takes every cover with
the wished number of paths equally often (`cover`). Where it is, paths that do not touch
themselves are planted even if the rules do not ask for it, as far as the board has such a cover: it
is far more often the only one.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

import numpy as np

from nlc.generate.numberlink.cover import Cover
from nlc.generate.numberlink.draft import Draft, inner_labels
from nlc.generate.numberlink.prober import Prober, UndecidedError
from nlc.generate.numberlink.request import NumberlinkRequest

TEMPERATURE = 0.12
"""In faults; low enough for the faults to vanish, and moves without a change of energy are free."""

MIXING = 200
"""Proposed moves for each path before a cover counts as random."""

_MIXING_CHANGED = 40
"""The same where the cover will be changed again for the sake of uniqueness."""

_SETTLING = 100
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

    def refusal(self, request: NumberlinkRequest) -> str | None:
        """Refuse boards with a cell that has no neighbour, whatever the rules."""
        if (request.shape.board.cell_links.lengths == 0).any():
            return "a cell of the board has no neighbour, and every cell gets a path"
        return None

    def make(self, request: NumberlinkRequest, random: Random) -> Draft | None:
        """Try once to make a puzzle."""
        board, touch = request.shape.board, request.options.get("touch", True)
        cover = _cover(request, random, touch=touch and not request.unique)
        if request.unique and touch and not _settle(cover):
            cover = _cover(request, random, touch=True)  # there may be no cover of the other kind
        prober: Prober | None = None
        for stirs in range(_STIRS):
            if not _settle(cover):
                return None
            links = cover.links()
            if not request.unique:
                return Draft(links, {})
            paths = sorted(cover.paths.values())
            inner = inner_labels(request, paths, random)
            if inner is None:  # a path has too few cells that may have a label
                _walk(cover, list(range(cover.cells)), 10 * cover.cells, _STIRRING, random)
                continue
            chosen = frozenset(inner)
            groups = [
                (path[0], *(cell for cell in path[1:-1] if cell in chosen), path[-1])
                for path in paths
            ]
            area = list(range(cover.cells))
            if prober is None or len(groups) > prober.most:
                prober = Prober(request.shape, request.options, len(groups))
            try:
                other = prober.solve(groups, links)
                if other is None:
                    return Draft(links, {"stirs": stirs}, unique=True, inner=inner)
                area = np.unique(board.link_cells[links != other]).tolist()
            except UndecidedError:
                pass
            if request.pairs is None and stirs % _PATIENCE == _PATIENCE - 1:
                cover.wanted += 1
                cover.energy += 1
            _walk(cover, area, 10 * len(area), _STIRRING, random)
        return None


def _cover(request: NumberlinkRequest, random: Random, *, touch: bool) -> Cover:
    """Return a random cover, which may have some faults left."""
    cover = Cover(
        request.shape.board,
        request.wanted,
        random,
        touch=touch,
        turn=not request.options.get("no2x2", False),
        least=request.least,
        barred=request.shape.lanes,
    )
    for _ in range((_MIXING_CHANGED if request.unique else MIXING) * request.wanted):
        cover.propose(TEMPERATURE)
    return cover


def _walk(cover: Cover, area: list[int], moves: int, temperature: float, random: Random) -> None:
    draw = random.random
    for _ in range(moves):
        cover.move(area[int(draw() * len(area))], temperature)


def _settle(cover: Cover) -> bool:
    """Walk until no fault is left; return whether that was reached."""
    for _ in range(_SETTLING * cover.cells):
        if not cover.energy:
            return True
        cover.propose(TEMPERATURE)
    return not cover.energy


METHOD = Solution()
