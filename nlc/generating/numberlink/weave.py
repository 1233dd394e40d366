"""A board of squares covered by strands (paths and rings) that changes by local moves.

Where no path touches itself, at most two of the four links round an inner vertex are drawn (rule
``turn`` of the genre), just as at most two at a cell. Let a horizontal link be *marked* if it is
drawn, and a vertical link if it is not. Then a cell or vertex has two links if and only if its
marked links are all four, none, or two that are neighbours in the ring round it. So the marked
links form domains with diagonal outlines, straight except at ends of paths and at vertices with
fewer links.

A move redraws all links of a diagonal rectangle. Every cell and inner vertex inside it that has two
links keeps two, and only the outline matters; so a move changes few ends.
"""

from __future__ import annotations

import math
from random import Random
from typing import NamedTuple

from nlc.generating.numberlink.draft import Path

LARGEST = 8
"""The longest side of a rectangle, in links."""

_MARGIN = 2 * LARGEST


class Rectangle(NamedTuple):
    """A diagonal rectangle of links: ``first + i * along + j * across``, i < a and j < b.

    Attributes:
        anchor: the cell at its corner.
        first: the position of the link between the corner and the rectangle.
        along: the step from link to link on one side.
        across: the step on the other.
    """

    anchor: int
    first: int
    along: int
    across: int
    a: int
    b: int


class Weave:
    """Strands over a board of `rows` times `cols` cells.

    Cells, links and vertices have positions on a grid with twice the resolution, which has a margin
    so that no rectangle leaves it; a position is an index into flat lists.

    Attributes:
        stride: the distance between positions one below the other.
        cells: the positions of the cells, row-major.
        drawn: whether the link at a position is drawn.
        count: the number of drawn links at a cell, or round a vertex.
        around: the exclusive or of the positions of a cell's drawn neighbours.
        ends: the cells with one drawn link, in no particular order.
    """

    def __init__(self, rows: int, cols: int) -> None:
        """Cover the board by its rows, of two cells or more."""
        self.rows, self.cols = rows, cols
        stride = self.stride = 2 * cols + 1 + 2 * _MARGIN
        size = stride * (2 * rows + 1 + 2 * _MARGIN)
        self._origin = stride * _MARGIN + _MARGIN + stride + 1
        self.cells = [self._at(2 * r, 2 * c) for r in range(rows) for c in range(cols)]
        self.drawn = bytearray(size)
        self.count = [0] * size
        self.around = [0] * size
        self._least = bytearray(size)
        for cell in self.cells:
            self._least[cell] = 1
        self._reach = [0] * size  # from a link to its two cells; 0 where there is no link
        for r in range(rows):
            for c in range(cols):
                if c + 1 < cols:
                    self._reach[self._at(2 * r, 2 * c + 1)] = 1
                if r + 1 < rows:
                    self._reach[self._at(2 * r + 1, 2 * c)] = stride
        self.ends: list[int] = []
        self._place: dict[int, int] = {}
        self.toggle([self._at(2 * r, 2 * c + 1) for r in range(rows) for c in range(cols - 1)])
        self.settle(set(self.cells))

    def _at(self, y: int, x: int) -> int:
        return self._origin + y * self.stride + x

    # ---------- moves ----------

    def rectangle(self, among: list[int], random: Random, size: int) -> Rectangle:
        """Return a random rectangle with a corner at one of some cells, small ones more often."""
        draw = random.random
        anchor = among[int(draw() * len(among))]
        a, b = 1 + int(draw() ** 2 * size), 1 + int(draw() ** 2 * size)
        down, up = self.stride + 1, self.stride - 1
        first, along, across = (
            (self.stride, down, up),
            (1, down, -up),
            (-self.stride, -down, -up),
            (-1, -down, up),
        )[int(4 * draw())]
        return Rectangle(anchor, anchor + first, along, across, a, b)

    def redraw(self, where: Rectangle) -> tuple[list[int], set[int]] | None:
        """Change every link of a rectangle.

        Returns:
            The links and the cells and vertices at them; None, and nothing has changed, if one of
            these would have too many or too few links.
        """
        if not self._corners_fit(where):
            return None
        _, first, along, across, a, b = where
        reach = self._reach
        links = [
            link
            for start in range(first, first + a * along, along)
            for link in range(start, start + b * across, across)
            if reach[link]
        ]
        self.toggle(links)
        touched: set[int] = set()
        for link in links:
            touched.update((link - 1, link + 1, link - self.stride, link + self.stride))
        count, least = self.count, self._least
        for spot in touched:
            if not least[spot] <= count[spot] <= 2:
                self.toggle(links)
                return None
        return links, touched

    def toggle(self, links: list[int]) -> None:
        """Change each of some links: draw or erase it."""
        drawn, count, around, reach = self.drawn, self.count, self.around, self._reach
        stride = self.stride
        for link in links:
            change = -1 if drawn[link] else 1
            drawn[link] ^= 1
            count[link - 1] += change
            count[link + 1] += change
            count[link - stride] += change
            count[link + stride] += change
            near, far = link - reach[link], link + reach[link]
            around[near] ^= far
            around[far] ^= near

    def gained(self, touched: set[int]) -> int:
        """Return how many more ends there are at these spots than `ends` has."""
        least, count, place = self._least, self.count, self._place
        return sum((least[s] and count[s] == 1) - (s in place) for s in touched)

    def settle(self, touched: set[int]) -> None:
        """Update `ends` after a change at these spots."""
        ends, place = self.ends, self._place
        for spot in sorted(touched):
            if self._least[spot] and self.count[spot] == 1:
                if spot not in place:
                    place[spot] = len(ends)
                    ends.append(spot)
            elif spot in place:
                i, last = place.pop(spot), ends.pop()
                if last != spot:
                    ends[i], place[last] = last, i

    def _corners_fit(self, where: Rectangle) -> bool:
        """Return whether the four corners of a rectangle, each with one link in it, allow the move.

        This cheap test excludes most rectangles.
        """
        anchor, first, along, across, a, b = where
        drawn, count, least, reach = self.drawn, self.count, self._least, self._reach
        far, wide = (a - 1) * along, (b - 1) * across
        for link, spot in (
            (first, anchor),
            (first + far, anchor + far + along),
            (first + wide, anchor + wide + across),
            (first + far + wide, anchor + far + along + wide + across),
        ):
            if reach[link]:
                after = count[spot] + (-1 if drawn[link] else 1)
                if not least[spot] <= after <= 2:
                    return False
        return True

    # ---------- paths ----------

    def paths(self) -> list[Path]:
        """Return the cells of each path in order, by number; rings are cut at their first cells."""
        number = {spot: cell for cell, spot in enumerate(self.cells)}
        left = dict.fromkeys([*sorted(self.ends), *self.cells])
        out = []
        while left:
            here, before = next(iter(left)), 0
            path: Path = []
            while here in left:
                del left[here]
                path.append(number[here])
                here, before = self._after(here, before), here
            out.append(path)
        return out

    def _after(self, cell: int, before: int) -> int:
        """Return the neighbour on a path after another one, or any if that is none."""
        if before and self.count[cell] == 2:
            return self.around[cell] ^ before
        steps = (step for step in (1, self.stride, -1, -self.stride) if self.drawn[cell + step])
        return cell + 2 * next(steps)

    # ---------- annealing ----------

    def anneal(self, wanted: int, random: Random) -> None:
        """Randomise it and bring the number of its ends near the wanted one.

        Ends are strewn and most of them removed again; a move that adds two is then accepted with
        probability ``exp(-2)``. Rings and paths that touch themselves do not count here.
        """
        draw, ends, cells = random.random, self.ends, self.cells
        many = max(wanted, round(0.3 * len(cells)))  # a weave with so many counts as random
        for done in range(4 * len(cells)):
            if len(ends) >= many and done > len(cells):
                break
            pool = ends if ends and draw() < 0.5 else cells
            redrawn = self.redraw(self.rectangle(pool, random, LARGEST - 2))
            if redrawn is not None:
                self.settle(redrawn[1])
        for _ in range(200 * len(cells)):
            if len(ends) <= wanted:
                return
            redrawn = self.redraw(self.rectangle(ends, random, LARGEST))
            if redrawn is None:
                continue
            links, touched = redrawn
            gained = self.gained(touched)
            if gained <= 0 or draw() < math.exp(-gained):
                self.settle(touched)
            else:
                self.toggle(links)
