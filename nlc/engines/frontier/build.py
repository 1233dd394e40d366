"""Counts all solutions of a puzzle exactly, by a frontier method, without encoding or solver.

The edges of the board are decided one by one, in an order that keeps the frontier narrow: the nodes
of which some edges are decided and others not. Two partial boards that look alike there can be
completed alike, so they are one state, and the states form a decision diagram. This is Simpath
(D. E. Knuth, The Art of Computer Programming 4A, 2011, section 7.1.4, exercise 225), extended to
pairs of labels and clues (R. Yoshinaka, T. Saitoh, J. Kawahara, K. Tsuruma, H. Iwashita,
S. Minato, Finding All Solutions and Instances of Numberlink and Slitherlink by ZDDs, Algorithms
5(2), 2012) and to trees (J. Kawahara, T. Inoue, H. Iwashita, S. Minato, Frontier-Based Search for
Enumerating All Constrained Subgraphs with Compressed Representation, IEICE Trans. Fundamentals
E100-A(9), 2017).
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from nlc.arrays import Bools, Ints
from nlc.engines.frontier.moves import decide
from nlc.engines.frontier.schedule import edge_order, make_schedule
from nlc.engines.frontier.state import Layer, Shape
from nlc.engines.problem import Problem
from nlc.process.limits import NO_LIMITS, Limits, Reason


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


Watch = Callable[[int, int, int], None]
"""Called before each edge with its number, the number of edges and that of states."""


class LimitReached(Exception):  # noqa: N818 - nothing went wrong
    """A limit was reached before all was counted.

    Attributes:
        reason: which one.
        states: how many states there were by then.
        widest: how many of them after one edge, at most.
    """

    def __init__(self, reason: Reason, message: str, states: int, widest: int) -> None:
        super().__init__(message)
        self.reason = reason
        self.states = states
        self.widest = widest


def build(problem: Problem, limits: Limits = NO_LIMITS, watch: Watch | None = None) -> Diagram:
    """Return the diagram of all solutions.

    Args:
        limits: of the count; of memory, an estimate, or half of the machine's where none is given.

    Raises:
        UserError: the frontier is too wide, or there are too many labels.
        LimitReached: a limit was reached.
    """
    if not _begins(problem):
        return Diagram(len(problem.ends), (), np.zeros(1, np.bool_))
    plan = make_schedule(problem, edge_order(problem))
    shape = Shape.of(problem, plan)
    layer = Layer.start(shape)
    guard = _Guard(limits, len(plan.steps))
    levels: list[Level] = []
    for number, step in enumerate(plan.steps):
        guard.check(number, layer)
        if watch is not None:
            watch(number, len(plan.steps), layer.size)
        decided = decide(problem, layer, step)
        levels.append(Level(step.edge, decided.skip, decided.draw))
        layer = decided.layer
    accepts = layer.closed > 0 if problem.loop else np.ones(layer.size, np.bool_)
    return Diagram(len(problem.ends), tuple(levels), accepts)


def _begins(problem: Problem) -> bool:
    """Return whether no node or sum without any edge makes a solution impossible."""
    lonely = np.bincount(problem.ends.ravel(), minlength=problem.nodes) == 0
    stuck = lonely if problem.cover else lonely & (problem.labels > 0)
    return not stuck.any() and all(item.edges or item.low <= 0 for item in problem.sums)


class _Guard:
    """Ends the work at a limit."""

    def __init__(self, limits: Limits, edges: int) -> None:
        self.limits = limits
        self.edges = edges
        self.wall = time.monotonic()
        self.cpu = time.process_time()
        self.states = self.widest = 0
        whole = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        self.bytes = 0.5 * whole if limits.megabytes is None else limits.megabytes * 2**20

    def check(self, number: int, layer: Layer) -> None:
        """Stop where a limit is reached, or where the states after the next edge may not fit."""
        self.states += layer.size
        self.widest = max(self.widest, layer.size)
        if reason := self._reached(layer):
            message = f"{layer.size} states before edge {number + 1} of {self.edges}"
            raise LimitReached(reason, message, self.states, self.widest)

    def _reached(self, layer: Layer) -> Reason | None:
        wall, cpu = self.limits.seconds, self.limits.cpu_seconds
        if wall is not None and time.monotonic() - self.wall > wall:
            return "wall-time"
        if cpu is not None and time.process_time() - self.cpu > cpu:
            return "cpu-time"
        state = layer.shape.rows + 8 * len(layer.foes)
        # Both children of each state at once: the parts, the whole, what survives, and its words;
        # and the indices that sort them, 48 bytes. The states of all levels take 8 each.
        needed = 8 * self.states + 2 * layer.size * (4 * state + 48)
        return "memory" if needed > self.bytes else None
