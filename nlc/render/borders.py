"""Pictures of a variable over borders: lines round cells."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nlc.arrays import Bools, Ints
from nlc.board import Board
from nlc.render.canvas import CHANGED, DIM, Canvas, color_of
from nlc.render.glyphs import Glyphs, Marked, turned
from nlc.render.labels import Contents
from nlc.render.outline import outline
from nlc.render.raster import (
    draw_holes,
    joints,
    lines,
    nearest,
    raster,
    write_around,
    write_at,
    write_cells,
)


def draw_borders(
    board: Board,
    glyphs: Glyphs,
    contents: Contents,
    tints: Ints,
    chosen: Bools,
    marked: Sequence[Marked] = (),
    doubled: Bools | None = None,
) -> Canvas:
    """Return a picture of the chosen borders.

    Args:
        board: no graph.
        contents: what stands in the cells and on the corners.
        tints: shape (cells,), colours of what stands in the cells.
        chosen: shape (borders,).
        marked: borders that are drawn in other characters and join nothing.
        doubled: chosen borders that are drawn double, shape (borders,).
    """
    if contents.rooms is not None:
        chosen = chosen | contents.rooms
    sides = outline(board)
    grid = raster(board, contents.width, True, True, bool(contents.vertices))
    canvas = Canvas()
    draw_holes(canvas, board, grid, glyphs)
    # A border round the rim of a wrap-around board is drawn on both sides.
    ends = np.concatenate([sides.ends[:, 0], sides.ends[sides.split, 1]])
    chosen = np.concatenate([chosen, chosen[sides.split]])
    places = grid.place(ends)
    spots = nearest(places)
    dots = spots.reshape(-1, 2)
    if contents.rooms is None:
        canvas.put(dots[:, 0], dots[:, 1], glyphs.empty, DIM)
    color = color_of(0)
    arms = lines(canvas, places[chosen, 0], places[chosen, 1], glyphs.strokes, color)
    corners = spots[chosen].transpose(1, 0, 2).reshape(-1, 2)
    chars = glyphs.joints if grid.joints else np.full(256, " ", dtype="<U1")
    joints(canvas, corners, np.concatenate([arms, turned(arms)]), chars, color)
    if doubled is not None:
        both = np.concatenate([doubled, doubled[sides.split]])
        lines(canvas, places[both, 0], places[both, 1], glyphs.doubles, color)
    if contents.cages is not None:
        both = np.concatenate([contents.cages, contents.cages[sides.split]])
        lines(canvas, places[both, 0], places[both, 1], glyphs.dashes, DIM)
    for borders, strokes in marked:
        both = np.concatenate([borders, borders[sides.split]])
        lines(canvas, places[both, 0], places[both, 1], strokes, DIM | CHANGED)
    write_cells(canvas, grid, contents, tints)
    write_at(canvas, nearest(grid.place(board.points)), contents.vertices)
    write_at(canvas, nearest(grid.place(sides.ends[:, 0].mean(axis=1))), contents.edges)
    write_around(canvas, grid, contents.around)
    return canvas
