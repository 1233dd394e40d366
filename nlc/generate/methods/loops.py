"""Large boards: strands woven over the whole board, none of which touches itself."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

import numpy as np

from nlc.arrays import Bools
from nlc.board.board import Board
from nlc.generate import judge
from nlc.generate.anneal import anneal
from nlc.generate.draft import Draft, Wish, inner_labels, paths_of
from nlc.generate.strands import Strands
from nlc.generate.weave import Weave

_TRIES_PER_CELL = 100
_STIRS = 20
"""How often a board that is not unique is changed where its solutions differ."""


class Loops:
    """Weaves a random cover and puts right what is wrong with it.

    First ends are strewn over a cover by rings and made to vanish again, by moves that keep to what
    can be seen at one cell or vertex (`nlc.generate.anneal`). Then rings, paths that touch
    themselves and trivial pairs are moved away, under Metropolis's rule with the number of faults
    as energy (`nlc.generate.strands`). A board that turns out to have another solution is changed
    where the two differ.
    """

    summary = "large boards of squares, woven; paths keep off themselves"
    options: Mapping[str, bool] = MappingProxyType({"touch": False})
    switches: Mapping[str, str] = MappingProxyType({})

    def refusal(self, wish: Wish) -> str | None:
        """Refuse all but whole rectangles of squares, and boards of a single row or column."""
        size = wish.shape.rectangle
        if size is None:
            return "it weaves whole rectangles of squares only"
        if min(size) == 1:
            return "it needs two rows and two columns"
        if not wish.options.get("cover", True):
            return "it covers every cell, so that it never needs cover=false"
        return None

    def make(self, wish: Wish, random: Random) -> Draft | None:
        """Try once to make a puzzle."""
        assert wish.shape.rectangle is not None
        weave = Weave(*wish.shape.rectangle)
        wanted = 2 * wish.wanted
        anneal(weave, wanted, random)
        strands = Strands(weave, wish.least)
        for stirs in range(_STIRS + 1):
            if not strands.repair(wanted, random, _TRIES_PER_CELL * len(weave.cells)):
                return None
            links = _links(weave, wish.shape.board)
            if not wish.unique:
                return Draft(links, {})
            inner = inner_labels(wish, paths_of(wish.shape.board, links), random)
            if inner is None:
                return None
            program = judge.program_of(wish, links, inner)
            other = judge.another(program, judge.planted(program, links))
            if other is None:
                return Draft(links, {"stirs": stirs}, unique=True, inner=inner)
            differing = wish.shape.board.link_cells[links != other]
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
