"""The methods of making Numberlink puzzles, and their interface."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from nlc.registry import Registry

if TYPE_CHECKING:
    from random import Random

    from nlc.generating.numberlink.draft import Draft
    from nlc.generating.numberlink.request import NumberlinkRequest


class Method(Protocol):
    """A way to make Numberlink puzzles; it has no state.

    Attributes:
        summary: one line for lists of methods.
        options: the values of the genre's options that it is made for.
        switches: the effect of each of its switches, by name.
    """

    summary: str
    options: Mapping[str, bool]
    switches: Mapping[str, str]

    def refusal(self, request: NumberlinkRequest) -> str | None:
        """Return why this method cannot meet a request, or None if it can."""

    def make(self, request: NumberlinkRequest, random: Random) -> Draft | None:
        """Try once to make a puzzle.

        Returns:
            A draft that keeps the rules and has as many paths as requested; None where nothing was
            found. Where unique puzzles are requested and the draft is not marked as unique, the
            caller proves that it is, or drops it.

        Raises:
            FailedError: nothing was found; the text is the reason.
        """


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
