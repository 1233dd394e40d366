"""The methods of making Numberlink puzzles, and their interface."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType

from nlc.generating.numberlink.draft import Draft, Path
from nlc.generating.numberlink.request import NumberlinkRequest
from nlc.generating.numberlink.unique import draft_of
from nlc.generating.numberlink.weave import Weave
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


class RandomCover(Method):
    """Plants a random cover and moves its ends until no other solution is left.

    Where the puzzle need not be unique, the solution comes from a walk that tends to every cover
    with the requested number of paths equally often (`nlc.generating.numberlink.cover`). For unique
    puzzles and on large boards, the paths do not touch themselves even where the rules allow it, if
    the board has such a cover: it is far more often the only solution, and found far sooner.
    """

    summary = "any board; a random solution, then its ends moved until it is the only one"

    def refusal(self, request: NumberlinkRequest) -> str | None:
        """Refuse boards with a cell that has no neighbour, whatever the rules."""
        if (request.shape.board.cell_links.lengths == 0).any():
            return "a cell of the board has no neighbour, and every cell gets a path"
        return None


class Loops(Method):
    """Weaves a random cover and repairs its faults.

    Rings are cut; the paths that touch themselves, trivial pairs and what is missing of the number
    of paths are then faults of a cover, which moves as that of `RandomCover`.
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


METHODS: Registry[Method] = Registry(
    "method",
    "METHOD",
    "nlc.methods",
    {
        "domino": "nlc.generating.numberlink.methods.joining:Domino",
        "loops": Loops(),
        "path": "nlc.generating.numberlink.methods.joining:PathGrowth",
        "scatter": "nlc.generating.numberlink.methods.scatter:Scatter",
        "solution": RandomCover(),
    },
)

DEFAULT = "solution"
