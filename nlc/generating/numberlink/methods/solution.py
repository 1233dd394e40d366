"""The default: a random cover is the solution, and the puzzle is changed until it is the only one.

Where the puzzle need not be unique, the solution comes from a walk that tends to every cover with
the requested number of paths equally often (`nlc.generating.numberlink.cover`). For unique puzzles
and on large boards, the paths do not touch themselves even where the rules allow it, if the board
has such a cover: it is far more often the only solution, and found far sooner.
"""

from __future__ import annotations

from nlc.generating.numberlink.methods import Method
from nlc.generating.numberlink.request import NumberlinkRequest


class RandomCover(Method):
    """Plants a random cover and moves its ends until no other solution is left."""

    summary = "any board; a random solution, then its ends moved until it is the only one"

    def refusal(self, request: NumberlinkRequest) -> str | None:
        """Refuse boards with a cell that has no neighbour, whatever the rules."""
        if (request.shape.board.cell_links.lengths == 0).any():
            return "a cell of the board has no neighbour, and every cell gets a path"
        return None


METHOD = RandomCover()
