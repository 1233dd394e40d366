"""Pictures of a variable over borders: lines round cells."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nlc.arrays import Bools, Ints
from nlc.board.board import Board
from nlc.render.canvas import Canvas
from nlc.render.clues import Clues
from nlc.render.glyphs import Glyphs, Marked, turned
from nlc.render.ground import draw_holes, write_clues
from nlc.render.outline import outline
from nlc.render.raster import raster
from nlc.render.strokes import joints, lines, nearest
from nlc.render.terminal import BOLD, DIM, color_of


def draw_borders(
    board: Board,
    glyphs: Glyphs,
    clues: Clues,
    tints: Ints,
    chosen: Bools | None,
    marked: Sequence[Marked] = (),
) -> Canvas:
    """Return a picture of the chosen borders.

    Args:
        board: no graph.
        glyphs: the characters.
        clues: what stands in the cells and on the corners.
        tints: shape (cells,), colours of the clues.
        chosen: shape (borders,), or None for the puzzle alone.
        marked: borders that are drawn in other characters and join nothing.
    """
    if chosen is None:
        chosen = np.zeros(len(board.border_cells), dtype=np.bool_)
    sides = outline(board)
    grid = raster(board, clues.width, True, True)
    canvas = Canvas()
    draw_holes(canvas, board, grid, glyphs)
    # A border round the rim of a wrap-around board is drawn on both sides.
    ends = np.concatenate([sides.ends[:, 0], sides.ends[sides.split, 1]])
    chosen = np.concatenate([chosen, chosen[sides.split]])
    places = grid.place(ends)
    spots = nearest(places)
    dots = spots.reshape(-1, 2)
    canvas.put(dots[:, 0], dots[:, 1], glyphs.empty, DIM)
    color = color_of(0)
    arms = lines(canvas, places[chosen, 0], places[chosen, 1], glyphs.strokes, color)
    corners = spots[chosen].transpose(1, 0, 2).reshape(-1, 2)
    chars = glyphs.joints if grid.joints else np.full(256, " ", dtype="<U1")
    joints(canvas, corners, np.concatenate([arms, turned(arms)]), chars, color)
    for borders, strokes in marked:
        both = np.concatenate([borders, borders[sides.split]])
        lines(canvas, places[both, 0], places[both, 1], strokes, DIM)
    write_clues(canvas, grid, clues, tints)
    ports = nearest(grid.place(board.points[list(clues.vertices)]))
    canvas.put(ports[:, 0], ports[:, 1], glyphs.mark, BOLD)
    return canvas
