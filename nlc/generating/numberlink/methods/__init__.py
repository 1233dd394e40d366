"""The methods of making Numberlink puzzles, and their interface."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType

from nlc.generating.numberlink.draft import Draft, Path
from nlc.generating.numberlink.request import NumberlinkRequest
from nlc.generating.numberlink.unique import draft_of
from nlc.registry import Registry


class Method:
    """A way to make Numberlink puzzles; it has no state.

    Attributes:
        summary: one line for lists of methods.
        options: the values of the genre's options that it is made for.
        switches: the names of its switches.
    """

    summary: str
    options: Mapping[str, bool] = MappingProxyType({})
    switches: Sequence[str] = ()

    def refusal(self, request: NumberlinkRequest) -> str | None:
        """Return why this method cannot meet a request, or None if it can."""
        return None

    def make(self, request: NumberlinkRequest, random: Random) -> Draft | None:
        """Try once to make a puzzle.

        Returns:
            A draft that keeps the rules and has as many paths as requested; None where nothing was
            found. Where unique puzzles are requested and the draft is not marked as unique, the
            caller proves that it is, or drops it.

        Raises:
            FailedError: nothing was found; the text is the reason.
        """
        return draft_of(request, random, self.paths(request, random))

    def paths(self, request: NumberlinkRequest, random: Random) -> list[Path] | None:
        """Return paths over the whole board, to be joined and moved; None: random ones."""
        return None


class Joining(Method):
    """Joins pieces end to end, by the moves of `solution`."""

    def refusal(self, request: NumberlinkRequest) -> str | None:
        """Refuse rules against touching, and bridges."""
        if not request.options.get("touch", True) or request.options.get("no2x2", False):
            return "it does not look whether paths touch themselves"
        return "its paths might end on a bridge" if request.shape.lanes else None


METHODS: Registry[Method] = Registry(
    "method",
    "METHOD",
    "nlc.methods",
    {
        "domino": "nlc.generating.numberlink.methods.domino",
        "loops": "nlc.generating.numberlink.methods.loops",
        "path": "nlc.generating.numberlink.methods.path",
        "scatter": "nlc.generating.numberlink.methods.scatter",
        "solution": "nlc.generating.numberlink.methods.solution",
    },
)

DEFAULT = "solution"
