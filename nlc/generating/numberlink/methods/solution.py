"""The default: a random cover is the solution, and the puzzle is changed until it is the only one.

Where uniqueness is not wished, the solution comes from a walk whose limit takes every cover with
the wished number of paths equally often (`cover`). Where it is, and on large boards, paths that do
not touch themselves are planted even if the rules do not ask for it, as far as the board has such a
cover: it is far more often the only one, and far sooner found.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from nlc.generating.numberlink.draft import Draft
from nlc.generating.numberlink.request import NumberlinkRequest
from nlc.generating.numberlink.unique import answerable, made_unique


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

    def make(self, request: NumberlinkRequest, random: Random) -> Draft:
        """Try once to make a puzzle."""
        if request.unique:
            return made_unique(request, random)
        return Draft(answerable(request, random, 200).links(), {})


METHOD = Solution()
