"""Where the elements of a board lie."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct


class Cells(Struct, kw_only=True):
    """Cells, column by column: `x[i]` is of `names[i]`.

    `radius` is of the largest circle inside; `corners` are x1, y1, x2, y2, … clockwise, empty for
    lanes of bridges and cells of graphs.
    """

    names: list[str]
    x: list[float]
    y: list[float]
    radius: list[float]
    corners: list[list[float]]


class Links(Struct, kw_only=True):
    """Links: two neighbours each, as indices of cells.

    `lines` are x1, y1, x2, y2: one from centre to centre, or two stubs of a warp; `border` is the
    index of the side that it crosses, -1 for none.
    """

    names: list[str]
    cells: list[list[int]]
    border: list[int]
    lines: list[list[float]]


class Borders(Struct, kw_only=True):
    """Sides of cells: the cells on both sides (-1: none), its ends as indices of vertices.

    `lines` are x1, y1, x2, y2, and four numbers more where its two cells see it at two places.
    """

    names: list[str]
    cells: list[list[int]]
    vertices: list[list[int]]
    lines: list[list[float]]


class Vertices(Struct, kw_only=True):
    """Corners of cells."""

    names: list[str]
    x: list[float]
    y: list[float]


class Lines(Struct, kw_only=True):
    """Straight lines: where a clue of each stands, outside of the board.

    None are listed where the genre has no clues over lines.
    """

    names: list[str]
    x: list[float]
    y: list[float]


class Holes(Struct, kw_only=True):
    """Places of the drawing without a cell, which may become one: `hole` of `POST /api/edit`."""

    names: list[str]
    corners: list[list[float]]


class Board(Struct, kw_only=True):
    """Where the elements lie, in the units of the picture's `viewBox`: x to the right, y down."""

    key: Annotated[str, Meta(description="The same for boards of the same shape.")]
    topology: str
    rows: int
    columns: int
    width: float
    height: float
    cells: Cells
    links: Links
    borders: Borders
    vertices: Vertices
    lines: Lines
    holes: Holes
