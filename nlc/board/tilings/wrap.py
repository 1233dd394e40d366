"""Wrap-around boards: which lattice translations a wrap identifies, and which it refuses.

A direction that wraps needs three cells, so that no two cells are neighbours twice over and no
cell is its own neighbour.
"""

from __future__ import annotations

import numpy as np

from nlc.arrays import Ints
from nlc.board.drawing import Drawing, require_rectangle
from nlc.board.tilings.base import Period, Settings
from nlc.errors import fail

WRAPS = ("none", "horizontal", "vertical", "both")


def is_horizontal(settings: Settings) -> bool:
    """Tell whether the right end of a row meets its left end."""
    return settings["wrap"] in ("horizontal", "both")


def is_vertical(settings: Settings) -> bool:
    """Tell whether the last row meets the first."""
    return settings["wrap"] in ("vertical", "both")


def require_count(
    count: int, noun: str, settings: Settings, *, least: int = 3, even: bool = False
) -> None:
    """Check that there are enough rows or columns in a direction that wraps.

    Raises:
        UserError: fewer than `least`, or an odd number where `even` is needed.
    """
    if count < least or (even and count % 2):
        need = f"at least {least}" if count < least else "an even number of"
        raise fail(
            f"wrap={settings['wrap']} needs {need} {noun}, the board has {count}",
            settings.spans["wrap"],
        )


def wrap_rows(
    drawing: Drawing,
    settings: Settings,
    x: Ints,
    *,
    advance: int,
    height: int,
    chequered: bool,
    least: int = 3,
) -> Period:
    """Return the period of a board whose rows are strips of tiles.

    Args:
        drawing: the drawn tokens.
        settings: those of the topology, with ``wrap``.
        x: shape (tokens,), lattice place of each tile.
        advance: lattice distance of neighbours in a row.
        height: lattice distance of rows.
        chequered: whether only translations (x, height * r) with x + r even map the tiling to
            itself.
        least: the number of columns that a horizontal wrap needs.

    Raises:
        UserError: rows differ in length, have gaps, are too few, or their ends do not fit.
    """
    if settings["wrap"] == "none":
        return Period()
    require_rectangle(drawing)
    starts = x[drawing.indptr[:-1]]
    gaps = np.flatnonzero(x - starts[drawing.row] != advance * drawing.col)
    if len(gaps):
        raise fail(
            f"wrap={settings['wrap']} needs rows without gaps",
            drawing.span(int(gaps[0])),
            "write '#' where there is no cell",
        )
    rows, cols = drawing.rows, int(drawing.lengths[0])
    across = down = shear = 0
    if is_horizontal(settings):
        across = cols * advance
        require_count(cols, "columns", settings, least=least, even=chequered and across % 2 == 1)
    if is_vertical(settings):
        require_count(rows, "rows", settings)
        down = rows * height
        shear = _shear(starts, settings)
        require_count(rows, "rows", settings, even=chequered and (shear + rows) % 2 == 1)
    return Period(across, shear, down)


def _shear(starts: Ints, settings: Settings) -> int:
    """Return how far right of the first row the row below the last would start."""
    steps = np.diff(starts)
    even, odd = int(steps[0]), int(steps[1])
    if not (np.all(steps[::2] == even) and np.all(steps[1::2] == odd) and odd in (even, -even)):
        raise fail(
            f"wrap={settings['wrap']} needs rows that are shifted regularly",
            settings.spans["wrap"],
            "shift every row by the same distance, or every second row",
        )
    if odd == even:
        return even * len(starts)
    require_count(len(starts), "rows", settings, even=True)
    return 0
