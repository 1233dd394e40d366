"""The common part of the methods that join pieces of paths."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from nlc.encode.policy import READINGS_FROM
from nlc.generating.numberlink.draft import Draft, FailedError, Path
from nlc.generating.numberlink.pieces import join_paths, links_of
from nlc.generating.numberlink.request import NumberlinkRequest
from nlc.generating.numberlink.unique import solvable_cover, unique_draft


class Joining:
    """Joins pieces end to end.

    For one solution, and on large boards, ends are then moved as by `solution`.
    """

    options: Mapping[str, bool] = MappingProxyType({})
    switches: Mapping[str, str] = MappingProxyType({})

    def refusal(self, request: NumberlinkRequest) -> str | None:
        """Refuse rules against touching, and bridges."""
        if not request.options.get("touch", True) or request.options.get("no2x2", False):
            return "it does not look whether paths touch themselves"
        return "its paths might end on a bridge" if request.shape.lanes else None

    def make(self, request: NumberlinkRequest, random: Random) -> Draft:
        """Try once to make a puzzle."""
        board, wanted = request.shape.board, request.wanted
        pieces, counts = self.pieces(request, random)
        if request.unique:
            paths = join_paths(board, pieces, wanted, 1, random, exact=False)
            return unique_draft(request, random, paths)
        if request.shape.cells >= READINGS_FROM:
            paths = join_paths(board, pieces, wanted, 1, random, exact=False)
            return Draft(solvable_cover(request, random, 0, paths).links(), counts)
        exact = request.pairs is not None
        paths = join_paths(board, pieces, wanted, request.least, random, exact=exact)
        if paths is None:
            raise FailedError("not joined")
        return Draft(links_of(board, paths), counts)

    @abstractmethod
    def pieces(
        self, request: NumberlinkRequest, random: Random
    ) -> tuple[list[Path], Mapping[str, int]]:
        """Return pieces that cover the board, and counts by name."""
