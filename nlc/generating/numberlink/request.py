"""What Numberlink puzzles are wanted."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

from msgspec import Struct, field

from nlc.generating.difficulty import Wish
from nlc.generating.shape import Shape

EASY_CELLS = 11
"""For how many cells there is a label where it is easy to make the solution the only one."""


class NumberlinkRequest(Struct, frozen=True):
    """What puzzles are wanted.

    Attributes:
        options: of the genre, those that differ from its defaults or were asked for.
        pairs: how many labels, or None for the square root of the number of cells, or so.
        trivial: paths all of whose cells have labels are allowed, such as pairs of neighbours
            joined by a single link.
        switches: of the method, by name.
        difficulty: how hard they are to be; for unique puzzles.
        group: on how many cells each label stands.
    """

    shape: Shape
    options: Mapping[str, bool]
    pairs: int | None = None
    unique: bool = False
    trivial: bool = False
    switches: Mapping[str, bool] = field(default_factory=dict)
    difficulty: Wish = Wish()
    group: int = 2
    method: str = "solution"

    @property
    def genre(self) -> str:
        """The genre of the puzzles."""
        return "numberlink" if self.group == 2 else "multilink"

    @property
    def least(self) -> int:
        """Of how many cells a path is at least."""
        return self.group if self.trivial else self.group + 1

    @property
    def wanted(self) -> int:
        """The number of labels; where none is wished, near the square root of the cells.

        Where paths may touch themselves, a large board with so few has many solutions, and they are
        hard to find: it gets a label for every so many cells.
        """
        if self.pairs is not None:
            return self.pairs
        cells = self.shape.cells
        wanted = round(sqrt(cells))
        if self.options.get("touch", True) and not self.options.get("no2x2", False):
            # Where paths may touch themselves, one label for 14 cells makes few other solutions.
            wanted = max(wanted, round(cells / 14))
        return max(1, min(wanted, cells // self.least))

    @property
    def option_texts(self) -> dict[str, str]:
        """The options that a puzzle sets, as the puzzle language writes them."""
        return {name: str(value).lower() for name, value in self.options.items()}
