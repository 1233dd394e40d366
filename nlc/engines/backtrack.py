"""Depth-first search along the paths, pair after pair, on any board.

Source: Algorithm 1 of J. J. Lelipaly's thesis on Numberlink, whose order is up, right, down, left.
The treatment of the options `cover`, `touch` and `no2x2`, and of other boards, is our own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import numpy as np

from nlc.arrays import Bools, offsets
from nlc.engines import backtrack_kernel as kernel
from nlc.engines.backtrack_kernel import FREE, Field, Walk
from nlc.engines.base import Engine, EngineInput
from nlc.engines.diagonal_kernel import FOUND, MORE, OVER
from nlc.engines.library import machine_code, python_and_numba

BUDGET = 1 << 24
"""Tried directions between two reports of the number of steps."""


class BacktrackEngine(Engine[EngineInput]):
    """Extends a path cell by cell, and backtracks when no direction is left."""

    name = "backtrack"
    summary = "depth first along the paths, pair after pair"
    statistics = ("steps",)

    def version(self) -> str | None:
        """Return the version of Python, and that of Numba if it is installed."""
        return python_and_numba()

    def prepare(self) -> None:
        """Compile the search, or load its machine code."""
        compiled_advance()

    def search(self, puzzle: EngineInput, statistics: dict[str, int]) -> Iterator[Bools]:
        """Yield the solutions in the order in which the search meets them."""
        field, walk = new_search(puzzle)
        if (fast := compiled_advance()) is not None:
            field, walk = pack_arrays(field, walk)
        advance = fast or kernel.advance
        result = MORE
        while result != OVER:
            result = advance(field, walk, BUDGET)
            statistics["steps"] = int(walk.head[4])
            if result == FOUND:
                yield np.array(walk.drawn, np.bool_)


def new_search(puzzle: EngineInput) -> tuple[Field, Walk]:
    """Return the first state of a search, with lists.

    Directions from a cell are in the order of the sides of the tiling, clockwise from the top:
    up, right, down, left on squares; right of the top first on hexagons; first to the right, or up,
    on triangles that point up, or down. Warps come last.
    """
    problem, board = puzzle.problem, puzzle.board
    nodes, ends = problem.nodes, problem.ends
    ways = board.cell_links
    owners = np.repeat(np.arange(nodes), ways.lengths)
    sums_of: list[list[int]] = [[] for _ in ends]
    for number, each in enumerate(problem.sums):
        for link in each.edges:
            sums_of[link].append(number)
    firsts, seconds = puzzle.pairs.T.tolist()
    owner = (problem.labels - 1).tolist()
    field = Field(
        ways.indptr.tolist(),
        ways.data.tolist(),
        (ends[ways.data].sum(axis=1) - owners).tolist(),
        [*firsts, FREE],
        [*seconds, FREE],
        [each.low for each in problem.sums],
        [each.high for each in problem.sums],
        offsets(np.array([len(each) for each in sums_of], np.int32)).tolist(),
        [number for each in sums_of for number in each],
        [int(problem.cover), int(problem.touch)],
    )
    deepest = nodes + len(firsts) + 1
    tip = field.firsts[0]
    walk = Walk(
        [0] * len(ends),
        owner,
        [0] * len(problem.sums),
        [0] * (deepest + 1),
        [0] * deepest,
        [0] * deepest,
        [0, 0, tip, owner.count(FREE), 0, 1],
    )
    walk.untried[0] = field.start[tip] if tip != FREE else 0
    return field, walk


def pack_arrays(field: Field, walk: Walk) -> tuple[Field, Walk]:
    """Return a search with arrays in place of lists, for compiled code."""
    arrays = [np.array(each, np.int64) for each in field]
    return Field(*arrays), Walk(*(np.array(each, np.int64) for each in walk))


@cache
def compiled_advance() -> Callable[[Field, Walk, int], int] | None:
    """Return `kernel.advance` as machine code for searches with arrays, or None."""
    field = Field([0, 0], [], [], [FREE], [FREE], [], [], [0], [], [0, 0])
    walk = Walk([], [FREE], [], [0, 0], [0], [0], [0, 0, FREE, 1, 0, 0])
    return machine_code(kernel.advance, *pack_arrays(field, walk))


ENGINE = BacktrackEngine()
