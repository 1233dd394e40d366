"""The search along diagonals: one source for Python with lists and for Numba with arrays.

Method: T. D. Ahle's solver (https://github.com/thomasahle/numberlink, README): cells in the order
of diagonals, links of a cell to the right and down, the two ends of each piece of path, and corners
that continue along a diagonal. Code, proofs and the order of choices are our own.

Cells are positions in a grid with a frame of cells off the board: `at` has `at - width` above it
and `at + 1` to its right. Every cell of the board is used, and at most two of the four links around
an inner corner are drawn. From these two rules follows that turns continue along a diagonal: if a
cell has links down and right, the cell down right of it has no link up or left, and so has links
down and right too, or is an end. The other three turns are analogous.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
"""Bits of the links of a cell."""

STOP, BOTH = 1, 8
"""Choices besides `RIGHT` and `DOWN`: no link, and both of them."""

OFF = -1
"""The label of positions off the board."""

MORE, FOUND, OVER = 0, 1, 2
"""The results of `advance`."""


class Ints(Protocol):
    """A list of integers, or an array."""

    def __getitem__(self, index: int, /) -> int:
        """Return an item."""

    def __setitem__(self, index: int, value: int, /) -> None:
        """Set an item."""

    def __len__(self) -> int:
        """Return the length."""

    def __iter__(self) -> Iterator[int]:
        """Return the items in order."""


class Grid(NamedTuple):
    """A board.

    Attributes:
        width: of the frame: from a position to the one below it.
        order: the positions of the cells, by diagonals, each from the upper right to the lower
            left: when a cell is next, all links above and to the left of it are decided.
        label: of each position: from 1 for an end; 0 for other cells, `OFF` off the board.
        right_lane: of each position, whether the first end or frame on the diagonal down right of
            it is an end.
        left_lane: the same for the diagonal down left.
    """

    width: int
    order: Ints
    label: Ints
    right_lane: Ints
    left_lane: Ints


class State(NamedTuple):
    """The state of a search.

    Attributes:
        links: of each position, the bits of its links.
        mate: of a position that ends a piece of path, the other end; a cell without links is a
            piece. Entries within a piece are outdated, and valid again after backtracking.
        left: of each number in the order, the choices that are left to try.
        made: the links that were drawn right and down.
        ends: the two ends of the piece that each of these made, four numbers for a cell.
        head: the number of the next cell; 1 if it is new, 0 to backtrack to the one before it; and
            the number of choices tried so far.
    """

    links: Ints
    mate: Ints
    left: Ints
    made: Ints
    ends: Ints
    head: Ints


def start(grid: Grid) -> State:
    """Return the first state of a search, with lists."""
    cells, size = len(grid.order), len(grid.label)
    return State(
        [0] * size, list(range(size)), [0] * cells, [0] * cells, [0] * (4 * cells), [0, 1, 0]
    )


def advance(grid: Grid, state: State, budget: int) -> int:
    """Continue a search.

    It is one function, because a call would take longer than the work between two calls.

    Args:
        grid: the board.
        state: of the search; it is changed.
        budget: return after about this many choices.

    Returns:
        `FOUND` with a solution in `state.links`; `OVER` if there are no more solutions; `MORE` if
        the budget is spent.
    """
    width, order, label, right_lane, left_lane = grid
    links, mate, left, made, ends, head = state
    number, new, tried = head[0], head[1], head[2]
    stop = tried + budget
    while tried < stop:
        # ----- the choices for a new cell, or for the one before it -----
        if new:
            if number == len(order):
                head[0], head[1], head[2] = number, 0, tried
                return FOUND
            at = order[number]
            above, right, below = at - width, at + 1, at + width
            drawn = links[at]
            # What gets no link from above or from the left must turn right and down, or be an end.
            # That is known now of the cell to the right, and in the first column of the one below.
            need_right = label[right] == 0 and links[right] == 0 and not right_lane[right]
            need_down = label[below] == 0 and label[below - 1] == OFF and not right_lane[below]
            can_right = label[right] == 0 or (label[right] > 0 and links[right] == 0)
            if can_right:  # of the links round the corner up right, at most one more
                bent = drawn & UP and (links[above] & RIGHT or links[above + 1] & DOWN)
                can_right = not (bent or (links[above] & RIGHT and links[above + 1] & DOWN))
            can_down = label[below] != OFF and not (drawn & LEFT and links[at - 1] & DOWN)
            options = 0
            if drawn == UP | LEFT or (drawn and label[at] > 0):
                if not (need_right or need_down):
                    options = STOP
            elif drawn == 0 and label[at] == 0:
                if can_right and can_down and right_lane[at]:
                    options = BOTH
            else:
                if can_right and not need_down:
                    options = RIGHT
                if can_down and not need_right:
                    if label[at] > 0 or drawn == UP:
                        options += DOWN
                    elif left_lane[at]:
                        # It turns from left to down; so must all down left of it, up to an end.
                        lane = below - 1
                        while label[lane] == 0 and links[lane] == LEFT:
                            lane += width - 1
                        if label[lane] > 0 and not links[lane] & UP:
                            options += DOWN
        else:
            if number == 0:
                head[0], head[1], head[2] = number, 0, tried
                return OVER
            number -= 1
            at = order[number]
            options = left[number]
            if made[number] & DOWN:
                mate[ends[4 * number + 2]], mate[ends[4 * number + 3]] = at, at + width
                links[at] -= DOWN
                links[at + width] -= UP
            if made[number] & RIGHT:
                mate[ends[4 * number]], mate[ends[4 * number + 1]] = at, at + 1
                links[at] -= RIGHT
                links[at + 1] -= LEFT
        # ----- the first of them that closes no ring and joins no two labels -----
        new = 0
        while options and not new:
            choice = options & -options
            options -= choice
            tried += 1
            new = 1
            if choice & (RIGHT | BOTH):
                to = at + 1
                one, two = mate[at], mate[to]
                if one == to or (label[one] > 0 and label[two] > 0 and label[one] != label[two]):
                    new = 0
                else:
                    mate[one], mate[two] = two, one
                    ends[4 * number], ends[4 * number + 1] = one, two
                    links[at] += RIGHT
                    links[to] += LEFT
            if new and choice & (DOWN | BOTH):
                to = at + width
                one, two = mate[at], mate[to]
                if one == to or (label[one] > 0 and label[two] > 0 and label[one] != label[two]):
                    new = 0
                    if choice == BOTH:
                        mate[ends[4 * number]], mate[ends[4 * number + 1]] = at, at + 1
                        links[at] -= RIGHT
                        links[at + 1] -= LEFT
                else:
                    mate[one], mate[two] = two, one
                    ends[4 * number + 2], ends[4 * number + 3] = one, two
                    links[at] += DOWN
                    links[to] += UP
            if new:
                left[number] = options
                made[number] = RIGHT | DOWN if choice == BOTH else choice & (RIGHT | DOWN)
                number += 1
    head[0], head[1], head[2] = number, new, tried
    return MORE
