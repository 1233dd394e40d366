"""A random line: from a small board, doubled until it fits, with flips at every size.

A small board has its shape soon, and its doubled picture starts the next one with a line that winds
over the whole board, where flips alone would need a number of sweeps that grows with the length of
the board.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from nlc.dataclasses import dataclass
from nlc.generate.slitherlink.flips import chances, sweep
from nlc.generate.slitherlink.lattice import LATTICES
from nlc.generate.slitherlink.ports import Ports
from nlc.generate.slitherlink.regions import PAD, Colours, Grid, grid

SMALLEST = 4
"""The smallest number of rows or columns of a board that is doubled."""

SWEEPS = 24
"""Proposed flips for each cell at each size."""


@dataclass(frozen=True)
class Line:
    """What a line is to be like.

    Attributes:
        tiling: one of `LATTICES`.
        rows: of the board.
        cols: likewise.
        open: a line from the rim to the rim instead of a loop.
        diagonal: pairs of cells that share a corner count, too.
        method: how it is made, of `nlc.generate.slitherlink.methods.METHODS`.
    """

    tiling: str
    rows: int
    cols: int
    open: bool = False
    diagonal: bool = False
    method: str = "scale"


@dataclass(frozen=True)
class Method:
    """A way to make a line.

    Attributes:
        summary: for the help.
        regions: makes a board and two random regions, both connected; the line is between them.
    """

    summary: str
    regions: Callable[[Line, np.random.Generator], tuple[Grid, Colours]]


def regions(line: Line, random: np.random.Generator) -> tuple[Grid, Colours]:
    """Return a board and two random regions, both connected."""
    lattice = LATTICES[line.tiling]
    heat = lattice.diagonal_temperature if line.diagonal else lattice.temperature
    assert heat is not None
    table = chances(line.tiling, line.diagonal, heat)
    sizes = [(line.rows, line.cols)]
    while (half := _half(line.tiling, *sizes[-1])) is not None:
        sizes.append(half)
    board = grid(line.tiling, *sizes.pop())
    colours = start(board, line.open, random)
    while True:
        ports = Ports(board, random) if line.open and not sizes else None
        for _ in range(SWEEPS):
            sweep(board, colours, table, random)
            if ports is not None:
                ports.move(colours)
        if not sizes:
            return board, colours
        finer = grid(line.tiling, *sizes.pop())
        colours = doubled(board, finer, colours)
        board = finer


def _half(tiling: str, rows: int, cols: int) -> tuple[int, int] | None:
    """Return the size of the board to start from, or None where that is too small.

    Doubled hexagons need half a cell more on each side, and triangles a whole one.
    """
    half = rows // 2, (cols - LATTICES[tiling].margin) // 2
    return half if min(half) >= SMALLEST else None


def start(board: Grid, line: bool, random: np.random.Generator) -> Colours:
    """Return a region of one cell, or one that is the upper part of the frame."""
    colours = np.zeros(board.shape, np.uint8)
    if line:
        colours[: PAD + int(random.integers(1, board.rows))] = 1
        board.inside(colours)[:] = 0
    else:
        colours.reshape(-1)[random.choice(board.cells)] = 1
    return colours


def doubled(board: Grid, finer: Grid, colours: Colours) -> Colours:
    """Return regions of the same form on a board of about twice as many rows and columns.

    Args:
        board: the coarser board.
        finer: a board that `_half` halves to this one.
        colours: regions on the coarser board.
    """
    rows, cols = board.shape
    row, col = np.indices((rows, cols))
    lattice = LATTICES[board.tiling]
    parts = np.array(lattice.parts)[lattice.kind(row, col)]
    out = np.zeros((2 * rows, 2 * cols + 2), np.uint8)
    # Cells at both ends of rows that no part covers are of the frame, like those beside them.
    out[:, :2] = np.repeat(colours[:, :1], 2, axis=0)
    out[:, -3:] = np.repeat(colours[:, -1:], 2, axis=0)
    for part in range(4):
        r, c = parts[..., part, 0], parts[..., part, 1]
        out[2 * row + r, 2 * col + c] = colours
    height, width = finer.shape
    return out[PAD : PAD + height, PAD : PAD + width].copy()


METHOD = Method("a line that winds on every scale; clues go while there is one solution", regions)
