"""What Slitherlink puzzles are wanted, and on what boards they are made."""

from __future__ import annotations

import numpy as np
from msgspec import Struct, field

from nlc.errors import fail
from nlc.generating.difficulty import Wish
from nlc.generating.shape import BRIDGE, HOLE, Shape, blank
from nlc.generating.slitherlink.clues import Removal
from nlc.generating.slitherlink.lattice import LATTICES
from nlc.generating.slitherlink.outline import Outline, outline
from nlc.generating.slitherlink.scale import Line


class SlitherlinkRequest(Struct, frozen=True):
    """What puzzles are wanted.

    Attributes:
        shape: the board, whose tiling and outline `line` has, too.
        difficulty: how hard they are to be.
    """

    shape: Shape
    line: Line
    removal: Removal = field(default_factory=Removal)
    difficulty: Wish = Wish()


def tiling(shape: Shape) -> str:
    """Return the name of the tiling of a board, without its settings."""
    return shape.topology.partition("(")[0]


def laid(shape: Shape) -> tuple[Shape, Outline]:
    """Return a board, as a size describes it where one does, and the whole board under it.

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
    """Return a board as its size describes it, or None: no size does."""
    if shape.topology not in LATTICES or shape.passages or area.missing:
        return None
    whole = blank(shape.topology, area.cols, area.rows)
    return whole if np.array_equal(shape.board.link_cells, whole.board.link_cells) else None
