"""What every picture has, whatever is drawn on it: holes and clues."""

from __future__ import annotations

import numpy as np

from nlc.arrays import Ints
from nlc.board.board import Board
from nlc.render.canvas import Canvas
from nlc.render.clues import Clues
from nlc.render.glyphs import Glyphs
from nlc.render.raster import Raster
from nlc.render.strokes import nearest
from nlc.render.terminal import BOLD, DIM


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


def write_clues(canvas: Canvas, grid: Raster, clues: Clues, tints: Ints) -> None:
    """Write the clues of cells into their middles, in the colours of their cells."""
    places, colors = grid.cells.tolist(), tints.tolist()
    canvas.write([(*places[i], text, colors[i] | BOLD) for i, text in clues.cells.items()])
