"""Pictures of lines over links, from cell to cell, and over borders, around cells."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, Floats, Ints, distinct, indices, unique_rows
from nlc.board import Board, cached_by_board
from nlc.render.canvas import BOLD, CHANGED, DIM, Canvas, Chars, color_of, columns
from nlc.render.glyphs import Arms, Glyphs, arms_along, turn
from nlc.render.labels import Contents
from nlc.render.outline import Outline, has_bridges, outline
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
    origins = nearest(starts)
    # Lines that differ only in their origin are made together; a tiling has few kinds.
    forms = np.rint(12 * np.concatenate([starts - origins, ends - origins], axis=1)).astype(int)
    _, first, kind = np.unique(forms @ (1 << np.arange(0, 60, 15)), True, True)
    spots, line = [np.zeros((0, 2), np.int32)], [np.zeros(0, np.int32)]
    for number, example in enumerate(first.tolist()):
        alike = np.flatnonzero(kind == number).astype(np.int32)
        path = chars_between(starts[example] - origins[example], ends[example] - origins[example])
        spots.append((origins[alike][:, None] + path).reshape(-1, 2))
        line.append(np.repeat(alike, len(path)))
    return Paths(arms, np.concatenate(spots), np.concatenate(line))


def draw_joints(canvas: Canvas, spots: Ints, arms: Arms, chars: Chars, styles: Ints | int) -> None:
    """Draw joints: one character for all arms that meet at a place, in the later style.

    Args:
        canvas: the canvas.
        spots: shape (n, 2), row and column; places may repeat.
        arms: shape (n,).
        chars: the character of each set of arms, as in `Glyphs.joints`.
        styles: shape (n,), or one for all.
    """
    _, place = unique_rows(spots)
    meeting = np.zeros(len(spots), dtype=np.uint8)
    np.bitwise_or.at(meeting, place, arms)
    canvas.put(spots[:, 0], spots[:, 1], chars[meeting[place]], styles)


_HIGH = sqrt(3) / 2


class Raster(Struct, frozen=True, eq=False):
    """The places of a board on a raster of characters, which are twice as high as wide.

    Each tiling has a scale; other boards get one that separates their cells.

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
        if sides or roomy:
            return _scale(board, 2, max(4, width + 2 + width % 2), 0)
        return _scale(board, 1, max(2, width + 1), -0.5)
    if board.topology == "triangle":
        return _triangle(board, width, sides)
    if board.topology == "hex":
        steps = np.ptp(board.points[board.border_vertices], axis=1)
        upright = bool((steps[:, 0] < 0.1).any())
        if upright and corners:  # slanted sides of two rows: all corners have a character
            return _scale(board, 4, max(4, width // 2 + 1) / _HIGH, 0)
        if upright:  # cells in every second row, slanted sides between the rows of cells
            return _scale(board, 4 / 3, max(2, width // 2 + 1) / _HIGH, 0, joints=False)
        # Hexagons are five rows high for sides; cells are four columns apart for links.
        across = max(4, 4 * width / 3) if sides else max(8 / 3, 2 * (width + 1) / 3)
        return _scale(board, 2 / _HIGH, across, 0)
    return _other(board, width)


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


def draw_links(board: Board, glyphs: Glyphs, contents: Contents) -> Canvas:
    """Return a picture of the chosen links; warps have no place on it.

    If there are marked ones, all links have characters of their own.

    Args:
        board: not a graph.
        glyphs: the characters.
        contents: the links, and what else is drawn.
    """
    sides, chosen, doubled = outline(board), contents.chosen, contents.doubled
    plain, around, walls = _link_kinds(board)
    inner = board.border_inner & ~sides.split
    if contents.rooms is not None:
        walls = walls | (contents.rooms & inner)
    cages = np.zeros_like(walls) if contents.cages is None else contents.cages & inner
    between = doubled is not None or cages.any() or walls.any()
    roomy = bool(between or contents.marked or contents.edges)
    for spaced in (False, True)[roomy:]:
        grid = raster(board, contents.width, False, spaced)
        arms = np.zeros_like(contents.tints, np.uint8)
        picture = _Picture(Canvas(), board, grid, glyphs, sides, contents.tints, arms)
        picture.draw_background()
        picture.draw_walls(cages, thin=True)
        picture.draw_walls(walls)
        picture.draw_straight(plain & chosen)
        picture.draw_around(around & chosen)
        if spaced or picture.is_clear(plain, chosen, contents):
            break
    picture.draw_cells()
    if doubled is not None:
        picture.draw_marks(doubled, glyphs.doubles, 0)
        picture.draw_double_cells(plain & doubled)
    for links, strokes in contents.marked:
        picture.draw_marks(links, strokes, DIM | CHANGED)
    write_cells(picture.canvas, grid, contents)
    if contents.edges:
        middles = nearest(grid.cells[board.link_cells].mean(axis=1))
        edges = {i: label for i, label in contents.edges.items() if plain[i]}
        write_at(picture.canvas, middles, edges)
    write_around(picture.canvas, grid, contents.around)
    return picture.canvas


@cached_by_board
def _link_kinds(board: Board) -> tuple[Bools, Bools, Bools]:
    """Return the straight links, those round the rim, and the borders without a link; masks."""
    sides = outline(board)
    crossed = board.link_border >= 0
    around = crossed.copy()
    around[crossed] = sides.split[board.link_border[crossed]]
    closed = board.border_inner & ~sides.split
    closed[board.link_border[crossed]] = False
    return crossed & ~around, around, closed


@cached_by_board
def _straight_paths(board: Board, grid: Raster) -> Paths:
    """Return the paths of all straight links of a board."""
    links = indices(_link_kinds(board)[0])
    a, b = board.link_cells[links].T
    found = paths(grid.cells[a], grid.cells[b])
    arms = np.zeros(len(board.link_cells), found.arms.dtype)
    arms[links] = found.arms
    return Paths(arms, found.spots, links[found.line])


class _Picture(Struct, frozen=True, eq=False):
    """A picture in progress; `arms` are the arms of each cell so far."""

    canvas: Canvas
    board: Board
    grid: Raster
    glyphs: Glyphs
    sides: Outline
    tints: Ints
    arms: Arms

    def draw_background(self) -> None:
        """Draw the background: holes, empty cells, bridges, corners."""
        draw_holes(self.canvas, self.board, self.grid, self.glyphs)
        rows, cols = self.grid.cells.T
        chars: Chars | str = self.glyphs.empty
        if has_bridges(self.board):
            chars = np.where(self.board.lanes >= 0, self.glyphs.bridge, self.glyphs.empty)
        self.canvas.put(rows, cols, chars, DIM)
        if self.grid.dots:
            rows, cols = nearest(self.grid.place(self.sides.ends)).reshape(-1, 2).T
            self.canvas.put(rows, cols, self.glyphs.corner, DIM)

    def draw_walls(self, walls: Bools, thin: bool = False) -> None:
        """Draw walls half-way between cells, as wide as there is room; thin ones as dashes."""
        a, b = (self.grid.cells[cells] for cells in self.board.border_cells[walls].T)
        arms = arms_along(b - a)
        chars = self.glyphs.dashes[turn(arms, 2)] if thin else self.glyphs.walls[arms]
        spots = nearest((a + b) / 2)
        reach = int(self.grid.scale[1] // 4)
        level = a[:, 1] == b[:, 1]
        for shift in range(-reach, reach + 1):
            keep = level | (shift == 0)
            self.canvas.put(spots[keep, 0], spots[keep, 1] + shift, chars[keep])

    def draw_straight(self, links: Bools) -> None:
        """Draw straight links."""
        ways = _straight_paths(self.board, self.grid)
        tints = self.tints[self.board.link_cells[:, 0]]
        drawn = links[ways.line]
        line = ways.line[drawn]
        rows, cols = ways.spots[drawn].T
        self.canvas.put(rows, cols, self.glyphs.strokes[ways.arms[line]], tints[line])
        self._add_arms(self.arms, links)

    def _add_arms(self, arms: Arms, links: Bools) -> Arms:
        """Add the arms of straight links to those of their cells; return the first ones."""
        a, b = self.board.link_cells[links].T
        leaving = _straight_paths(self.board, self.grid).arms[links]
        np.bitwise_or.at(arms, a, leaving)
        np.bitwise_or.at(arms, b, turn(leaving))
        return leaving

    def draw_double_cells(self, links: Bools) -> None:
        """Draw cells double if exactly two double links meet there, in a straight line."""
        arms = np.zeros_like(self.arms)
        leaving = self._add_arms(arms, links)
        for arm in np.unique(leaving):
            cells = np.flatnonzero((arms == (arm | turn(arm))) & (arms == self.arms))
            rows, cols = self.grid.cells[cells].T
            self.canvas.put(rows, cols, self.glyphs.doubles[np.full(len(cells), arm)])

    def draw_around(
        self, links: Bools, strokes: Chars | None = None, style: int | None = None
    ) -> None:
        """Draw links round the rim at both ends: as arrows, or as strokes in a style."""
        found = indices(links)
        for end in (0, 1) if len(found) else ():
            cells, leaving, heads = self._rim(found, end)
            line, colors, head = self.glyphs.strokes, self.tints[cells], self.glyphs.arrows
            if strokes is not None:
                line, colors, head = strokes, np.full(len(cells), style), strokes
            else:
                np.bitwise_or.at(self.arms, cells, leaving)
            draw_lines(self.canvas, self.grid.cells[cells], heads, line, colors)
            self.canvas.put(heads[:, 0], heads[:, 1], head[leaving], colors)

    def is_clear(self, plain: Bools, chosen: Bools, contents: Contents) -> bool:
        """Return whether adjacent rows of characters show the links between them unambiguously.

        One character may represent several sets of arms, and a label hides the arms of its cell, so
        that a link between two labels is invisible. Otherwise paths from label to label are clear;
        so are cells that look joined if and only if they are, where a label looks joined to its
        neighbour if the neighbour has an arm towards it.
        """
        named = np.zeros(len(self.arms), np.bool_)
        named[list(contents.cells)] = True
        a, b = self.board.link_cells[plain & chosen].T
        heights = self.board.centers[:, 1]
        both = np.flatnonzero(named[a] & named[b])
        if len(both) and (heights[a[both]] != heights[b[both]]).any():
            return False
        degrees = np.bincount(self.board.link_cells[chosen].ravel(), minlength=len(named))
        if np.where(named, degrees == 1, (degrees == 0) | (degrees == 2)).all():
            return True
        a, b = self.board.link_cells.T
        steps = self.grid.cells[b] - self.grid.cells[a]
        a, b = np.where(steps[:, 0] > 0, (a, b), (b, a))
        critical = plain & (np.abs(steps[:, 0]) == 1) & (steps[:, 1] == 0)
        critical &= (self.board.lanes[a] < 0) & (self.board.lanes[b] < 0)
        a, b = a[critical], b[critical]
        sets, joints = np.arange(len(self.glyphs.joints)), self.glyphs.joints
        south, north = (arms_along(np.array([[row, 0]]))[0] for row in (1, -1))
        drawn, covered = joints[self.arms], self.arms > 0
        down = covered & np.isin(drawn, joints[sets & south > 0])
        up = covered & np.isin(drawn, joints[sets & north > 0])
        joined = (named[a] | down[a]) & (named[b] | up[b]) & ~(named[a] & named[b])
        return bool((joined == chosen[critical]).all())

    def draw_marks(self, links: Bools, strokes: Chars, style: int) -> None:
        """Draw links as strokes without joints, those round the rim at both ends."""
        plain, around, _ = _link_kinds(self.board)
        a, b = self.board.link_cells[plain & links].T
        draw_lines(self.canvas, self.grid.cells[a], self.grid.cells[b], strokes, style)
        self.draw_around(around & links, strokes, style)

    def _rim(self, links: Ints, end: int) -> tuple[Ints, Arms, Ints]:
        """Return the cells, the arms and the heads of links round the rim at one end.

        They go in the directions of the straight links.
        """
        cells = self.board.link_cells[links, end]
        middles = self.sides.ends[self.board.link_border[links], end].mean(axis=1)
        towards = middles - self.board.centers[cells]
        a, b = self.board.link_cells[_link_kinds(self.board)[0]].T
        steps = self.grid.cells[b] - self.grid.cells[a]
        first, _ = unique_rows(steps)
        ways = (self.board.centers[b] - self.board.centers[a])[first]
        steps, ways = (np.concatenate([each, -each]) for each in (steps[first], ways))
        units = ways / np.hypot(*ways.T)[:, None]
        steps = steps[(towards @ units.T).argmax(axis=1)]
        heads = nearest(self.grid.cells[cells] + np.sign(steps) * np.ceil(np.abs(steps) / 2))
        return cells, arms_along(steps), heads

    def draw_cells(self) -> None:
        """Draw the cells on paths; the lanes of a bridge cross, in the colour of the later one."""
        cells = np.flatnonzero(self.arms)
        spots, tints = self.grid.cells[cells], self.tints[cells]
        draw_joints(self.canvas, spots, self.arms[cells], self.glyphs.joints, tints)


def draw_borders(board: Board, glyphs: Glyphs, contents: Contents) -> Canvas:
    """Return a picture of the chosen borders; see `draw_links` for the arguments."""
    chosen = contents.chosen
    if contents.rooms is not None:
        chosen = chosen | contents.rooms
    sides, canvas = outline(board), Canvas()
    grid = raster(board, contents.width, True, True, bool(contents.vertices))
    draw_holes(canvas, board, grid, glyphs)
    # A border round the rim of a wrap-around board is drawn on both sides.
    places = grid.place(np.concatenate([sides.ends[:, 0], sides.ends[sides.split, 1]]))
    spots = nearest(places)

    def draw(borders: Bools, strokes: Chars, style: int) -> Arms:
        both = np.concatenate([borders, borders[sides.split]])
        return draw_lines(canvas, places[both, 0], places[both, 1], strokes, style)

    if contents.rooms is None:
        dots = spots.reshape(-1, 2)
        canvas.put(dots[:, 0], dots[:, 1], glyphs.empty, DIM)
    color = color_of(0)
    arms = draw(chosen, glyphs.strokes, color)
    both = np.concatenate([chosen, chosen[sides.split]])
    corners = spots[both].transpose(1, 0, 2).reshape(-1, 2)
    chars = glyphs.joints if grid.joints else np.full(256, " ", dtype="<U1")
    draw_joints(canvas, corners, np.concatenate([arms, turn(arms)]), chars, color)
    if contents.doubled is not None:
        draw(contents.doubled, glyphs.doubles, color)
    if contents.cages is not None:
        draw(contents.cages, glyphs.dashes, DIM)
    for borders, strokes in contents.marked:
        draw(borders, strokes, DIM | CHANGED)
    write_cells(canvas, grid, contents)
    write_at(canvas, nearest(grid.place(board.points)), contents.vertices)
    write_at(canvas, nearest(grid.place(sides.ends[:, 0].mean(axis=1))), contents.edges)
    write_around(canvas, grid, contents.around)
    return canvas
