"""The first regions of random lines."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from nlc.arrays import AnyInts, Bools, Ints
from nlc.errors import fail
from nlc.generating.slitherlink.lattice import LATTICES
from nlc.generating.slitherlink.regions import PAD, Colours, Grid


class _Shores(Struct, frozen=True, eq=False):
    """The bays and parts of a board next to each place of its rim.

    Attributes:
        bays: shape (bays, places).
        parts: shape (parts, places); parts also count across bays.
    """

    bays: Bools
    parts: Bools

    def lengths(self, first: int) -> AnyInts:
        """Return the possible lengths of region 1 on the rim, from a first place.

        No bay meets both regions, and some part of the board does.
        """
        bays, parts = (
            np.cumsum(np.roll(of, -first, axis=1), axis=1) for of in (self.bays, self.parts)
        )
        one = ((bays == 0) | (bays == bays[:, -1:])).all(axis=0)
        both = ((parts > 0) & (parts < parts[:, -1:])).any(axis=0)
        return np.flatnonzero(one & both) + 1


def start(board: Grid, line: bool, random: np.random.Generator) -> Colours:
    """Return a region of one cell, or for a line a part of the frame; see `require_opening`."""
    colours = np.zeros(board.shape, np.uint8)
    if not line:
        flat, parts = colours.reshape(-1), board.parts
        sizes = np.bincount(parts[board.cells])
        flat[random.choice(board.cells[parts[board.cells] == sizes.argmax()])] = 1
        return colours
    if not board.bays:
        colours[: PAD + int(random.integers(1, board.rows))] = 1
        board.inside(colours)[:] = 0
        return colours
    rim, shores = _rim(board), _shores(board)
    bays = shores.bays
    first, length = _drawn(shores, random)
    colours[:] = (rim >= 0) & ((rim - first) % bays.shape[1] < length)
    flat = colours.reshape(-1)
    for bay, beside in zip(board.bays, bays, strict=True):
        flat[bay] = (int(beside.argmax()) - first) % len(beside) < length
    # A part that bays shut off from region 0 belongs to region 1.
    parts = board.parts
    outer = flat[board.sides] + 2 * (board.faces[board.sides] >= 0)
    reached = np.unique(parts[board.cells[(outer == 0).any(axis=1)]])
    flat[(parts >= 0) & ~np.isin(parts, reached)] = 1
    return colours


def require_opening(board: Grid) -> None:
    """Check that a board has room for the two ends of an open line.

    Raises:
        UserError: it has not.
    """
    if not board.bays:
        return
    shores = _shores(board)
    if not any(shores.lengths(first).size for first in range(shores.bays.shape[1])):
        raise fail(
            "open lines end on the rim of the rectangle round a board, where this board has holes",
            hint="leave out --open",
        )


def _drawn(shores: _Shores, random: np.random.Generator) -> tuple[int, int]:
    """Return the start and the length of region 1 on the rim, if possible not a short part."""
    rim = shores.bays.shape[1]
    for first in random.permutation(rim).tolist():
        lengths = shores.lengths(first)
        middle = lengths[(4 * lengths >= rim) & (4 * lengths <= 3 * rim)]
        if (choice := middle if middle.size else lengths).size:
            return first, int(random.choice(choice))
    raise AssertionError("`require_opening` was not called")


def _rim(board: Grid) -> Ints:
    """Return the nearest place of the rim for each place of the frame, else -1.

    Places of the rim of the whole board are numbered clockwise from its first row and column.
    """
    rows, cols = board.rows - 1, board.cols - 1
    row, col = np.indices(board.shape, np.int32) - PAD
    inside = (row >= 0) & (row <= rows) & (col >= 0) & (col <= cols)
    row, col = row.clip(0, rows), col.clip(0, cols)
    clockwise = (row == 0) | (col == cols)
    places = np.where(clockwise, row + col, 2 * (rows + cols) - row - col)
    return np.where(inside, -1, places % (2 * (rows + cols)))


def _shores(board: Grid) -> _Shores:
    """Return the bays and parts next to the rim of a board."""
    rim, width = _rim(board).ravel(), board.shape[1]
    lattice = LATTICES[board.tiling]
    steps = np.array([[r * width + c for r, c in ring] for ring in lattice.rings])
    steps = steps[:, list(lattice.sides)]

    def beside(places: Ints) -> Bools:
        near = rim[places[:, None] + steps[lattice.kind(*np.divmod(places, width))]]
        found: Bools = np.isin(np.arange(rim.max() + 1), near)
        return found

    bays = np.array([beside(bay) for bay in board.bays])
    part_of = board.parts
    parts = np.zeros((int(part_of.max()) + 1, bays.shape[1]), np.bool_)
    for number, part in enumerate(parts):
        part |= beside(board.cells[part_of[board.cells] == number])
    for bay, places in zip(bays, board.bays, strict=True):
        met = part_of[board.cells[np.isin(board.sides, places).any(axis=1)]]
        parts[np.unique(met)] |= bay
    return _Shores(bays, parts)
