"""Balance of the two colours of a chessboard, at each cut between rows and between columns.

Let the number of chosen links be known at each cell of a set, and let neighbours have different
colours. Then a link inside the set counts for one cell of either colour. So among the links that
leave the set, the surplus of those from black cells over those from white cells is the surplus of
the numbers of its black cells over those of its white cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from msgspec.structs import replace

from nlc.arrays import Bools, Ints
from nlc.board import Sort
from nlc.ir.chosen_edges import UNKNOWN, ChosenEdges, at_nodes, chosen_edges
from nlc.ir.nodes import Counts, Exactly, Node, Origin, Program
from nlc.ir.passes import Pass

RULE = "balance"
"""The rule name of the counts."""


@dataclass(frozen=True)
class Balance(Pass):
    """A count for each cut, in which the links from white cells are negated.

    Attributes:
        width: the most links of a cut; the size of the count grows with the square.
    """

    name = "balance"
    source = "double counting over a proper colouring (folklore)"
    needs = ("neighbours of two colours", "cover=true")
    size = "a count of at most 64 links for each row and column"

    width: int = 64

    def apply(self, program: Program) -> Program:
        """Return a program with the counts of each graph whose nodes are the cells of the board."""
        board = program.board
        white = (board.row_of + board.col_of) % 2 == 1
        nodes: list[Node] = []
        for item in chosen_edges(program):
            ends = item.graph.ends
            if item.graph.nodes == board.count(Sort.CELL) and np.all(white[ends].sum(axis=1) == 1):
                number = at_nodes(program, item, _number)
                for place in (board.row_of, board.col_of):
                    nodes += self._cuts(item, number, white, place)
        return replace(program, nodes=[*program.nodes, *nodes])

    def _cuts(self, item: ChosenEdges, number: Ints, white: Bools, place: Ints) -> Iterator[Node]:
        """Yield a count for each cut between the cells up to a place and those beyond it."""
        ends = item.graph.ends
        for last in range(int(place.min()), int(place.max())):
            inside = place <= last
            if np.any(number[inside] == UNKNOWN):
                return  # they are unknown in larger parts, too
            leaving = inside[ends].sum(axis=1) == 1
            if not 0 < np.count_nonzero(leaving) <= self.width:
                continue
            from_white = np.any(inside[ends[leaving]] & white[ends[leaving]], axis=1)
            lits = np.where(from_white, -item.lits[leaving], item.lits[leaving])
            ahead = int(number[inside & ~white].sum()) - int(number[inside & white].sum())
            counts = Counts.of(ahead + int(from_white.sum())).within(len(lits))
            row = lits.astype(np.int32)[None]
            yield Exactly(counts, row, np.zeros((1, 0), np.int32), Origin(RULE, None))


def _number(counts: Counts) -> int | None:
    """Return the number of a set with one element, else None."""
    found = list(counts)
    return found[0] if len(found) == 1 else None


PASS = Balance
