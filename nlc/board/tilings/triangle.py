"""Triangles: one step to the right for each token, pointing up and down alternately."""

from __future__ import annotations

from math import sqrt
from types import MappingProxyType

from nlc.board.drawing import Drawing
from nlc.board.tilings.base import (
    WRAPS,
    Placement,
    Polygon,
    Settings,
    Shape,
    whole_steps,
    wrap_rows,
)

TRIANGLES = Shape(
    (
        Polygon(
            corners={"N": (1, 0), "SE": (2, 1), "SW": (0, 1)},
            sides=("E", "S", "W"),
            opposed=False,
        ),
        Polygon(
            corners={"NW": (0, 0), "NE": (2, 0), "S": (1, 1)},
            sides=("N", "E", "W"),
            opposed=False,
        ),
    ),
    scale=(0.5, sqrt(3) / 2),
)


class Triangle:
    """The triangular tiling.

    ``first`` is the orientation of the first token of the first row.
    """

    stagger = 0
    settings = MappingProxyType({"first": ("up", "down"), "wrap": WRAPS})

    def place(self, drawing: Drawing, settings: Settings) -> Placement:
        """Place tokens by pitches; the parity of place and row is the orientation."""
        x, y = whole_steps(drawing), drawing.row
        turned = settings["first"] == "down"
        # Six columns: with four, two borders would join the same two vertices.
        period = wrap_rows(drawing, settings, x, advance=1, height=1, chequered=True, least=6)
        return Placement(TRIANGLES, x, y, (x - x[0] + y + turned) % 2, period)


TILING = Triangle()
