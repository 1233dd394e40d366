"""A request for Slitherlink puzzles, and the boards on which they are made."""

from __future__ import annotations

import numpy as np
from msgspec import Struct, field

from nlc.errors import fail
from nlc.generating.difficulty import Wish
from nlc.generating.removing import Removal
from nlc.generating.shape import BRIDGE, HOLE, Shape, blank
from nlc.generating.slitherlink.lattice import LATTICES
from nlc.generating.slitherlink.outline import Outline, outline
from nlc.generating.slitherlink.scale import LineSpec


class SlitherlinkRequest(Struct, frozen=True):
    """A request for Slitherlink puzzles.

    Attributes:
        shape: the board; its tiling and outline are also those of `line`.
        difficulty: the requested difficulty.
    """

    shape: Shape
    line: LineSpec
    removal: Removal = field(default_factory=Removal)
    difficulty: Wish = Wish()


def tiling(shape: Shape) -> str:
    """Return the name of the tiling of a board, without its settings."""
    return shape.topology.partition("(")[0]


def board_and_outline(shape: Shape) -> tuple[Shape, Outline]:
    """Return a board, as `blank` makes it if it is whole, and its outline.

    Raises:
        UserError: puzzles are not made on it.
    """
    if tiling(shape) not in LATTICES:
        known = f"slitherlink puzzles are made on {', '.join(LATTICES)}"
        raise fail(f"no slitherlink puzzles are made on {shape.topology}", hint=known)
    if any(token == BRIDGE for row in shape.rows for _, token in row):
        raise fail(
            "slitherlink puzzles are made on boards without bridges",
            hint="a line along the sides of cells crosses nothing: draw cells (.) or holes (#)",
        )
    if all(token == HOLE for row in shape.rows for _, token in row):
        raise fail("the board has no cells")
    area = outline(shape.board, 10_000)
    if area is None:
        hint = "without wrap=, and with hexagons that have a corner at the top"
        raise fail(f"no slitherlink puzzles are made on {shape.topology}", hint=hint)
    if min(area.rows, area.cols) < 2:
        raise fail("slitherlink puzzles are made of two rows and two columns or more")
    return _whole(shape, area) or shape, area


def _whole(shape: Shape, area: Outline) -> Shape | None:
    """Return the equal board that `blank` makes from a size, or None if there is none."""
    if shape.topology not in LATTICES or shape.passages or area.missing:
        return None
    whole = blank(shape.topology, area.cols, area.rows)
    return whole if np.array_equal(shape.board.link_cells, whole.board.link_cells) else None
