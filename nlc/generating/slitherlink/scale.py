"""A random line: from a small board, doubled until it fits, with flips at every size.

On a small board few sweeps suffice. Doubled, its line starts the next board with a line that winds
over all of it; flips alone would need a number of sweeps that grows with the length of the board.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from msgspec import Struct

from nlc.generating.slitherlink.flips import chances, sweep, sweep_holes
from nlc.generating.slitherlink.lattice import LATTICES, Offset
from nlc.generating.slitherlink.outline import coarser
from nlc.generating.slitherlink.regions import PAD, Colours, Grid, doubled, grid
from nlc.generating.slitherlink.start import start


class Ports:
    """Moves the two ends of an open line, each in a random direction by a random distance.

    At the ends the frame changes from one region to the other. A cell of the frame next to an end
    may change its region, which moves the end by one cell. That keeps both regions connected if the
    way round the cell, from its one neighbour in the frame through the board to the other, changes
    its colour once; all that lies outside may be taken to have the colours of the frame. Ends do
    not move on triangles, or at bays.
    """

    def __init__(self, board: Grid, random: np.random.Generator) -> None:
        """Choose directions, and distances of up to a quarter of the rim."""
        self._ways = rim(grid(board.tiling, board.rows, board.cols))
        self._bays = {place for bay in board.bays for place in bay.tolist()}
        self._left = random.integers(0, len(self._ways) // 4 + 1, 2).tolist()
        self._steps = random.choice([-1, 1], 2).tolist()

    def move(self, colours: Colours) -> None:
        """Move both ends as far as the two regions let them, in place."""
        flat, ways = colours.reshape(-1), self._ways
        for port in (0, 1):
            while self._left[port]:
                at = self._ends(colours)[port]
                cell, around = ways[(at + (self._steps[port] > 0)) % len(ways)]
                if not self._bays.isdisjoint(around):
                    break
                seen = flat[around]
                if (seen[1:] != seen[:-1]).sum() != 1:
                    break
                flat[cell] ^= 1
                self._left[port] -= 1

    def _ends(self, colours: Colours) -> list[int]:
        """Return the cells of the rim after which the colour changes: to region 0, then to 1."""
        own = colours.reshape(-1)[[cell for cell, _ in self._ways]]
        after = np.roll(own, -1)
        return [int((own > after).argmax()), int((own < after).argmax())]


@lru_cache(maxsize=16)
def rim(board: Grid) -> list[tuple[int, list[int]]]:
    """Return the cells of the frame along a whole board, clockwise, each with the way round it.

    The way round a cell is the part of its ring that begins with the next cell of the frame and
    ends with the one before. There is none on triangles, where the list is empty.
    """
    if not LATTICES[board.tiling].moves_ports:
        return []
    width = board.shape[1]
    inside = set(board.cells.tolist())
    beside = set(board.rings.ravel().tolist()) - inside
    ways: dict[int, list[int]] = {}
    for cell in beside:
        kind = (cell // width) % 2
        ring = [cell + r * width + c for r, c in LATTICES[board.tiling].rings[kind]]
        near = [place in inside or place in beside for place in ring]
        first = next(i for i, here in enumerate(near) if here and not near[i - 1])
        ways[cell] = [p for p in ring[first:] + ring[:first] if p in inside or p in beside]
    cell = start = PAD * width + PAD - 1
    out = [(cell, ways[cell])]
    while (cell := ways[cell][0]) != start:
        out.append((cell, ways[cell]))
    return out


SWEEPS = 24
"""Proposed flips for each cell at each size."""


class LineSpec(Struct, frozen=True):
    """The properties of a line.

    Attributes:
        tiling: one of `LATTICES`.
        open: a line from the rim to the rim instead of a loop.
        diagonal: pairs of cells that share a corner count, too.
        method: a name in `nlc.generating.slitherlink.methods.METHODS`.
        missing: the rows and columns, from 0, of places without a cell.
    """

    tiling: str
    rows: int
    cols: int
    open: bool = False
    diagonal: bool = False
    method: str = "scale"
    missing: frozenset[Offset] = frozenset()


class LineMethod(Struct, frozen=True):
    """A way to make a line.

    Attributes:
        regions: makes a board and two random regions, both connected; the line is between them.
    """

    summary: str
    regions: Callable[[LineSpec, np.random.Generator], tuple[Grid, Colours]]


def regions(line: LineSpec, random: np.random.Generator) -> tuple[Grid, Colours]:
    """Return a board and two random regions, both connected."""
    lattice = LATTICES[line.tiling]
    heat = lattice.diagonal_temperature if line.diagonal else lattice.temperature
    assert heat is not None
    table = chances(line.tiling, line.diagonal, heat)
    boards = [grid(line.tiling, line.rows, line.cols, line.missing)]
    sweeps = SWEEPS
    # A cell between holes of both regions has as many drawn sides in either.
    # In the others, the holes of several places stay outside of the line.
    wide = bool(line.missing) and random.random() < 0.75
    while (half := _half(line.tiling, boards[-1].rows, boards[-1].cols)) is not None:
        missing = None if line.open and line.missing else coarser(boards[-1], *half)
        if missing is None:  # more sweeps take its place
            sweeps *= 2 ** _halves(line.tiling, *half)
            break
        boards.append(grid(line.tiling, *half, missing))
    board = boards.pop()
    colours = start(board, line.open, random)
    while True:
        ports = Ports(board, random) if line.open and not boards else None
        for _ in range(sweeps):
            sweep(board, colours, table, random)
            if wide:
                sweep_holes(board, colours, line.diagonal, heat, random)
            if ports is not None:
                ports.move(colours)
        if not boards:
            return board, colours
        colours = doubled(board, boards[-1], colours)
        board = boards.pop()
        sweeps = SWEEPS


def _half(tiling: str, rows: int, cols: int) -> tuple[int, int] | None:
    """Return the size of the board to start from, or None where that is too small.

    Doubled hexagons need half a cell more on each side, and triangles a whole one.
    """
    half = rows // 2, (cols - LATTICES[tiling].margin) // 2
    return half if min(half) >= 4 else None


def _halves(tiling: str, rows: int, cols: int) -> int:
    """Return how many sizes there are from this one down, itself included."""
    half = _half(tiling, rows, cols)
    return 1 if half is None else 1 + _halves(tiling, *half)


METHOD = LineMethod(
    "a line that winds on every scale; clues go while there is one solution", regions
)
