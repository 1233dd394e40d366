"""A board in a frame of outside cells, two regions on it, and the line between them.

A loop is the border of a connected region whose complement, the frame included, is connected too;
an open line is the border of two regions that both reach the frame (L. Appelbe, "How to generate
Slither Link puzzles", 2020). The colour of a cell, 0 or 1, is the region that it belongs to.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from nlc.arrays import Bools, Ints
from nlc.board import Board
from nlc.dataclasses import dataclass
from nlc.generate.slitherlink.lattice import LATTICES

Colours = npt.NDArray[np.uint8]
"""Shape (rows + 2 * PAD, cols + 2 * PAD), the region of each cell of a board and its frame."""

PAD = 2
"""The width of the frame: the cells at the corners of a triangle reach two columns away."""


@dataclass(frozen=True, eq=False)
class Grid:
    """The cells of a board in its frame.

    Attributes:
        tiling: one of `LATTICES`.
        rows: of the board, without its frame.
        cols: likewise.
        cells: shape (cells,), the place of each cell of the board in raveled `Colours`.
        rings: shape (cells, k), the places of the cells around it.
        classes: the places of the cells of the board by class, each with the rings of its cells: no
            two of a class meet, so that they can be flipped at once.
    """

    tiling: str
    rows: int
    cols: int
    cells: Ints
    rings: Ints
    classes: tuple[tuple[Ints, Ints], ...]

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


@lru_cache(maxsize=64)
def grid(tiling: str, rows: int, cols: int) -> Grid:
    """Return the board of `rows` rows of `cols` cells."""
    row, col = (axis.ravel() for axis in np.indices((rows, cols)))
    width = cols + 2 * PAD
    cells = ((row + PAD) * width + col + PAD).astype(np.int32)
    lattice = LATTICES[tiling]
    steps = np.array([[r * width + c for r, c in ring] for ring in lattice.rings])
    reach = max(abs(c) for ring in lattice.rings for _, c in ring)
    number = row % 2 * (reach + 1) + col % (reach + 1)
    rings = (cells[:, None] + steps[lattice.kind(row, col)]).astype(np.int32)
    members = [number == n for n in range(2 * (reach + 1))]
    classes = tuple((cells[of], rings[of]) for of in members if of.any())
    return Grid(tiling, rows, cols, cells, rings, classes)


def border(board: Board, grid: Grid, colours: Colours) -> Bools:
    """Return the line between the two regions, shape (borders,).

    Args:
        board: the whole board of the tiling with as many rows and columns as `grid`.
        grid: the same board in its frame.
        colours: the two regions.
    """
    flat = colours.ravel()
    differs = flat[grid.sides] != flat[grid.cells][:, None]
    line = np.zeros(len(board.border_cells), np.bool_)
    line[board.cell_borders.data] = differs.ravel()
    return line
