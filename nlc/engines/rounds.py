"""Engines that solve a model of Numberlink in rounds, with more constraints in each round.

A model with degrees and colours alone allows rings of links that are on no path. Engines exclude
the rings that they find: cells without an end of a path have fewer links between them than cells.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import Protocol

import numpy as np

from nlc.arrays import Bools, Ints
from nlc.engines.base import Engine, EngineInput
from nlc.engines.problem import Problem
from nlc.graph import components


class Rounds(Protocol):
    """A model in a solver."""

    @property
    def figures(self) -> dict[str, int]:
        """Statistics of the model and of all rounds so far."""

    def solve(self) -> Bools | None:
        """Return which links are drawn, shape (links,), or None where there is no solution.

        Raises:
            RuntimeError: the solver did not decide it.
        """

    def limit(self, links: list[int], most: int) -> None:
        """Add that at most so many of some links are drawn."""


class RoundsEngine(Engine[EngineInput]):
    """Solves a model in rounds; a subclass provides the model and the solver."""

    @abstractmethod
    def start(self, puzzle: EngineInput) -> Rounds:
        """Return the model of a puzzle that has at least one pair.

        Raises:
            MemoryError: a limit of memory leaves no room for the solver.
        """

    def search(self, puzzle: EngineInput, statistics: dict[str, int]) -> Iterator[Bools]:
        """Yield the solutions, one or more rounds for each."""
        problem = puzzle.problem
        if not problem.groups:  # nothing may be drawn
            if not (problem.cover and problem.nodes):
                yield np.zeros(len(problem.ends), np.bool_)
            return
        model = self.start(puzzle)
        statistics |= dict.fromkeys(self.statistics, 0)
        while True:
            drawn = model.solve()
            statistics["rounds"] += 1
            statistics |= model.figures
            if drawn is None:
                return
            rings = detached_pieces(problem, drawn)
            statistics["cuts"] += len(rings)
            if not rings:
                yield drawn
                links = np.flatnonzero(drawn).tolist()
                model.limit(links, len(links) - 1)  # of no other solution all of them are drawn
            for ring in rings:
                inside = np.isin(problem.ends, ring).all(axis=1)
                model.limit(np.flatnonzero(inside).tolist(), len(ring) - 1)


def detached_pieces(problem: Problem, drawn: Bools) -> list[Ints]:
    """Return the pieces of a drawing without an end of a path, smallest cell first.

    Args:
        problem: the puzzle; if each end has one link and each other cell none or two, such a piece
            is a ring.
        drawn: shape (links,).

    Returns:
        For each piece its cells, ascending.
    """
    ends = problem.ends[drawn]
    piece = components(problem.nodes, ends)
    loose = np.zeros(problem.nodes, np.bool_)
    loose[piece[ends]] = True
    loose[piece[problem.labels > 0]] = False
    return [np.flatnonzero(piece == name).astype(np.int32) for name in np.flatnonzero(loose)]


def links_at_cells(problem: Problem) -> list[list[int]]:
    """Return the links at each cell."""
    ways: list[list[int]] = [[] for _ in range(problem.nodes)]
    for link, ends in enumerate(problem.ends.tolist()):
        for cell in ends:
            ways[cell].append(link)
    return ways
