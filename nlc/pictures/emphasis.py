"""Clues that are picked out: bold, and a veil over all others."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from html import escape

from nlc.board import Sort
from nlc.pictures.geometry import Geometry
from nlc.pictures.paths import number, polygon
from nlc.pictures.style import Style

_VEIL = 'opacity=".75" class="g"'

_INSET = 0.84
"""How far a veil reaches to the corners of a cell: lines along its sides stay as they are."""


def bold(parts: Iterable[str], picked: Iterable[str]) -> Iterator[str]:
    """Yield elements of SVG, the texts of some elements of the board in bold."""
    heads = [f'<text data-e="{escape(name)}" ' for name in picked]
    for part in parts:
        for head in heads:
            part = part.replace(head, f'{head}font-weight="bold" ')
        yield part


def veils(
    geometry: Geometry,
    style: Style,
    cells: Iterable[int],
    vertices: Iterable[int],
    picked: Container[str],
) -> Iterator[str]:
    """Yield a veil over each cell and vertex with a clue that is not picked."""
    board = geometry.board
    indptr = board.cell_corners.indptr
    names = board.names(Sort.CELL)
    for cell in cells:
        corners = geometry.corners[indptr[cell] : indptr[cell + 1]]
        if names[cell] not in picked and len(corners):
            middle = geometry.centers[cell]
            area = polygon(middle + _INSET * (corners - middle))
            yield f'<path d="{area}" fill="{style.ground}" {_VEIL}/>'
    names = board.names(Sort.VERTEX)
    for vertex in vertices:
        if names[vertex] not in picked:
            x, y = geometry.points[vertex].tolist()
            at = f'cx="{number(x)}" cy="{number(y)}" r="10"'
            yield f'<circle {at} fill="{style.ground}" {_VEIL}/>'
