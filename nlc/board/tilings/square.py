"""Squares: a token's column is its ordinal in the row; blanks do not matter."""

from __future__ import annotations

from types import MappingProxyType

import numpy as np

from nlc.board.drawing import Drawing, require_rectangle
from nlc.board.tilings.base import WRAPS, Placement, Polygon, Settings, Shape, wrap_rows

SQUARES = Shape(
    (
        Polygon(
            corners={"NW": (0, 0), "NE": (1, 0), "SE": (1, 1), "SW": (0, 1)},
            sides=("N", "E", "S", "W"),
        ),
    ),
    scale=(1.0, 1.0),
)


class Square:
    """The square tiling."""

    stagger = 0
    settings = MappingProxyType({"wrap": WRAPS})

    def place(self, drawing: Drawing, settings: Settings) -> Placement:
        """Place token c of row r at (c, r); all rows must have the same number of tokens."""
        require_rectangle(drawing)
        x, y = drawing.col, drawing.row
        period = wrap_rows(drawing, settings, x, advance=1, height=1, chequered=False)
        return Placement(SQUARES, x, y, np.zeros_like(x), period)


TILING = Square()
