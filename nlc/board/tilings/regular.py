"""Squares, triangles and hexagons.

Doubled, offset and axial coordinates of hexagons are those of Amit Patel, "Hexagonal Grids" (Red
Blob Games).
"""

from __future__ import annotations

from math import sqrt
from types import MappingProxyType

import numpy as np

from nlc.board.drawing import Drawing, require_rectangle
from nlc.board.tilings import base


def _polygon(corners: str, sides: str, *, first: int = 0, opposed: bool = True) -> base.Polygon:
    """Return an outline from its corners, such as ``NW 0 0, NE 1 0``, and its sides, ``N E``."""
    named = (corner.split() for corner in corners.split(", "))
    places = {name: (int(x), int(y)) for name, x, y in named}
    return base.Polygon(places, tuple(sides.split()), first, opposed)


SQUARES = base.Shape((_polygon("NW 0 0, NE 1 0, SE 1 1, SW 0 1", "N E S W"),), (1.0, 1.0))


class Square:
    """The square tiling."""

    stagger = 0
    settings = MappingProxyType({"wrap": base.WRAPS})

    def place(self, drawing: Drawing, settings: base.Settings) -> base.Placement:
        """Place token c of row r at (c, r); all rows must have the same number of tokens."""
        require_rectangle(drawing)
        x, y = drawing.col, drawing.row
        period = base.wrap_rows(drawing, settings, x, advance=1, height=1, chequered=False)
        return base.Placement(SQUARES, x, y, np.zeros_like(x), period)


TRIANGLES = base.Shape(
    (
        _polygon("N 1 0, SE 2 1, SW 0 1", "E S W", opposed=False),
        _polygon("NW 0 0, NE 2 0, S 1 1", "N E W", opposed=False),
    ),
    scale=(0.5, sqrt(3) / 2),
)


class Triangle:
    """The triangular tiling.

    ``first`` is the orientation of the first token of the first row.
    """

    stagger = 0
    settings = MappingProxyType({"first": ("up", "down"), "wrap": base.WRAPS})

    def place(self, drawing: Drawing, settings: base.Settings) -> base.Placement:
        """Place tokens by pitches; the parity of place and row is the orientation."""
        x, y = base.whole_steps(drawing), drawing.row
        turned = settings["first"] == "down"
        # Six columns: with four, two borders would join the same two vertices.
        period = base.wrap_rows(drawing, settings, x, advance=1, height=1, chequered=True, least=6)
        return base.Placement(TRIANGLES, x, y, (x - x[0] + y + turned) % 2, period)


POINTY = base.Shape(
    (_polygon("N 0 -2, NE 1 -1, SE 1 1, S 0 2, SW -1 1, NW -1 -1", "NE E SE SW W NW"),),
    scale=(sqrt(3) / 2, 0.5),
)

FLAT = base.Shape(
    (_polygon("NE 1 -1, E 2 0, SE 1 1, SW -1 1, W -2 0, NW -1 -1", "N NE SE S SW NW", first=5),),
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
            x = base.half_steps(drawing)
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
        base.require_count(cols, "columns", settings, even=True)
        across = 3 * cols
    if base.is_vertical(settings):
        base.require_count(rows, "rows", settings)
        down = 2 * rows
    return base.Period(x=across, y=down)


SQUARE, TRIANGLE, HEX = Square(), Triangle(), Hex()
