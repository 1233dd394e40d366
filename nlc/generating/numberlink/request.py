"""A request for Numberlink puzzles."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

from msgspec import Struct, field

from nlc.generating.difficulty import DifficultyRequest
from nlc.generating.made import RuleText
from nlc.generating.shape import Shape

EASY_CELLS = 11
"""Cells for each label with which unique puzzles are easy to make."""


class NumberlinkRequest(Struct, frozen=True):
    """A request for Numberlink puzzles.

    Attributes:
        options: of the genre, those that differ from its defaults or were given.
        pairs: the number of labels; None for about the square root of the number of cells.
        trivial: paths all of whose cells have labels are allowed, such as pairs of neighbours
            joined by a single link.
        switches: of the method, by name.
        difficulty: the requested difficulty; for unique puzzles.
        group: the number of cells that have one label.
    """

    shape: Shape
    options: Mapping[str, bool]
    pairs: int | None = None
    unique: bool = False
    trivial: bool = False
    switches: Mapping[str, bool] = field(default_factory=dict)
    difficulty: DifficultyRequest = DifficultyRequest()
    group: int = 2
    method: str = "solution"

    @property
    def rules(self) -> RuleText:
        """The genre of the puzzles."""
        return RuleText("numberlink" if self.group == 2 else "multilink")

    @property
    def least(self) -> int:
        """The least number of cells of a path."""
        return self.group if self.trivial else self.group + 1

    @property
    def wanted(self) -> int:
        """The number of labels; where none is given, near the square root of the number of cells.

        Where paths may touch themselves, a large board with so few labels has many solutions, which
        are hard to find; so there is at least one label for each 14 cells.
        """
        if self.pairs is not None:
            return self.pairs
        cells = self.shape.cells
        wanted = round(sqrt(cells))
        if self.options.get("touch", True) and not self.options.get("no2x2", False):
            wanted = max(wanted, round(cells / 14))
        return max(1, min(wanted, cells // self.least))

    @property
    def option_texts(self) -> dict[str, str]:
        """The options that a puzzle sets, as the puzzle language writes them."""
        return {name: str(value).lower() for name, value in self.options.items()}
