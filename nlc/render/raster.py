"""A board on a raster of characters: the places of its cells and corners, its holes and clues.

A character is about twice as high as it is wide. Each tiling has a scale; other boards get one that
separates their cells.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from nlc.arrays import Floats, Ints, distinct
from nlc.board import Board, cached_by_board
from nlc.render.canvas import BOLD, CHANGED, DIM, Canvas, Chars, columns
from nlc.render.glyphs import Arms, Glyphs, arms_along
from nlc.render.labels import Contents
from nlc.render.scene import Labels

if TYPE_CHECKING:
    from nlc.render.around import OuterClue


def nearest(places: Floats | Ints) -> Ints:
    """Return the nearest characters of places."""
    return np.floor(places + 0.5).astype(np.int32)


def chars_between(start: Floats | Ints, end: Floats | Ints) -> Ints:
    """Return the characters of a line between two places, without its ends; shape (n, 2).

    There is one in each row, or one in each column if the rows are the same or neighbours.
    """
    first, last = nearest(start), nearest(end)
    rows, cols = np.abs(last - first)
    steps = int(rows if rows > 1 else cols)
    fraction = np.arange(1, steps)[:, None] / max(steps, 1)
    return nearest(np.asarray(first + fraction * (last - first)))


def draw_lines(
    canvas: Canvas,
    starts: Floats | Ints,
    ends: Floats | Ints,
    strokes: Chars,
    styles: Ints | int = 0,
) -> Arms:
    """Draw lines without the characters at their ends.

    Args:
        canvas: the canvas.
        starts: shape (n, 2), row and column; fractions are places within a character.
        ends: shape (n, 2).
        strokes: the character of each arm, as in `Glyphs.strokes`.
        styles: shape (n,), or one for all.

    Returns:
        The arm of each line at its start, shape (n,); its end has the opposite arm.
    """
    ways = paths(starts, ends)
    styles = np.broadcast_to(np.asarray(styles, dtype=np.int32), len(starts))
    line = ways.line
    rows, cols = ways.spots.T
    canvas.put(rows, cols, strokes[ways.arms[line]], styles[line])
    return ways.arms


class Paths(Struct, frozen=True, eq=False):
    """Lines between characters.

    Attributes:
        arms: shape (n,), the arm of each line at its start.
        spots: shape (characters, 2), row and column of the characters of all lines.
        line: shape (characters,), the line of each.
    """

    arms: Arms
    spots: Ints
    line: Ints


def paths(starts: Floats | Ints, ends: Floats | Ints) -> Paths:
    """Return the characters of lines."""
    arms = arms_along(ends - starts)
    if not len(starts):
        return Paths(arms, np.zeros((0, 2), np.int32), np.zeros(0, np.int32))
    origins = nearest(starts)
    # Lines that differ only in their origin are made together; a tiling has few kinds.
    forms = np.rint(12 * np.concatenate([starts - origins, ends - origins], axis=1)).astype(int)
    _, first, kind = np.unique(forms @ (1 << np.arange(0, 60, 15)), True, True)
    spots, line = [], []
    for number, example in enumerate(first.tolist()):
        alike = np.flatnonzero(kind == number).astype(np.int32)
        path = chars_between(starts[example] - origins[example], ends[example] - origins[example])
        spots.append((origins[alike][:, None] + path).reshape(-1, 2))
        line.append(np.repeat(alike, len(path)))
    return Paths(arms, np.concatenate(spots), np.concatenate(line))


def draw_joints(
    canvas: Canvas,
    spots: Ints,
    arms: Arms,
    chars: Chars,
    styles: Ints | int = 0,
) -> None:
    """Draw joints: one character for all arms that meet at a place.

    Args:
        canvas: the canvas.
        spots: shape (n, 2), row and column; places may repeat.
        arms: shape (n,).
        chars: the character of each set of arms, as in `Glyphs.joints`.
        styles: shape (n,), or one for all; the first at a place counts.
    """
    if not len(spots):
        return
    key = spots[:, 0].astype(np.int64) * (1 << 32) + spots[:, 1]
    _, first, place = np.unique(key, return_index=True, return_inverse=True)
    meeting = np.zeros(len(first), dtype=np.uint8)
    np.bitwise_or.at(meeting, place, arms)
    every = np.broadcast_to(np.asarray(styles, dtype=np.int32), len(spots))
    canvas.put(spots[first, 0], spots[first, 1], chars[meeting], every[first])


_HIGH = sqrt(3) / 2


class Raster(Struct, frozen=True, eq=False):
    """The places of a board on a raster of characters.

    Attributes:
        scale: rows and columns per Euclidean unit of y and x, for corners.
        cells: shape (cells, 2), row and column of each cell's centre.
        joints: whether corners have characters of their own.
        dots: whether corners are drawn even if sides are not, since the cells alone do not show
            which of them are neighbours.
    """

    scale: tuple[float, float]
    cells: Ints
    joints: bool = True
    dots: bool = False

    def place(self, points: Floats) -> Floats:
        """Return rows and columns of points (…, 2) given as (x, y)."""
        return np.asarray(points[..., ::-1] * np.array(self.scale))


@cached_by_board
def raster(board: Board, width: int, sides: bool, roomy: bool, corners: bool = False) -> Raster:
    """Return the raster for a picture of a board.

    Args:
        board: not a graph.
        width: columns of the widest label.
        sides: whether the sides of cells are drawn; else the links between cells.
        roomy: whether anything but straight links is drawn between cells.
        corners: whether there are labels on the corners of cells.
    """
    if board.topology == "square":
        return _square(board, width, sides or roomy)
    if board.topology == "triangle":
        return _triangle(board, width, sides)
    if board.topology == "hex":
        steps = np.ptp(board.points[board.border_vertices], axis=1)
        upright = bool((steps[:, 0] < 0.1).any())
        if upright and corners:
            return _cornered(board, width)
        return _pointy(board, width) if upright else _flat(board, width, sides)
    return _other(board, width)


def _square(board: Board, width: int, roomy: bool) -> Raster:
    if not roomy:
        return _scale(board, 1, max(2, width + 1), -0.5)
    return _scale(board, 2, max(4, width + 2 + width % 2), 0)


def _pointy(board: Board, width: int) -> Raster:
    """Return cells in every second row; slanted sides are between the rows of cells."""
    return _scale(board, 4 / 3, max(2, width // 2 + 1) / _HIGH, 0, joints=False)


def _cornered(board: Board, width: int) -> Raster:
    """Return slanted sides of two rows, so that all corners have a character."""
    return _scale(board, 4, max(4, width // 2 + 1) / _HIGH, 0)


def _flat(board: Board, width: int, sides: bool) -> Raster:
    """Return hexagons five rows high for sides; cells four columns apart for links."""
    across = max(4, 4 * width / 3) if sides else max(8 / 3, 2 * (width + 1) / 3)
    return _scale(board, 2 / _HIGH, across, 0)


def _triangle(board: Board, width: int, sides: bool) -> Raster:
    """Return triangles three rows high for sides; cells of a row in one line for links."""
    if sides:
        return _scale(board, 3 / _HIGH, 2 * max(3, width), 0)
    across = 2 * max(2, width + 1)
    plain = _scale(board, 2 / _HIGH, across, 0)
    level = np.floor(board.centers[:, 1] / _HIGH).astype(np.int32)
    cells = np.stack([2 * level + 1, plain.cells[:, 1]], axis=1)
    return Raster(plain.scale, cells, dots=True)


def _other(board: Board, width: int) -> Raster:
    """Return three rows and columns per unit, or the least multiple that separates all cells."""
    apart = len(distinct(board.centers.round(6)))
    for factor in range(1, 8):
        out = _scale(board, 3 * factor, 3 * factor * max(2, width), 0)
        if len(distinct(out.cells)) == apart:
            break
    return out


def _scale(board: Board, down: float, across: float, shift: float, joints: bool = True) -> Raster:
    scale = (down, across)
    places = (board.centers[:, ::-1] + shift) * np.array(scale)
    return Raster(scale, np.floor(places + 0.5).astype(np.int32), joints)


def draw_holes(canvas: Canvas, board: Board, grid: Raster, glyphs: Glyphs) -> None:
    """Mark the holes of a square board; other boards leave them blank."""
    if board.topology != "square":
        return
    missing = np.ones((board.rows, board.cols), dtype=np.bool_)
    missing[board.row_of, board.col_of] = False
    if not missing.any():
        return
    row, col = np.nonzero(missing)
    down, across = grid.scale
    origin = grid.cells[0] - np.array([board.row_of[0] * down, board.col_of[0] * across])
    spots = nearest(origin + np.stack([row * down, col * across], axis=1))
    canvas.put(spots[:, 0], spots[:, 1], glyphs.hole, DIM)


def write_cells(canvas: Canvas, grid: Raster, contents: Contents) -> None:
    """Write the labels of cells, in the colours of their cells; clues are bold."""
    cells, clues, faint = contents.cells, contents.clues, contents.faint
    bold = (BOLD * (i in clues) if i not in faint else DIM for i in cells)
    _write(canvas, grid.cells, cells, np.fromiter(bold, np.int32, len(cells)), contents.tints)


def write_at(canvas: Canvas, places: Ints, labels: Labels) -> None:
    """Write labels at the places of their elements, shape (elements, 2)."""
    _write(canvas, places, labels, np.full(len(labels), BOLD, np.int32))


def _write(
    canvas: Canvas, places: Ints, labels: Labels, styles: Ints, tints: Ints | None = None
) -> None:
    """Write labels at the places of their elements, in styles, shape (labels,), and tints."""
    at = np.fromiter(labels, np.intp, len(labels))
    changed = np.fromiter((label.changed for label in labels.values()), np.bool_, len(labels))
    rows, cols = places[at].T
    styles = styles | (0 if tints is None else tints[at]) | CHANGED * changed
    canvas.write(rows, cols, [label.text for label in labels.values()], styles)


def write_around(canvas: Canvas, grid: Raster, clues: tuple[OuterClue, ...]) -> None:
    """Write clues into holes, and around the present picture."""
    if not clues:
        return
    top, left, bottom, right = canvas.extent()
    down, across = (int(size) for size in grid.scale)
    widths: dict[tuple[int, int], int] = {}
    for clue in clues:
        place = clue.step[1], clue.rank
        widths[place] = max(widths.get(place, 0), len(columns(clue.text)))
    rows, cols = [], []
    for clue in clues:
        row, col = grid.cells[clue.cell].tolist()
        size = len(columns(clue.text))
        distance = sum(1 + widths.get((clue.step[1], rank), 0) for rank in range(clue.rank))
        if clue.inside:
            row, col = row + clue.step[0] * down, col + clue.step[1] * across
        elif clue.step[0]:
            row = top - 1 - clue.rank if clue.step[0] < 0 else bottom + 1 + clue.rank
        elif clue.step[1] < 0:
            col = left - 2 - distance - (size - 1) // 2
        else:
            col = right + 2 + distance + size // 2
        rows.append(row)
        cols.append(col)
    styles = np.array([BOLD if clue.given else DIM for clue in clues], np.int32)
    texts = [clue.text for clue in clues]
    canvas.write(np.array(rows, np.int32), np.array(cols, np.int32), texts, styles)
