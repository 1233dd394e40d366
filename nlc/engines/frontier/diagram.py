"""The decision diagram that the frontier method builds: counts, boards and facts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from nlc.arrays import Bools, Ints


class Level(Struct, frozen=True, eq=False):
    """The states before one edge.

    Attributes:
        skip: shape (n,), for each state the one of the next level where the edge is not drawn; -1
            where there is no solution that way.
        draw: shape (n,), likewise where it is drawn.
    """

    edge: int
    skip: Ints
    draw: Ints


class Diagram(Struct, frozen=True, eq=False):
    """All solutions: the ways from the only state of the first level to the accepting one.

    It is a binary decision diagram that is ordered but not reduced: states without a solution are
    still in it.

    Attributes:
        edges: the number of edges.
        levels: one for each edge, in the order of decision.
        accepts: shape (n,), which of the states after all edges are solutions; n is at most 1.
    """

    edges: int
    levels: tuple[Level, ...]
    accepts: Bools

    @property
    def states(self) -> int:
        """The number of states of all levels."""
        return sum(len(level.skip) for level in self.levels)

    @property
    def widest(self) -> int:
        """The number of states of the largest level."""
        return max((len(level.skip) for level in self.levels), default=0)

    def count(self) -> int:
        """Return the number of solutions."""
        # One more entry, for -1: no way.
        below: npt.NDArray[Any] = np.append(self.accepts, False).astype(np.int64)
        for level in reversed(self.levels):
            if below.dtype != object and below.max() >= 2**62:
                below = below.astype(object)
            below = np.append(below[level.skip] + below[level.draw], below[-1])
        return int(below[:-1].sum())

    def _hopeful(self) -> list[Bools]:
        """Return for each level, and after the last, which states have a solution; False for -1."""
        out = [np.append(self.accepts, False)]
        for level in reversed(self.levels):
            out.append(np.append(out[-1][level.skip] | out[-1][level.draw], False))
        return out[::-1]

    def solutions(self) -> Iterator[Bools]:
        """Yield every solution as the drawn edges, shape (edges,)."""
        hopeful = self._hopeful()
        order = np.array([level.edge for level in self.levels], np.int32)
        choices = np.zeros(len(order), np.bool_)
        ahead = [(0, state, False) for state in np.flatnonzero(hopeful[0]).tolist()]
        while ahead:
            depth, state, chosen = ahead.pop()
            if depth:
                choices[depth - 1] = chosen
            if depth == len(order):
                drawn = np.zeros(self.edges, np.bool_)
                drawn[order] = choices
                yield drawn
                continue
            level = self.levels[depth]
            for target, draws in ((level.draw[state], True), (level.skip[state], False)):
                if hopeful[depth + 1][target]:
                    ahead.append((depth + 1, int(target), draws))

    def facts(self) -> tuple[Bools, Bools]:
        """Return which edges some solution draws, and which all draw; each of shape (edges,).

        Without a solution, nothing is drawn by some and everything by all.
        """
        hopeful = self._hopeful()
        some = np.zeros(self.edges, np.bool_)
        every = np.ones(self.edges, np.bool_)
        for level, after in zip(self.levels, hopeful[1:], strict=True):
            some[level.edge] = after[level.draw].any()
            every[level.edge] = not after[level.skip].any()
        return some, every
