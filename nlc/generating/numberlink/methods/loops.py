"""Large boards: strands woven over the whole board, none of which touches itself."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

import numpy as np

from nlc.arrays import Bools
from nlc.board import Board
from nlc.generating.numberlink.draft import Draft, inner_labels, paths_of
from nlc.generating.numberlink.request import NumberlinkRequest
from nlc.generating.numberlink.strands import Strands
from nlc.generating.numberlink.verify import another, planted, program_of
from nlc.generating.numberlink.weave import Weave, anneal

_TRIES_PER_CELL = 100
_STIRS = 20
"""How often a board that is not unique is changed where its solutions differ."""


class Loops:
    """Weaves a random cover and puts right what is wrong with it.

    First ends are strewn over a cover by rings and made to vanish again, by moves that keep to what
    can be seen at one cell or vertex (`anneal`). Then rings, paths that touch themselves and
    trivial pairs are moved away, under Metropolis's rule with the number of faults as energy
    (`strands`). A board that turns out to have another solution is changed where the two differ.
    """

    summary = "large boards of squares, woven; paths do not touch themselves"
    options: Mapping[str, bool] = MappingProxyType({"touch": False})
    switches: Mapping[str, str] = MappingProxyType({})

    def refusal(self, request: NumberlinkRequest) -> str | None:
        """Refuse all but whole rectangles of squares, and boards of a single row or column."""
        size = request.shape.rectangle
        if size is None:
            return "it weaves whole rectangles of squares only"
        if min(size) == 1:
            return "it needs two rows and two columns"
        if not request.options.get("cover", True):
            return "it covers every cell, so that it never needs cover=false"
        return None

    def make(self, request: NumberlinkRequest, random: Random) -> Draft | None:
        """Try once to make a puzzle."""
        assert request.shape.rectangle is not None
        weave = Weave(*request.shape.rectangle)
        wanted = 2 * request.wanted
        anneal(weave, wanted, random)
        strands = Strands(weave, request.least)
        for stirs in range(_STIRS + 1):
            if not strands.repair(wanted, random, _TRIES_PER_CELL * len(weave.cells)):
                return None
            links = _links(weave, request.shape.board)
            if not request.unique:
                return Draft(links, {})
            inner = inner_labels(request, paths_of(request.shape.board, links), random)
            if inner is None:
                return None
            program = program_of(request, links, inner)
            other = another(program, planted(program, links))
            if other is None:
                return Draft(links, {"stirs": stirs}, unique=True, inner=inner)
            differing = request.shape.board.link_cells[links != other]
            cells = [weave.cells[i] for i in np.unique(differing).tolist()]
            strands.stir(cells, wanted, random, 5 * len(cells))
        return None


def _links(weave: Weave, board: Board) -> Bools:
    """Return the drawn links, shape (links,), in the order of the board."""
    right, down = weave.links()
    first, last = board.link_cells.T
    row, col = np.divmod(first, weave.cols)
    out = np.zeros(len(first), np.bool_)
    across = (last - first == 1) & (weave.cols > 1)
    out[across] = right[row[across], col[across]]
    out[~across] = down[row[~across], col[~across]]
    return out


METHOD = Loops()
