"""Depth-first search along the paths, pair after pair, on any board.

Source: Algorithm 1 of J. J. Lelipaly's thesis on Numberlink, whose order is up, right, down, left.
The treatment of the options `cover`, `touch` and `no2x2`, and of other boards, is our own.
One source serves Python with lists and Numba with arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

import numpy as np

from nlc.arrays import Bools, offsets
from nlc.engines.base import Engine, EngineInput
from nlc.engines.library import FOUND, MORE, OVER, Numbers, machine_code, packed, python_and_numba

FREE = -1
"""The owner of cells on no path, and the number of a missing cell."""


class Field(NamedTuple):
    """A board and its rules.

    Attributes:
        start: of each cell, the index of its first direction; last the number of all directions.
        links: of each direction, its link.
        cells: of each direction, the cell that it leads to.
        firsts: of each pair, the end at which its path begins; `FREE` after the last.
        seconds: of each pair, the other end; `FREE` after the last.
        low: of each sum, the least number of drawn links.
        high: of each sum, the greatest number.
        sum_start: of each link, the index of its first sum; last the number of all.
        sums: the sums of each link.
        options: whether every cell has to be used, and whether a path may touch itself.
    """

    start: Numbers
    links: Numbers
    cells: Numbers
    firsts: Numbers
    seconds: Numbers
    low: Numbers
    high: Numbers
    sum_start: Numbers
    sums: Numbers
    options: Numbers


class Walk(NamedTuple):
    """The state of a search: the complete paths of the first pairs, and a part of the next one.

    Attributes:
        drawn: of each link, whether it is drawn.
        owner: of each cell, the pair of its path, or `FREE`.
        counts: of each sum, the number of drawn links.
        untried: after each step, the next direction to try.
        way: of each step, its direction.
        tip: of each step, the cell from which it went.
        head: the number of steps on the board, the pair of the present path, the end of that path,
            the number of free cells, the number of all steps tried, and 1 before the first step.
    """

    drawn: Numbers
    owner: Numbers
    counts: Numbers
    untried: Numbers
    way: Numbers
    tip: Numbers
    head: Numbers


def advance(field: Field, walk: Walk, budget: int) -> int:
    """Continue a search; `walk` is changed.

    Returns:
        `FOUND` with a solution in `walk.drawn`; `OVER` if there are no more solutions; `MORE` after
        about as many directions as the budget.
    """
    start, links, cells, firsts, seconds, low, high, sum_start, sums, options = field
    cover, touch = options[0], options[1]
    drawn, owner, counts, untried, way, tips, head = walk
    depth, pair, tip, free, steps = head[0], head[1], head[2], head[3], head[4]
    goal = seconds[pair]
    moved = head[5]
    head[5] = 0
    for _ in range(budget):
        if moved:  # are all paths complete, and all constraints satisfied?
            moved = 0
            solved = tip == FREE and not (cover and free)
            if solved:
                for number in range(len(low)):
                    if counts[number] < low[number]:
                        solved = False
                        break
            if solved:
                head[0], head[1], head[2], head[3], head[4] = depth, pair, tip, free, steps
                return FOUND
        chosen = untried[depth]
        if tip != FREE and chosen < start[tip + 1]:
            untried[depth] = chosen + 1
            link, cell = links[chosen], cells[chosen]
            if owner[cell] != FREE and cell != goal:
                continue
            closed = False
            if not touch:  # the goal is not part of the path before this comes there
                for other in range(start[cell], start[cell + 1]):
                    neighbour = cells[other]
                    if owner[neighbour] == pair and links[other] != link and neighbour != goal:
                        closed = True
                        break
            for place in range(sum_start[link], sum_start[link + 1]):
                number = sums[place]
                if counts[number] >= high[number]:
                    closed = True
            if closed:
                continue
            drawn[link] = 1
            for place in range(sum_start[link], sum_start[link + 1]):
                counts[sums[place]] += 1
            way[depth], tips[depth] = chosen, tip
            depth += 1
            steps += 1
            if cell == goal:
                pair += 1
                tip, goal = firsts[pair], seconds[pair]
            else:
                owner[cell] = pair
                free -= 1
                tip = cell
            untried[depth] = start[tip] if tip != FREE else 0
            moved = 1
        elif depth == 0:
            head[4] = steps
            return OVER
        else:
            depth -= 1
            link, cell, tip = links[way[depth]], cells[way[depth]], tips[depth]
            drawn[link] = 0
            for place in range(sum_start[link], sum_start[link + 1]):
                counts[sums[place]] -= 1
            pair = owner[tip]
            goal = seconds[pair]
            if cell != goal:
                owner[cell] = FREE
                free += 1
    head[0], head[1], head[2], head[3], head[4], head[5] = depth, pair, tip, free, steps, moved
    return MORE


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
            field, walk = packed(field), packed(walk)
        search = fast or advance
        result = MORE
        while result != OVER:
            result = search(field, walk, BUDGET)
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


@cache
def compiled_advance() -> Callable[[Field, Walk, int], int] | None:
    """Return `advance` as machine code for searches with arrays, or None."""
    field = Field([0, 0], [], [], [FREE], [FREE], [], [], [0], [], [0, 0])
    walk = Walk([], [FREE], [], [0, 0], [0], [0], [0, 0, FREE, 1, 0, 0])
    return machine_code(advance, packed(field), packed(walk))


ENGINE = BacktrackEngine()
