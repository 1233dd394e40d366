"""What every picture has, whatever is drawn on it: holes and clues."""

from __future__ import annotations

import numpy as np

from nlc.arrays import Ints
from nlc.board.board import Board
from nlc.render.canvas import Canvas
from nlc.render.glyphs import Glyphs
from nlc.render.labels import Contents, Labels
from nlc.render.raster import Raster
from nlc.render.strokes import nearest
from nlc.render.terminal import BOLD, CHANGED, DIM


def draw_holes(canvas: Canvas, board: Board, grid: Raster, glyphs: Glyphs) -> None:
    """Mark the places of a square board where there is no cell; other boards leave them blank."""
    if board.topology != "square":
        return
    missing = np.ones((board.rows, board.cols), dtype=np.bool_)
    missing[board.row_of, board.col_of] = False
    row, col = np.nonzero(missing)
    down, across = grid.scale
    origin = grid.cells[0] - np.array([board.row_of[0] * down, board.col_of[0] * across])
    spots = nearest(origin + np.stack([row * down, col * across], axis=1))
    canvas.put(spots[:, 0], spots[:, 1], glyphs.hole, DIM)


def write_cells(canvas: Canvas, grid: Raster, contents: Contents, tints: Ints) -> None:
    """Write labels into the middles of cells, in the colours of their cells; clues are bold."""
    places, colors = grid.cells.tolist(), tints.tolist()
    styles = {i: DIM if i in contents.faint else BOLD for i in contents.clues}
    canvas.write(
        [
            (*places[i], text, colors[i] | styles.get(i, 0) | CHANGED * changed)
            for i, (text, changed) in contents.cells.items()
        ]
    )


def write_at(canvas: Canvas, places: Ints, labels: Labels) -> None:
    """Write labels at the places, shape (elements, 2), of their elements."""
    spots = places.tolist()
    canvas.write(
        [(*spots[i], text, BOLD | CHANGED * changed) for i, (text, changed) in labels.items()]
    )
