"""The places of elements on a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np

from nlc.arrays import Bools, Floats, Ints
from nlc.board import Board, Sort
from nlc.cached import cached_property
from nlc.pictures.graphs import layout
from nlc.pictures.paths import polygon
from nlc.pictures.style import CELL
from nlc.render.outline import bridges, corner_places, outline

MARGIN = 10.0
"""Units round the board, so that wide lines and arrows on the rim are not cut."""

OUTSIDE = 14.0
"""Units from the rim to the middle of a clue outside of it."""

BEHIND = 20.0
"""Units from there to the middle of the next clue, further out."""


class Geometry:
    """The places of a board's elements, x to the right and y downwards, in units of a picture.

    Attributes:
        board: any; a graph is laid out in a plane.
        margins: units left of the board, above, right of it and below.
        size: width and height of the picture.
        centers: of cells, shape (cells, 2).
        points: vertices, shape (vertices, 2).
        sides: shape (borders, 2, 2, 2): cell, end, (x, y); see `nlc.render.outline.Outline`.
        split: shape (borders,), where the two cells of a border see it in different places.
        corners: places of ``board.cell_corners``, shape (entries, 2).
        radius: of the largest circle round the centre inside of each cell, shape (cells,).
    """

    def __init__(self, board: Board, margins: Sequence[float] = (MARGIN,) * 4) -> None:
        self.board = board
        before, after = np.array(margins[:2]), np.array(margins[2:])
        found = _graph(board) if board.topology == "graph" else _drawn(board)
        centers, points, sides, self.split, corners, self.radius = found
        reach = self.radius[:, None]
        places = np.concatenate([corners, centers - reach, centers + reach])
        places = places if len(places) else np.zeros((1, 2))
        low, high = places.min(axis=0), places.max(axis=0)
        shift = before - low
        self.size: tuple[float, float] = tuple((high - low + before + after).tolist())
        self.centers, self.points = centers + shift, points + shift
        self.sides, self.corners = sides + shift, corners + shift

    def areas(self) -> Iterator[tuple[int, str, str]]:
        """Yield the cells that have corners, and bridges: a cell, the name, and path data."""
        names = self.board.names(Sort.CELL)
        for cell, name in enumerate(names):
            if len(corners := self.corners_of(cell)):
                yield cell, name, polygon(corners)
        for lanes in bridges(self.board):
            name = " ".join(names[lane] for lane in lanes)
            yield lanes[0], name, polygon(self.outline_of_bridge(lanes))

    def outline_of_bridge(self, lanes: list[int]) -> Floats:
        """Return the corners of a bridge, clockwise, shape (corners, 2)."""
        found = [
            self.side_of(border, lane)
            for lane in lanes
            for border in self.board.cell_borders.row(lane).tolist()
        ]
        center = self.centers[lanes[0]]
        found.sort(key=lambda side: float(np.arctan2(*(side.mean(axis=0) - center)[::-1])))
        ends = np.concatenate(found)
        angles = np.arctan2(ends[:, 1] - center[1], ends[:, 0] - center[0])
        order = np.argsort(angles, kind="stable")
        keep = np.ones(len(order), np.bool_)
        keep[1:] = np.abs(np.diff(ends[order], axis=0)).max(axis=1) > 0.1
        return np.asarray(ends[order][keep])

    def side_of(self, border: int, cell: int) -> Floats:
        """Return the two ends of a border as one of its cells sees it, shape (2, 2)."""
        end = 0 if self.board.border_cells[border, 0] == cell else 1
        return np.asarray(self.sides[border, end])

    def middle(self, sort: Sort, i: int, rank: int = 0) -> Floats:
        """Return the place of a clue of a link, border or line; outside of the board on its rim.

        The clue of a line is at the side where the line begins, behind `rank` others.
        """
        if sort is Sort.LINE:
            i = int(self.board.first_borders()[i])
        if sort is Sort.LINK:
            if self.straight[i]:
                return np.asarray(self.centers[self.board.link_cells[i]].mean(axis=0))
            return np.asarray(self.stubs(i)[0][1])
        middle = self.sides[i, 0].mean(axis=0)
        if self.board.border_inner[i]:
            return np.asarray(middle)
        away = middle - self.centers[self.board.border_cells[i, 0]]
        return np.asarray(middle + (OUTSIDE + BEHIND * rank) * away / np.hypot(*away))

    def corners_of(self, cell: int) -> Floats:
        """Return the places of the corners of a cell, shape (corners, 2)."""
        start, end = self.board.cell_corners.indptr[cell : cell + 2]
        return np.asarray(self.corners[start:end])

    def shrunk(self, cell: int, share: float) -> str:
        """Return the path data of a cell, smaller; empty where it has no corners."""
        corners, middle = self.corners_of(cell), self.centers[cell]
        return polygon(middle + share * (corners - middle)) if len(corners) else ""

    def upper_corner(self, cell: int) -> Floats:
        """Return a place in a cell near its upper left corner, off the lines to its sides."""
        middle = self.centers[cell]
        corners = self.corners_of(cell) - middle
        if not len(corners):
            return np.asarray(middle - 0.5 * self.radius[cell])
        return np.asarray(middle + 0.6 * corners[corners.sum(axis=1).argmin()])

    def inset(self, room: Ints, by: float) -> Floats:
        """Return the outlines of rooms, moved into them; shape (segments, 2, 2).

        Args:
            room: of each cell, -1 for none; shape (cells,).
            by: how far.
        """
        board, ends = self.board, self.board.border_cells
        parting = ~board.border_inner | (room[ends[:, 0]] != room[ends[:, 1]])
        out = []
        for border in np.flatnonzero(parting).tolist():
            for cell in ends[border].tolist():
                if cell >= 0 and room[cell] >= 0:
                    out.append([self._inner(parting, cell, border, end, by) for end in (0, 1)])
        return np.array(out, np.float64).reshape(-1, 2, 2)

    def _inner(self, parting: Bools, cell: int, border: int, end: int, by: float) -> Floats:
        """Return the end of the outline in a cell along a border, towards one end of the border."""
        here, there = self.side_of(border, cell)[[end, 1 - end]]
        corner = int(self.board.border_vertices[border, end])
        following = self._next(cell, border, corner)
        places = self.side_of(following, cell)
        at = int(np.abs(places - here).sum(axis=1).argmin())
        along, across = there - here, places[1 - at] - here
        along, across = along / np.hypot(*along), across / np.hypot(*across)
        turn = 1
        if not parting[following]:  # the room goes on behind that border: straight, or round it
            a, b = self.board.border_cells[following].tolist()
            beyond = b if a == cell else a
            turn = 0 if parting[self._next(beyond, following, corner)] else -1
        sine = max(0.2, abs(float(along[0] * across[1] - along[1] * across[0])))
        return np.asarray(here + by / sine * (across + turn * along))

    def _next(self, cell: int, border: int, corner: int) -> int:
        """Return the other border of a cell at one of its corners."""
        ends = self.board.border_vertices
        around = self.board.cell_borders.row(cell).tolist()
        return next((b for b in around if b != border and corner in ends[b]), border)

    @cached_property
    def straight(self) -> Bools:
        """Whether each link runs straight from cell to cell, not round the rim or by a warp."""
        borders = self.board.link_border
        if self.board.topology == "graph":
            return np.ones(len(borders), np.bool_)
        out = borders >= 0
        out[out] = ~self.split[borders[out]]
        return np.asarray(out)

    def stubs(self, link: int) -> list[Floats]:
        """Return the two ends of a link that is not straight, each of shape (2, 2)."""
        out = []
        for end, cell in enumerate(self.board.link_cells[link].tolist()):
            middle, border = self.centers[cell], int(self.board.link_border[link])
            if border >= 0:
                target = self.sides[border, end].mean(axis=0)
            else:
                target = self._exit(cell, int(self.board.link_cells[link, 1 - end]))
            out.append(np.stack([middle, middle + 1.1 * (target - middle)]))
        return out

    def _exit(self, cell: int, other: int) -> Floats:
        """Return the place where a warp leaves a cell: at a side on the rim, or behind the cell."""
        sides = [
            self.sides[border, 0].mean(axis=0)
            for border in self.board.cell_borders.row(cell).tolist()
            if not self.board.border_inner[border]
        ]
        middle = self.centers[cell]
        away = middle - self.centers[other]
        if sides:
            return max(sides, key=lambda side: float((side - middle) @ away))
        return np.asarray(middle - 0.35 * away)

    @cached_property
    def rim(self) -> Bools:
        """Whether each border is on the rim, including those that lead round it."""
        return np.asarray(~self.board.border_inner | self.split)


_Places: TypeAlias = tuple[Floats, Floats, Floats, Bools, Floats, Floats]
"""Centers, points, sides, split, corners and radius; see `Geometry`."""


def _drawn(board: Board) -> _Places:
    seen, corners = outline(board), corner_places(board)
    scale = CELL / np.sqrt(_area(board, corners))
    centers, sides = board.centers * scale, seen.ends * scale
    radius = np.full(len(centers), np.inf)
    for end in (0, 1):
        cells = board.border_cells[:, end]
        there = cells >= 0
        a, b = sides[there, end, 0], sides[there, end, 1]
        along, to = b - a, centers[cells[there]] - a
        across = np.abs(along[:, 0] * to[:, 1] - along[:, 1] * to[:, 0])
        np.minimum.at(radius, cells[there], across / np.hypot(*along.T))
    radius[~np.isfinite(radius)] = CELL / 2
    return centers, board.points * scale, sides, seen.split, corners * scale, radius


def _graph(board: Board) -> _Places:
    centers, none = layout(board) * CELL * 1.6, np.zeros((0, 2))
    radius = np.full(len(centers), CELL * 0.4)
    return centers, none, np.zeros((0, 2, 2, 2)), np.zeros(0, np.bool_), none, radius


def _area(board: Board, corners: Floats) -> float:
    """Return the median area of a cell, 1 where cells have no corners."""
    starts, ends = board.cell_corners.indptr[:-1], board.cell_corners.indptr[1:]
    starts, ends = starts[starts < ends], ends[starts < ends]
    if not len(starts):
        return 1.0
    after = np.arange(1, len(corners) + 1)
    after[ends - 1] = starts
    turned = corners[:, 0] * corners[after, 1] - corners[after, 0] * corners[:, 1]
    areas = np.sort(np.abs(np.add.reduceat(turned, starts)) / 2)
    return float(areas[len(areas) // 2])
