"""The default: a random cover is the solution, and the puzzle is changed until it is the only one.

Where the puzzle need not be unique, the solution comes from a walk that tends to every cover with
the requested number of paths equally often (`nlc.generating.numberlink.cover`). For unique puzzles
and on large boards, the paths do not touch themselves even where the rules allow it, if the board
has such a cover: it is far more often the only solution, and found far sooner.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from nlc.generating.numberlink.draft import Draft
from nlc.generating.numberlink.request import NumberlinkRequest
from nlc.generating.numberlink.unique import solvable_cover, unique_draft


class RandomCover:
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
            return unique_draft(request, random)
        return Draft(solvable_cover(request, random, 200).links(), {})


METHOD = RandomCover()
