"""The random line of an article, for comparison with `nlc.generating.slitherlink.scale`.

Source: L. Appelbe, "How to generate Slither Link puzzles" (2020). The line starts straight: the
upper half of the board is one region, the lower half the other. Cells at the line flip in random
order, each only if that lengthens the line, or keeps its length and makes it less plain diagonally,
until no cell can flip. Clues are removed in random order, the first ones by binary search. The
article stops when its solver needs ten nested guesses; here clues are removed while the solution is
unique.
"""

from __future__ import annotations

import numpy as np

from nlc.generating.slitherlink.flips import lengthens
from nlc.generating.slitherlink.regions import PAD, Colours, Grid, grid
from nlc.generating.slitherlink.scale import LineMethod, LineSpec


def regions(line: LineSpec, random: np.random.Generator) -> tuple[Grid, Colours]:
    """Return a board and two random regions, both connected.

    The frame of a loop is of the lower region.
    """
    board = grid(line.tiling, line.rows, line.cols)
    colours = np.zeros(board.shape, np.uint8)
    (colours if line.open else board.inside(colours))[: line.rows // 2 + PAD * line.open] = 1
    table = lengthens(line.tiling, line.diagonal).tolist()
    flat = colours.ravel().tolist()
    rings = dict(zip(board.cells.tolist(), board.rings.tolist(), strict=True))

    def flips(cell: int) -> bool:
        own = flat[cell]
        return bool(table[sum((flat[c] != own) << i for i, c in enumerate(rings[cell]))])

    ready = _Bag([cell for cell in rings if flips(cell)])
    while ready:
        cell = ready.pick(random)
        flat[cell] ^= 1
        for other in (cell, *rings[cell]):
            if other in rings:
                ready.put(other, flips(other))
    colours[:] = np.array(flat, np.uint8).reshape(board.shape)
    return board, colours


class _Bag:
    """A set that picks each member with the same probability."""

    def __init__(self, members: list[int]) -> None:
        self._members = members
        self._places = {member: place for place, member in enumerate(members)}

    def __len__(self) -> int:
        return len(self._members)

    def pick(self, random: np.random.Generator) -> int:
        """Return a random member, which stays in the set."""
        return self._members[int(random.integers(len(self._members)))]

    def put(self, member: int, inside: bool) -> None:
        """Add a member, or remove it."""
        if inside == (member in self._places):
            return
        if inside:
            self._places[member] = len(self._members)
            self._members.append(member)
            return
        place, last = self._places.pop(member), self._members.pop()
        if last != member:
            self._members[place], self._places[last] = last, place


METHOD = LineMethod(
    "after L. Appelbe (2020): a straight line that flips while it gets longer; the "
    "first clues go by binary search",
    regions,
)
