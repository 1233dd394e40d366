"""Large boards: strands woven over the whole board, none of which touches itself."""

from __future__ import annotations

import math
from collections.abc import Mapping
from random import Random
from types import MappingProxyType

import numpy as np

from nlc.arrays import Bools
from nlc.board import Board
from nlc.generating.numberlink.draft import Draft, inner_labels, paths_of
from nlc.generating.numberlink.request import NumberlinkRequest
from nlc.generating.numberlink.verify import other_solution, planted, program_of
from nlc.generating.numberlink.weave import LARGEST, Rectangle, Weave, anneal

RING_FAULT = 3
"""The faults of a ring; a place where a path touches itself is 1, and so is each missing cell."""

TEMPERATURE = 0.3
"""Of Metropolis's rule, in faults."""


class Strands:
    """The strands of a weave by number, with their faults.

    Attributes:
        of: the number of the strand through each cell, by position.
        cells: the cells of each strand, in order.
        faulty: the strands with a fault, in no particular order.
    """

    def __init__(self, weave: Weave, least: int) -> None:
        """Take the strands of a weave; each cell of a path less than `least` is a fault."""
        self.weave = weave
        self.least = least
        self.of = [0] * len(weave.count)
        self.cells: dict[int, list[int]] = {}
        self.faulty: list[int] = []
        self._faults: dict[int, int] = {}
        self._place: dict[int, int] = {}
        self._next = 1
        for cell in weave.cells:
            if not self.of[cell]:
                self._list_if_faulty(self._number_strand(cell))

    def change(self, where: Rectangle, wanted: int, random: Random) -> bool:
        """Redraw a rectangle, if possible and accepted by Metropolis's rule; return whether it was.

        Args:
            wanted: the number of ends; each one more or less counts as a fault.
        """
        weave, of = self.weave, self.of
        redrawn = weave.redraw(where)
        if redrawn is None:
            return False
        links, touched = redrawn
        gained, now = weave.gained(touched), len(weave.ends)
        cells = sorted(spot for spot in touched if of[spot])
        old = {of[cell] for cell in cells}
        first = self._next
        new = [self._number_strand(cell) for cell in cells if of[cell] < first]
        worse = sum(self._faults[n] for n in new) - sum(self._faults[n] for n in old)
        worse += abs(now + gained - wanted) - abs(now - wanted)
        if worse <= 0 or random.random() < math.exp(-worse / TEMPERATURE):
            for number in sorted(old):
                self._forget(number)
            for number in new:
                self._list_if_faulty(number)
            weave.settle(touched)
            return True
        weave.toggle(links)
        for number in new:
            del self.cells[number], self._faults[number]
        for number in old:
            for cell in self.cells[number]:
                of[cell] = number
        return False

    def repair(self, wanted: int, random: Random, tries: int) -> bool:
        """Move until no strand has a fault and there are as many ends as wanted.

        Half of the moves are at a faulty strand, if there is one, and most at an end.

        Returns:
            Whether that was reached within the tries.
        """
        weave, draw = self.weave, random.random
        ends = weave.ends
        for _ in range(tries):
            if not self.faulty and len(ends) == wanted:
                return True
            if self.faulty and draw() < 0.5:
                cells = self.cells[self.faulty[int(draw() * len(self.faulty))]]
            else:
                cells = self.cells[self.of[weave.cells[int(draw() * len(weave.cells))]]]
            at = int(draw() * len(cells)) if draw() < 0.3 else -(draw() < 0.5)
            self.change(weave.rectangle(cells[at], random, LARGEST), wanted, random)
        return not self.faulty and len(ends) == wanted

    def stir(self, cells: list[int], wanted: int, random: Random, moves: int) -> None:
        """Try moves at random cells out of a list."""
        for _ in range(moves):
            cell = cells[int(random.random() * len(cells))]
            self.change(self.weave.rectangle(cell, random, LARGEST), wanted, random)

    def _number_strand(self, cell: int) -> int:
        """Number the strand through a cell and count its faults."""
        path, ring = self.weave.strand(cell)
        number, of, below = self._next, self.of, 2 * self.weave.stride
        self._next += 1
        for spot in path:
            of[spot] = number
        beside = sum((of[spot + 2] == number) + (of[spot + below] == number) for spot in path)
        faults = beside - len(path) + 1
        if ring:
            faults += RING_FAULT - 1
        else:
            faults += max(0, self.least - len(path))
        self.cells[number] = path
        self._faults[number] = faults
        return number

    def _list_if_faulty(self, number: int) -> None:
        if self._faults[number]:
            self._place[number] = len(self.faulty)
            self.faulty.append(number)

    def _forget(self, number: int) -> None:
        del self.cells[number], self._faults[number]
        if number in self._place:
            i, last = self._place.pop(number), self.faulty.pop()
            if last != number:
                self.faulty[i], self._place[last] = last, i


class Loops:
    """Weaves a random cover and repairs its faults.

    First, ends are strewn over a cover by rings and most of them are removed again, by moves that
    depend only on the cells and vertices that they touch (`anneal`). Then rings, paths that touch
    themselves and trivial pairs are removed, by Metropolis's rule with the number of faults as
    energy (`Strands`). A board with a second solution is changed where the two differ.
    """

    summary = "large boards of squares, woven; paths do not touch themselves"
    options: Mapping[str, bool] = MappingProxyType({"touch": False})
    switches: Mapping[str, str] = MappingProxyType({})

    def refusal(self, request: NumberlinkRequest) -> str | None:
        """Refuse all but whole rectangles of squares, and boards of a single row or column."""
        size = request.shape.rectangle
        if size is None:
            return "it weaves whole rectangles of squares only"
        if min(size) == 1:
            return "it needs two rows and two columns"
        if not request.options.get("cover", True):
            return "it covers every cell, so that it never needs cover=false"
        return None

    def make(self, request: NumberlinkRequest, random: Random) -> Draft | None:
        """Try once to make a puzzle."""
        assert request.shape.rectangle is not None
        weave = Weave(*request.shape.rectangle)
        wanted = 2 * request.wanted
        anneal(weave, wanted, random)
        strands = Strands(weave, request.least)
        for stirs in range(21):
            if not strands.repair(wanted, random, 100 * len(weave.cells)):
                return None
            links = _links(weave, request.shape.board)
            if not request.unique:
                return Draft(links, {})
            inner = inner_labels(request, paths_of(request.shape.board, links), random)
            if inner is None:
                return None
            program = program_of(request, links, inner)
            other = other_solution(program, planted(program, links))
            if other is None:
                return Draft(links, {"stirs": stirs}, unique=True, inner=inner)
            differing = request.shape.board.link_cells[links != other]
            cells = [weave.cells[i] for i in np.unique(differing).tolist()]
            strands.stir(cells, wanted, random, 5 * len(cells))
        return None


def _links(weave: Weave, board: Board) -> Bools:
    """Return the drawn links, shape (links,), in the order of the board."""
    right, down = weave.links()
    first, last = board.link_cells.T
    row, col = np.divmod(first, weave.cols)
    out = np.zeros(len(first), np.bool_)
    across = (last - first == 1) & (weave.cols > 1)
    out[across] = right[row[across], col[across]]
    out[~across] = down[row[~across], col[~across]]
    return out


METHOD = Loops()
