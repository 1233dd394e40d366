"""Hexagons: drawn in doubled coordinates, or plain rows with a named layout.

Doubled, offset and axial coordinates are those of Amit Patel, "Hexagonal Grids" (Red Blob Games).
"""

from __future__ import annotations

from math import sqrt
from types import MappingProxyType

import numpy as np

from nlc.board.drawing import Drawing, require_rectangle
from nlc.board.tilings import base
from nlc.board.tilings.base import half_steps

POINTY = base.Shape(
    (
        base.Polygon(
            corners={
                "N": (0, -2),
                "NE": (1, -1),
                "SE": (1, 1),
                "S": (0, 2),
                "SW": (-1, 1),
                "NW": (-1, -1),
            },
            sides=("NE", "E", "SE", "SW", "W", "NW"),
        ),
    ),
    scale=(sqrt(3) / 2, 0.5),
)

FLAT = base.Shape(
    (
        base.Polygon(
            corners={
                "NE": (1, -1),
                "E": (2, 0),
                "SE": (1, 1),
                "SW": (-1, 1),
                "W": (-2, 0),
                "NW": (-1, -1),
            },
            sides=("N", "NE", "SE", "S", "SW", "NW"),
            first=5,
        ),
    ),
    scale=(0.5, sqrt(3) / 2),
)


class Hex:
    """The hexagonal tiling.

    ``layout=drawn`` has pointy-top hexagons at the columns of their tokens. The other layouts have
    rows of tokens as in a matrix: ``odd_r`` and ``even_r`` shift the odd or even rows (from 0) half
    a cell right, ``axial`` shifts each row half a cell further than the one above, and ``odd_q``
    and ``even_q`` are flat-top with the odd or even columns shifted half a cell down.
    """

    stagger = 1
    settings = MappingProxyType(
        {"layout": ("drawn", "odd_r", "even_r", "odd_q", "even_q", "axial"), "wrap": base.WRAPS}
    )

    def place(self, drawing: Drawing, settings: base.Settings) -> base.Placement:
        """Place tokens at doubled coordinates."""
        layout, row, col = settings["layout"], drawing.row, drawing.col
        if layout != "drawn":
            require_rectangle(drawing)
        kind = np.zeros_like(row)
        if layout in ("odd_q", "even_q"):
            y = 2 * row + (col + (layout == "even_q")) % 2
            return base.Placement(FLAT, 3 * col, y, kind, _wrap_columns(drawing, settings))
        if layout == "drawn":
            x = half_steps(drawing)
        elif layout == "axial":
            x = 2 * col + row
        else:
            x = 2 * col + (row + (layout == "even_r")) % 2
        period = base.wrap_rows(drawing, settings, x, advance=2, height=3, chequered=True)
        return base.Placement(POINTY, x, 3 * row, kind, period)


def _wrap_columns(drawing: Drawing, settings: base.Settings) -> base.Period:
    """Return the period of a flat-top board, whose columns are the strips."""
    rows, cols = drawing.rows, int(drawing.lengths[0])
    across = down = 0
    if base.is_horizontal(settings):
        base.require_count(cols, "columns", settings)
        base.require_count(cols, "columns", settings, even=True)
        across = 3 * cols
    if base.is_vertical(settings):
        base.require_count(rows, "rows", settings)
        down = 2 * rows
    return base.Period(x=across, y=down)


TILING = Hex()
