"""The search along the paths: one source for Python with lists and for Numba with arrays."""

from __future__ import annotations

from typing import NamedTuple

from nlc.engines.diagonal_kernel import FOUND, MORE, OVER, Ints

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

    start: Ints
    links: Ints
    cells: Ints
    firsts: Ints
    seconds: Ints
    low: Ints
    high: Ints
    sum_start: Ints
    sums: Ints
    options: Ints


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

    drawn: Ints
    owner: Ints
    counts: Ints
    untried: Ints
    way: Ints
    tip: Ints
    head: Ints


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
