"""Pictures of lines: over links, from cell to cell, and over borders, round cells."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools, Floats, Ints, unique_rows
from nlc.board import Board, kept_by_board
from nlc.render.canvas import CHANGED, DIM, Canvas, Chars, color_of
from nlc.render.glyphs import Arms, Glyphs, Marked, arms_along, turned
from nlc.render.labels import Contents
from nlc.render.outline import Outline, has_bridges, outline
from nlc.render.raster import (
    Paths,
    Raster,
    draw_holes,
    joints,
    lines,
    nearest,
    paths,
    raster,
    write_around,
    write_at,
    write_cells,
)


def draw_links(
    board: Board,
    glyphs: Glyphs,
    contents: Contents,
    tints: Ints,
    chosen: Bools,
    marked: Sequence[Marked] = (),
    doubled: Bools | None = None,
) -> Canvas:
    """Return a picture of the chosen links; warps, which have no way on it, are left out.

    Args:
        board: no graph.
        tints: shape (cells,), colours.
        chosen: shape (links,).
        marked: links that are drawn in other characters and join nothing; where there are any, all
            links have a character of their own.
        doubled: chosen links that are drawn double, shape (links,).
    """
    sides = outline(board)
    plain, around, closed = _kinds(board)
    walls = closed
    if contents.rooms is not None:
        walls = walls | (contents.rooms & board.border_inner & ~sides.split)
    cages = np.zeros_like(walls)
    if contents.cages is not None:
        cages = contents.cages & board.border_inner & ~sides.split
    roomy = (
        bool(cages.any())
        or bool(marked)
        or doubled is not None
        or bool(contents.edges)
        or bool(walls.any())
    )
    for spaced in (False, True)[roomy:]:
        grid = raster(board, contents.width, False, spaced)
        arms = np.zeros_like(tints, np.uint8)
        picture = _Picture(Canvas(), board, grid, glyphs, sides, tints, arms)
        picture.ground()
        if cages.any():
            picture.walls(cages, thin=True)
        if walls.any():
            picture.walls(walls)
        picture.straight(plain & chosen)
        if (around & chosen).any():
            picture.arrows(_those(around & chosen), _those(plain))
        if spaced or picture.is_clear(plain, chosen, contents):
            break
    picture.joints()
    if doubled is not None:
        picture.marks(*_ways(doubled, plain, around), _those(plain), glyphs.doubles, 0)
        picture.double_joints(plain & doubled)
    for links, strokes in marked:
        picture.marks(*_ways(links, plain, around), _those(plain), strokes, DIM | CHANGED)
    write_cells(picture.canvas, grid, contents, tints)
    if contents.edges:
        middles = nearest(grid.cells[board.link_cells].mean(axis=1))
        edges = {i: label for i, label in contents.edges.items() if plain[i]}
        write_at(picture.canvas, middles, edges)
    write_around(picture.canvas, grid, contents.around)
    return picture.canvas


@kept_by_board
def _kinds(board: Board) -> tuple[Bools, Bools, Bools]:
    """Return which links run straight, which round the rim, and which borders no link crosses."""
    sides = outline(board)
    crossed = board.link_border >= 0
    around = crossed.copy()
    around[crossed] = sides.split[board.link_border[crossed]]
    closed = board.border_inner & ~sides.split
    closed[board.link_border[crossed]] = False
    return crossed & ~around, around, closed


@kept_by_board
def _straight(board: Board, grid: Raster) -> Paths:
    """Return all links of a board that run straight, as lines on a raster, by their numbers."""
    links = _those(_kinds(board)[0])
    a, b = board.link_cells[links].T
    found = paths(grid.cells[a], grid.cells[b])
    arms = np.zeros(len(board.link_cells), found.arms.dtype)
    arms[links] = found.arms
    return Paths(arms, found.spots, links[found.line])


def _ways(links: Bools, plain: Bools, around: Bools) -> tuple[Ints, Ints]:
    """Return which links run straight, and which round the rim."""
    return _those(plain & links), _those(around & links)


def _those(mask: Bools) -> Ints:
    return np.flatnonzero(mask).astype(np.int32)


class _Picture(Struct, frozen=True, eq=False):
    """A picture in the making; `arms` are those of each cell that were drawn so far."""

    canvas: Canvas
    board: Board
    grid: Raster
    glyphs: Glyphs
    sides: Outline
    tints: Ints
    arms: Arms

    def ground(self) -> None:
        """Draw what no path covers: holes, empty cells, bridges, corners."""
        draw_holes(self.canvas, self.board, self.grid, self.glyphs)
        rows, cols = self.grid.cells.T
        chars: Chars | str = self.glyphs.empty
        if has_bridges(self.board):
            chars = np.where(self.board.lanes >= 0, self.glyphs.bridge, self.glyphs.empty)
        self.canvas.put(rows, cols, chars, DIM)
        if self.grid.dots:
            rows, cols = nearest(self.grid.place(self.sides.ends)).reshape(-1, 2).T
            self.canvas.put(rows, cols, self.glyphs.corner, DIM)

    def walls(self, walls: Bools, thin: bool = False) -> None:
        """Draw walls half-way between cells, wide ones where there is room; thin ones as dashes."""
        a, b = (self.grid.cells[cells] for cells in self.board.border_cells[walls].T)
        arms = arms_along(b - a)
        chars = self.glyphs.dashes[turned(arms, 2)] if thin else self.glyphs.walls[arms]
        spots = nearest((a + b) / 2)
        reach = int(self.grid.scale[1] // 4)
        level = a[:, 1] == b[:, 1]
        for shift in range(-reach, reach + 1):
            keep = level | (shift == 0)
            self.canvas.put(spots[keep, 0], spots[keep, 1] + shift, chars[keep])

    def straight(self, links: Bools) -> None:
        """Draw links between cells that lie side by side."""
        ways, tints = _straight(self.board, self.grid), self.tints[self.board.link_cells[:, 0]]
        drawn = links[ways.line]
        line = ways.line[drawn]
        rows, cols = ways.spots[drawn].T
        self.canvas.put(rows, cols, self.glyphs.strokes[ways.arms[line]], tints[line])
        a, b = self.board.link_cells[links].T
        leaving = ways.arms[links]
        np.bitwise_or.at(self.arms, a, leaving)
        np.bitwise_or.at(self.arms, b, turned(leaving))

    def double_joints(self, links: Bools) -> None:
        """Draw double links on through cells where two of them, and nothing else, meet straight."""
        arms, leaving = np.zeros_like(self.arms), _straight(self.board, self.grid).arms[links]
        a, b = self.board.link_cells[links].T
        np.bitwise_or.at(arms, a, leaving)
        np.bitwise_or.at(arms, b, turned(leaving))
        for arm in np.unique(leaving):
            cells = np.flatnonzero((arms == (arm | turned(arm))) & (arms == self.arms))
            rows, cols = self.grid.cells[cells].T
            self.canvas.put(rows, cols, self.glyphs.doubles[np.full(len(cells), arm)])

    def arrows(self, links: Ints, plain: Ints) -> None:
        """Draw links round the rim as an arrow at each end; `plain` says how links may run."""
        for end in (0, 1):
            cells, leaving, heads = self._rim(links, plain, end)
            np.bitwise_or.at(self.arms, cells, leaving)
            colors = self.tints[cells]
            lines(self.canvas, self.grid.cells[cells], heads, self.glyphs.strokes, colors)
            self.canvas.put(heads[:, 0], heads[:, 1], self.glyphs.arrows[leaving], colors)

    def is_clear(self, plain: Bools, chosen: Bools, contents: Contents) -> bool:
        """Return whether rows without a line between them show which links join them.

        One character may stand for several sets of arms, and a label hides them, so that a link
        between two labels is not seen. Other paths from label to label are read as such. Else
        cells of two rows look joined if the characters allow it; a label allows what the other
        cell does.
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
        asked = plain & (np.abs(steps[:, 0]) == 1) & (steps[:, 1] == 0)
        asked &= (self.board.lanes[a] < 0) & (self.board.lanes[b] < 0)
        a, b = a[asked], b[asked]
        sets, joints = np.arange(len(self.glyphs.joints)), self.glyphs.joints
        south, north = (arms_along(np.array([[row, 0]]))[0] for row in (1, -1))
        drawn, covered = joints[self.arms], self.arms > 0
        down = covered & np.isin(drawn, joints[sets & south > 0])
        up = covered & np.isin(drawn, joints[sets & north > 0])
        joined = (named[a] | down[a]) & (named[b] | up[b]) & ~(named[a] & named[b])
        return bool((joined == chosen[asked]).all())

    def marks(self, straight: Ints, around: Ints, plain: Ints, strokes: Chars, style: int) -> None:
        """Draw links by strokes alone, those round the rim at each end."""
        a, b = self.board.link_cells[straight].T
        lines(self.canvas, self.grid.cells[a], self.grid.cells[b], strokes, style)
        if len(around):
            for end in (0, 1):
                cells, leaving, heads = self._rim(around, plain, end)
                lines(self.canvas, self.grid.cells[cells], heads, strokes, style)
                self.canvas.put(heads[:, 0], heads[:, 1], strokes[leaving], style)

    def _rim(self, links: Ints, plain: Ints, end: int) -> tuple[Ints, Arms, Ints]:
        """Return, for one end of links round the rim, the cells, the arms and how far they go."""
        cells = self.board.link_cells[links, end]
        middles = self.sides.ends[self.board.link_border[links], end].mean(axis=1)
        steps = self._steps(plain, middles - self.board.centers[cells])
        heads = nearest(self.grid.cells[cells] + np.sign(steps) * np.ceil(np.abs(steps) / 2))
        return cells, arms_along(steps), heads

    def _steps(self, plain: Ints, towards: Floats) -> Ints:
        """Return the raster steps of the plain links that run most nearly in some directions."""
        a, b = self.board.link_cells[plain].T
        cells, centers = self.grid.cells, self.board.centers
        steps = cells[b] - cells[a]
        first, _ = unique_rows(steps)
        steps = steps[first]
        ways = (centers[b] - centers[a])[first]
        steps, ways = np.concatenate([steps, -steps]), np.concatenate([ways, -ways])
        units = ways / np.hypot(*ways.T)[:, None]
        return np.asarray(steps[(towards @ units.T).argmax(axis=1)])

    def joints(self) -> None:
        """Draw the cells that paths cover; the lanes of a bridge cross, in the later's colour."""
        covered = np.flatnonzero(self.arms)
        arms = self.arms[covered]
        if has_bridges(self.board):
            _, place = unique_rows(self.grid.cells[covered])
            meeting = np.zeros_like(arms)
            np.bitwise_or.at(meeting, place, arms)
            arms = meeting[place]
        rows, cols = self.grid.cells[covered].T
        self.canvas.put(rows, cols, self.glyphs.joints[arms], self.tints[covered])


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
