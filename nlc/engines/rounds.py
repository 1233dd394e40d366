"""Engines that solve a model of Numberlink in rounds, with more constraints in each round.

A model with degrees and colours alone allows rings of links that are on no path. Engines exclude
the rings that they find, by a *cut-set* constraint: a path through cells without an end has a link
that leads out of them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import Protocol

import numpy as np

from nlc.arrays import Bools, Ints
from nlc.board import Board
from nlc.engines.base import Engine, EngineInput
from nlc.engines.problem import Problem


class Rounds(Protocol):
    """A model in a solver."""

    @property
    def figures(self) -> dict[str, int]:
        """Statistics of the model and of all rounds so far."""

    def solve(self) -> Bools | None:
        """Return the values of the variables, or None where there is no solution.

        Raises:
            RuntimeError: the solver did not decide it.
        """

    def drawn_links(self, values: Bools) -> Bools:
        """Return which links are drawn: shape (links,)."""

    def block(self, values: Bools) -> None:
        """Exclude a solution, and no other."""

    def cut(self, ring: Ints) -> None:
        """Exclude a ring of these cells, but no solution."""


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
            values = model.solve()
            statistics["rounds"] += 1
            statistics |= model.figures
            if values is None:
                return
            drawn = model.drawn_links(values)
            rings = detached_pieces(problem, drawn)
            statistics["cuts"] += len(rings)
            if not rings:
                yield drawn
                model.block(values)
            for ring in rings:
                model.cut(ring)


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
    piece = _pieces(problem.nodes, ends)
    loose = np.zeros(problem.nodes, np.bool_)
    loose[piece[ends]] = True
    loose[piece[problem.labels > 0]] = False
    return [np.flatnonzero(piece == name).astype(np.int32) for name in np.flatnonzero(loose)]


def _pieces(nodes: int, ends: Ints) -> Ints:
    """Return for each node the smallest node of its piece: shape (nodes,)."""
    piece = np.arange(nodes, dtype=np.int32)
    while True:
        smaller = piece.copy()
        least = piece[ends].min(axis=1, initial=nodes)
        for side in ends.T:
            np.minimum.at(smaller, side, least)
        smaller = smaller[smaller]
        if np.array_equal(smaller, piece):
            return piece
        piece = smaller


def leaving(problem: Problem, cells: Ints) -> tuple[Ints, Ints]:
    """Return the links between two of these cells, and those that lead out of them."""
    inside = np.zeros(problem.nodes, np.bool_)
    inside[cells] = True
    sides = inside[problem.ends].sum(axis=1)
    return np.flatnonzero(sides == 2).astype(np.int32), np.flatnonzero(sides == 1).astype(np.int32)


def corners(board: Board) -> Iterator[Ints]:
    """Yield the links around each inner vertex without a wall, hole or bridge.

    A path that does not touch itself draws at most all but two of them, if the cells there are
    different; see the rule `turn` of the genre.
    """
    for vertex in np.flatnonzero(board.vertex_inner).tolist():
        links = board.vertex_links.row(vertex)
        cells = board.vertex_cells.row(vertex)
        if len(links) == len(np.unique(cells)) == len(board.vertex_borders.row(vertex)):
            yield links
