"""A board in a frame of outside cells, two regions on it, and the line between them.

A loop is the border of a connected region whose complement, the frame included, is connected too;
an open line is the border of two regions that both reach the frame (L. Appelbe, "How to generate
Slither Link puzzles", 2020). The colour of a cell, 0 or 1, is the region that it belongs to.

Places without a cell have colours, too. Connected ones have one colour, as no side lies
between them: a *hole* has that of the region that it belongs to, and what is connected to the
frame, a *bay*, that of the frame. So a bay of an open line lies beside one part of the frame only.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeVar

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from nlc.arrays import Bools, Ints
from nlc.board import Board
from nlc.generating.slitherlink.lattice import LATTICES, Offset
from nlc.graph import components

Colours = npt.NDArray[np.uint8]
"""Shape (rows + 2 * PAD, cols + 2 * PAD), the region of each cell of a board and its frame."""

T = TypeVar("T", bound=np.generic)

PAD = 2
"""The width of the frame: the cells at the corners of a triangle reach two columns away."""


class Grid(Struct, frozen=True, eq=False):
    """The cells of a board in its frame.

    Attributes:
        tiling: one of `LATTICES`.
        rows: of the board, without its frame.
        cols: likewise.
        cells: shape (cells,), the place of each cell of the board in raveled `Colours`.
        rings: shape (cells, k), the places of the cells around it.
        classes: the places that flip alone by class, each with their rings: no two of a class meet,
            so that they can be flipped at once. They are the cells, and holes of one place.
        holes: the places of each hole.
        bays: the places of each bay.
    """

    tiling: str
    rows: int
    cols: int
    cells: Ints
    rings: Ints
    classes: tuple[tuple[Ints, Ints], ...]
    holes: tuple[Ints, ...] = ()
    bays: tuple[Ints, ...] = ()

    @property
    def shape(self) -> tuple[int, int]:
        """The shape of its `Colours`."""
        return self.rows + 2 * PAD, self.cols + 2 * PAD

    @property
    def sides(self) -> Ints:
        """The places of the neighbours across each side, shape (cells, sides)."""
        neighbours: Ints = self.rings[:, list(LATTICES[self.tiling].sides)]
        return neighbours

    def inside(self, colours: Colours) -> Colours:
        """Return the part of `Colours` that is the board, as a view."""
        return colours[PAD:-PAD, PAD:-PAD]

    @property
    def faces(self) -> Ints:
        """The face at each place of raveled `Colours`: first the cells, then the holes; else -1."""
        faces = np.full(self.shape[0] * self.shape[1], -1, np.int32)
        faces[self.cells] = np.arange(len(self.cells))
        for number, hole in enumerate(self.holes, len(self.cells)):
            faces[hole] = number
        return faces

    @property
    def parts(self) -> Ints:
        """The part of each place of raveled `Colours`, as a number from 0, else -1.

        The cells of a part are connected across sides and holes.
        """
        inside = self.faces >= 0
        hole = np.concatenate([np.zeros(0, np.int32), *self.holes])
        ends = np.column_stack((np.repeat(self.cells, self.sides.shape[1]), self.sides.ravel()))
        steps = [np.column_stack((places[:-1], places[1:])) for places in self.holes]
        joined = np.concatenate((ends[inside[ends[:, 1]]], *steps))
        own = np.concatenate((self.cells, hole))
        parts = np.full(len(inside), -1, np.int32)
        _, parts[own] = np.unique(components(len(inside), joined)[own], return_inverse=True)
        return parts


@lru_cache(maxsize=64)
def grid(tiling: str, rows: int, cols: int, missing: frozenset[Offset] = frozenset()) -> Grid:
    """Return the board of `rows` rows of `cols` cells.

    Args:
        missing: rows and columns, from 0, without a cell.
    """
    row, col = (axis.ravel() for axis in np.indices((rows, cols)))
    width = cols + 2 * PAD
    places = ((row + PAD) * width + col + PAD).astype(np.int32)
    lattice = LATTICES[tiling]
    steps = np.array([[r * width + c for r, c in ring] for ring in lattice.rings])
    reach = max(abs(c) for ring in lattice.rings for _, c in ring)
    number = row % 2 * (reach + 1) + col % (reach + 1)
    rings = (places[:, None] + steps[lattice.kind(row, col)]).astype(np.int32)
    is_cell = np.ones(rows * cols, np.bool_)
    is_cell[[r * cols + c for r, c in missing]] = False
    parts = _parts(places, rings[:, list(lattice.sides)], is_cell)
    alone = is_cell.copy()
    alone[np.isin(places, [hole for hole in parts[0] if len(hole) == 1])] = True
    members = [alone & (number == n) for n in range(2 * (reach + 1))]
    classes = tuple((places[of], rings[of]) for of in members if of.any())
    holes, bays = map(tuple, parts)
    return Grid(tiling, rows, cols, places[is_cell], rings[is_cell], classes, holes, bays)


def _parts(places: Ints, near: Ints, is_cell: Bools) -> tuple[list[Ints], list[Ints]]:
    """Return the holes and the bays.

    Args:
        places: shape (n,), all places but those of the frame, ascending.
        near: shape (n, sides), the places across their sides.
        is_cell: shape (n,), which of them are cells.
    """
    lacking, beyond = places[~is_cell], near[~is_cell]
    joined = np.isin(beyond, lacking)
    ends = np.column_stack((np.repeat(lacking, joined.sum(axis=1)), beyond[joined]))
    part = components(int(places[-1]) + 1, ends)[lacking]
    outer = part[~np.isin(beyond, places).all(axis=1)]
    groups = [(root, lacking[part == root]) for root in np.unique(part)]
    holes = [group for root, group in groups if root not in outer]
    return holes, [group for root, group in groups if root in outer]


def border(board: Board, grid: Grid, colours: Colours) -> Bools:
    """Return the line between the two regions, shape (borders,)."""
    flat = colours.ravel()
    differs = flat[grid.sides] != flat[grid.cells][:, None]
    line = np.zeros(len(board.border_cells), np.bool_)
    line[board.cell_borders.data] = differs.ravel()
    return line


def beyond(board: Board, grid: Grid) -> Ints:
    """Return a place next to each border, on the rim the one without a cell: shape (borders,)."""
    places = np.zeros(len(board.border_cells), np.int32)
    places[board.cell_borders.data] = grid.sides.ravel()
    return places


def border_faces(board: Board, grid: Grid) -> Ints:
    """Return the two faces of each border, as in `Grid.faces`: a cell first.

    Returns:
        Shape (borders, 2).
    """
    first, second = board.border_cells.T
    second = np.where(second < 0, grid.faces[beyond(board, grid)], second)
    return np.column_stack((first, second)).astype(np.int32)


def doubled(board: Grid, finer: Grid, colours: npt.NDArray[T]) -> npt.NDArray[T]:
    """Return regions of the same form on a board with about twice the rows and columns.

    Args:
        board: the coarser board.
        finer: the board of which `_half` gives the size of the coarser one.
        colours: regions on the coarser board, or other values of its places.
    """
    rows, cols = board.shape
    row, col = np.indices((rows, cols))
    lattice = LATTICES[board.tiling]
    parts = np.array(lattice.parts)[lattice.kind(row, col)]
    out = np.zeros((2 * rows, 2 * cols + 2), colours.dtype)
    # Cells at both ends of rows that no part covers are of the frame, like those beside them.
    out[:, :2] = np.repeat(colours[:, :1], 2, axis=0)
    out[:, -3:] = np.repeat(colours[:, -1:], 2, axis=0)
    for part in range(4):
        r, c = parts[..., part, 0], parts[..., part, 1]
        out[2 * row + r, 2 * col + c] = colours
    height, width = finer.shape
    return out[PAD : PAD + height, PAD : PAD + width].copy()
