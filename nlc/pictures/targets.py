"""What a pointer hits on a picture: a transparent area for each element, under its name."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

import numpy as np

from nlc.board import Board, Sort
from nlc.ir.nodes import BoolVar, Domain, Program
from nlc.pictures.geometry import Geometry
from nlc.pictures.paths import number, polygon, segments

WIDE = 16.0
"""Units across a link or a border that belong to it."""

_FREE = 0.28
"""Share of a link at either end that is left to its cell."""


def targets(program: Program, geometry: Geometry) -> Iterator[str]:
    """Yield a group ``<g data-targets="link">`` for each sort of elements, the uppermost last.

    What is decided lies above what is not, and lines above cells. So a pointer hits what can be
    changed; a page that wants another sort switches ``pointer-events`` of the groups off.
    """
    board = program.board
    variables: list[BoolVar | Domain] = [*program.bools, *program.domains.values()]
    decided = {var.sort for var in variables if var.shown}
    sorts = [Sort.LINK, Sort.BORDER, Sort.VERTEX, Sort.CELL]
    rising = [Sort.CELL, Sort.VERTEX, Sort.LINK, Sort.BORDER]
    found = {
        Sort.CELL: _cells(board, geometry),
        Sort.VERTEX: _vertices(board, geometry),
        Sort.LINK: _links(board, geometry),
        Sort.BORDER: _borders(board, geometry),
    }
    order = [sort for sort in sorts if sort not in decided]
    for sort in order + [sort for sort in rising if sort in decided]:
        look = 'fill="none" stroke="none" pointer-events="all"'
        if sort in (Sort.LINK, Sort.BORDER):
            look = (
                f'fill="none" stroke="none" stroke-width="{number(WIDE)}" pointer-events="stroke"'
            )
        if text := "".join(found[sort]):
            yield f'<g data-targets="{sort.value}" {look}>{text}</g>'


def _cells(board: Board, geometry: Geometry) -> Iterator[str]:
    names, corners = board.names(Sort.CELL), board.cell_corners
    for i, name in enumerate(names):
        if corners.lengths[i]:
            places = geometry.corners[corners.indptr[i] : corners.indptr[i + 1]]
            yield f'<path data-e="{escape(name)}" d="{polygon(places)}"/>'
        elif board.lanes[i] < 0:
            x, y = geometry.centers[i].tolist()
            yield _circle(name, x, y, 14.0)
    for lanes in geometry.bridges:
        name = " ".join(names[lane] for lane in lanes.tolist())
        yield f'<path data-e="{escape(name)}" d="{polygon(geometry.outline_of_bridge(lanes))}"/>'


def _vertices(board: Board, geometry: Geometry) -> Iterator[str]:
    for name, (x, y) in zip(board.names(Sort.VERTEX), geometry.points.tolist(), strict=True):
        yield _circle(name, x, y, WIDE / 2)


def _links(board: Board, geometry: Geometry) -> Iterator[str]:
    for i, name in enumerate(board.names(Sort.LINK)):
        if geometry.straight[i]:
            a, b = geometry.centers[board.link_cells[i]]
            ends = np.stack([a + _FREE * (b - a), b + _FREE * (a - b)])[None]
        else:
            ends = np.stack(geometry.stubs(i))
            ends[:, 0] += 2 * _FREE * (ends[:, 1] - ends[:, 0])
        yield f'<path data-e="{escape(name)}" d="{segments(ends)}"/>'


def _borders(board: Board, geometry: Geometry) -> Iterator[str]:
    for i, name in enumerate(board.names(Sort.BORDER)):
        ends = geometry.sides[i] if geometry.split[i] else geometry.sides[i, :1]
        yield f'<path data-e="{escape(name)}" d="{segments(ends)}"/>'


def _circle(name: str, x: float, y: float, radius: float) -> str:
    at = f'cx="{number(x)}" cy="{number(y)}"'
    return f'<circle data-e="{escape(name)}" {at} r="{number(radius)}"/>'
