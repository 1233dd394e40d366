"""The line and the removal of clues as the article has them, beside ours.

Source: L. Appelbe, "How to generate Slither Link puzzles" (2020). The line starts straight, the
upper half of the board of one region and the lower half of the other. Cells on it flip in random
order, each only where the line gets longer by that, or as long and less plain diagonally, until
none is left to flip. Clues go in random order, the first ones by binary search; where the article
stops at puzzles that take its solver ten guesses one inside the other, they go here while there is
one solution.

Ours (`nlc.generating.slitherlink.scale`) flips at every size with a temperature.
"""

from __future__ import annotations

import numpy as np

from nlc.generating.slitherlink.flips import longer
from nlc.generating.slitherlink.regions import PAD, Colours, Grid, grid
from nlc.generating.slitherlink.scale import Line, Method


def regions(line: Line, random: np.random.Generator) -> tuple[Grid, Colours]:
    """Return a board and two random regions, both connected.

    The frame of a loop is of the lower region.
    """
    board = grid(line.tiling, line.rows, line.cols)
    colours = np.zeros(board.shape, np.uint8)
    (colours if line.open else board.inside(colours))[: line.rows // 2 + PAD * line.open] = 1
    table = longer(line.tiling, line.diagonal).tolist()
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
    """A set of which each member is picked with the same chance."""

    def __init__(self, members: list[int]) -> None:
        self._members = members
        self._places = {member: place for place, member in enumerate(members)}

    def __len__(self) -> int:
        return len(self._members)

    def pick(self, random: np.random.Generator) -> int:
        """Return a member, which stays in."""
        return self._members[int(random.integers(len(self._members)))]

    def put(self, member: int, inside: bool) -> None:
        """Take a member in, or leave it out."""
        if inside == (member in self._places):
            return
        if inside:
            self._places[member] = len(self._members)
            self._members.append(member)
            return
        place, last = self._places.pop(member), self._members.pop()
        if last != member:
            self._members[place], self._places[last] = last, place


METHOD = Method(
    "after L. Appelbe (2020): a straight line that flips while it gets longer; the "
    "first clues go by binary search",
    regions,
)
