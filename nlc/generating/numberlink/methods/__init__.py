"""The methods of making Numberlink puzzles, and what one is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from nlc.registry import Registry

if TYPE_CHECKING:
    from random import Random

    from nlc.generating.numberlink.draft import Draft
    from nlc.generating.numberlink.request import NumberlinkRequest


class Method(Protocol):
    """A way to make Numberlink puzzles; it holds nothing but its description.

    Attributes:
        summary: one line for lists of methods.
        options: the values of the genre's options that it is made for.
        switches: the switches that it has, with what each does.
    """

    summary: str
    options: Mapping[str, bool]
    switches: Mapping[str, str]

    def refusal(self, request: NumberlinkRequest) -> str | None:
        """Return why no request like this can be met by this method, or None."""

    def make(self, request: NumberlinkRequest, random: Random) -> Draft | None:
        """Try once to make a puzzle.

        Returns:
            A draft with as many paths as asked for that keeps the rules, and None where nothing was
            found. Where unique puzzles are wanted and the draft does not say that it is one, it is
            proved, or dropped, by the caller.

        Raises:
            FailedError: nothing was found, and the text says why.
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
