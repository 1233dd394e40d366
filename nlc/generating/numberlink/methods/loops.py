"""Large boards: strands woven over the whole board, none of which touches itself."""

from __future__ import annotations

from random import Random
from types import MappingProxyType

from nlc.generating.numberlink.draft import Path
from nlc.generating.numberlink.methods import Method
from nlc.generating.numberlink.request import NumberlinkRequest
from nlc.generating.numberlink.weave import Weave


class Loops(Method):
    """Weaves a random cover and repairs its faults.

    Rings are cut; the paths that touch themselves, trivial pairs and what is missing of the number
    of paths are then faults of a cover, which moves as that of `solution`.
    """

    summary = "large boards of squares, woven; paths do not touch themselves"
    options = MappingProxyType({"touch": False})

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

    def paths(self, request: NumberlinkRequest, random: Random) -> list[Path]:
        """Return the strands of a weave."""
        assert request.shape.rectangle is not None
        weave = Weave(*request.shape.rectangle)
        weave.anneal(2 * request.wanted, random)
        return weave.paths()


METHOD = Loops()
