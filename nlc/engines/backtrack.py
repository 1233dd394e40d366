"""Depth-first search along the paths, one pair after the other, on any board.

Source: Algorithm 1 of J. J. Lelipaly's thesis on Numberlink, whose order is up, right, down, left.
What is done about the options `cover`, `touch` and `no2x2`, and on other boards, is ours.
"""

from __future__ import annotations

import platform
from collections.abc import Iterator

import numpy as np

from nlc.arrays import Bools
from nlc.engines.base import Engine, Puzzle, require_pairs

Way = tuple[int, int]
"""A link, and the cell that it leads to."""

FREE = -1
"""In the place of a pair: the cell is on no path."""


class BacktrackEngine(Engine[Puzzle]):
    """Extends a path by one cell after the other; where none is left to try, it takes one back."""

    name = "backtrack"
    summary = "depth first along the paths, pair after pair"
    statistics = ("steps",)

    def version(self) -> str | None:
        """Return the version of Python."""
        return f"Python {platform.python_version()}"

    def refuse(self, puzzle: Puzzle) -> None:
        """Refuse what is not Numberlink.

        Raises:
            UserError: it has other rules.
        """
        require_pairs(self, puzzle)

    def search(self, puzzle: Puzzle, statistics: dict[str, int]) -> Iterator[Bools]:
        """Yield the solutions in the order in which the search meets them."""
        walk = _Walk(puzzle)
        untried = [walk.ways()]  # after each step of the walk, the ways that are left to try
        steps = 0
        if walk.solved():
            yield np.array(walk.drawn, np.bool_)
        while untried:
            for way in untried[-1]:
                if walk.forward(way):
                    steps += 1
                    untried.append(walk.ways())
                    if walk.solved():
                        statistics["steps"] = steps
                        yield np.array(walk.drawn, np.bool_)
                    break
            else:
                untried.pop()
                walk.back()
        statistics["steps"] = steps


class _Walk:
    """The paths so far: those of the first pairs whole, and that of the next pair up to a cell.

    Attributes:
        drawn: by link, whether it is drawn.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        problem = puzzle.problem
        self.drawn = [False] * len(problem.ends)
        self._ways = _ways(puzzle)
        self._pairs: list[tuple[int, int]] = [(a, b) for a, b in puzzle.pairs.tolist()]
        self._owner = (problem.labels - 1).tolist()  # by cell, the pair on whose path it is
        self._free = self._owner.count(FREE)
        self._cover, self._touch = problem.cover, problem.touch
        self._sums = problem.sums
        self._counts = [0] * len(self._sums)  # drawn links of each sum
        self._sums_of: list[list[int]] = [[] for _ in self.drawn]
        for number, each in enumerate(self._sums):
            for link in each.edges:
                self._sums_of[link].append(number)
        self._steps: list[tuple[int, int, int, int]] = []
        self._begin(0)

    def _begin(self, pair: int) -> None:
        """Begin with the path of a pair at its first end, unless there are no more."""
        self._pair = pair
        ends = self._pairs[pair] if pair < len(self._pairs) else (FREE, FREE)
        self._tip, self._goal = ends

    def ways(self) -> Iterator[Way]:
        """Return the ways on from here; none where all paths are whole."""
        return iter(() if self._tip == FREE else self._ways[self._tip])

    def solved(self) -> bool:
        """Return whether all paths are whole and the rules about the whole board are kept."""
        return (
            self._pair == len(self._pairs)
            and not (self._cover and self._free)
            and all(n >= each.low for n, each in zip(self._counts, self._sums, strict=True))
        )

    def forward(self, way: Way) -> bool:
        """Go a way, to the next pair where it ends at the goal; return False if it is closed."""
        link, cell = way
        if not (self._owner[cell] == FREE or cell == self._goal):
            return False
        if not self._touch and self._touches(way):
            return False
        if any(self._counts[number] >= self._sums[number].high for number in self._sums_of[link]):
            return False
        self._draw(link, True)
        self._steps.append((link, cell, self._pair, self._tip))
        if cell == self._goal:
            self._begin(self._pair + 1)
        else:
            self._owner[cell] = self._pair
            self._free -= 1
            self._tip = cell
        return True

    def back(self) -> None:
        """Take back the last step, if there is one."""
        if self._steps:
            link, cell, pair, tip = self._steps.pop()
            self._draw(link, False)
            self._begin(pair)
            self._tip = tip
            if cell != self._goal:
                self._owner[cell] = FREE
                self._free += 1

    def _touches(self, way: Way) -> bool:
        """Return whether a way leads beside its own path.

        The goal is not part of the path yet; it is checked when the path comes there.
        """
        link, cell = way
        return any(
            self._owner[beside] == self._pair and other != link and beside != self._goal
            for other, beside in self._ways[cell]
        )

    def _draw(self, link: int, drawn: bool) -> None:
        self.drawn[link] = drawn
        for number in self._sums_of[link]:
            self._counts[number] += 1 if drawn else -1


def _ways(puzzle: Puzzle) -> list[list[Way]]:
    """Return the ways from each cell, in the order of the sides of the board's tiling.

    That is clockwise from the top: up, right, down, left on squares; right of the top first on
    hexagons; first to the right, or up, on triangles that point up, or down. Warps come last.
    """
    cells = puzzle.board.cell_links
    ends = puzzle.problem.ends.tolist()
    found = []
    for cell in range(puzzle.problem.nodes):
        links = cells.row(cell).tolist()
        found.append([(link, sum(ends[link]) - cell) for link in links])
    return found


ENGINE = BacktrackEngine()
