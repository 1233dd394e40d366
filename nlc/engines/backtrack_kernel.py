"""The search along the paths: one source text, run by Python on lists or by Numba on arrays."""

from __future__ import annotations

from typing import NamedTuple

from nlc.engines.diagonal_kernel import FOUND, MORE, OVER, Ints

FREE = -1
"""In the place of a pair: the cell is on no path. In that of a cell: there is none."""


class Field(NamedTuple):
    """A board and its rules.

    Attributes:
        start: of each cell, where its ways begin in the next two; and the number of all ways.
        links: the link of each way.
        cells: the cell that each way leads to.
        firsts: of each pair the end at which its path begins; `FREE` behind the last.
        seconds: of each pair the other end; `FREE` behind the last.
        low: the least number of drawn links of each sum.
        high: the most.
        sum_start: of each link, where its sums begin in the next; and the number of all.
        sums: the sums of each link.
        options: whether every cell is to be used, and whether a path may pass beside itself.
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
    """The paths so far: those of the first pairs whole, and that of the next one up to a cell.

    Attributes:
        drawn: of each link, whether it is drawn.
        owner: of each cell, the pair on whose path it is, or `FREE`.
        counts: drawn links of each sum.
        untried: after each step, the way that is to be tried next.
        way: of each step.
        tip: of each step, the cell from which it went.
        head: the number of steps on the board, the pair whose path is drawn, the cell that the path
            has come to, how many cells are free, how many steps were made, and 1 if nothing was
            looked at yet.
    """

    drawn: Ints
    owner: Ints
    counts: Ints
    untried: Ints
    way: Ints
    tip: Ints
    head: Ints


def advance(field: Field, walk: Walk, budget: int) -> int:
    """Go on with a search; `walk` is changed.

    Returns:
        `FOUND` if all is drawn, and `walk.drawn` tells how; `OVER` if there is no more to find;
        `MORE` after about so many ways as the budget has.
    """
    start, links, cells, firsts, seconds, low, high, sum_start, sums, options = field
    cover, touch = options[0], options[1]
    drawn, owner, counts, untried, way, tips, head = walk
    depth, pair, tip, free, steps = head[0], head[1], head[2], head[3], head[4]
    goal = seconds[pair]
    moved = head[5]
    head[5] = 0
    for _ in range(budget):
        if moved:  # are all paths whole, and the rules about the whole board kept?
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
                    beside = cells[other]
                    if owner[beside] == pair and links[other] != link and beside != goal:
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
