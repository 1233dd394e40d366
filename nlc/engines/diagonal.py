"""Search along the diagonals of a rectangle of squares, for paths that do not touch themselves.

Method: T. D. Ahle's solver (https://github.com/thomasahle/numberlink, README): cells in the order
of diagonals, links of a cell to the right and down, the two ends of each piece of path, and corners
that continue along a diagonal. Code, proofs and the order of choices are our own. His solver uses
one of the eight symmetries of the board. The time of a search depends much on the symmetry, and the
best one is unknown. So here all eight searches run in turn.

Cells are positions in a grid with a frame of cells off the board: `at` has `at - width` above it
and `at + 1` to its right. Every cell of the board is used, and at most two of the four links around
an inner corner are drawn. From these two rules follows that turns continue along a diagonal: if a
cell has links down and right, the cell down right of it has no link up or left, and so has links
down and right too, or is an end. The other three turns are analogous.

One source serves Python with lists and Numba with arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import count
from typing import NamedTuple

import numpy as np

from nlc.arrays import Bools, Ints
from nlc.board import Board
from nlc.engines.base import Engine, EngineInput
from nlc.engines.library import FOUND, MORE, OVER, Numbers, machine_code, packed, python_and_numba
from nlc.engines.problem import Problem
from nlc.errors import fail
from nlc.graph import components

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
"""Bits of the links of a cell."""

STOP, BOTH = 1, 8
"""Choices besides `RIGHT` and `DOWN`: no link, and both of them."""

OFF = -1
"""The label of positions off the board."""


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
    order: Numbers
    label: Numbers
    right_lane: Numbers
    left_lane: Numbers


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

    links: Numbers
    mate: Numbers
    left: Numbers
    made: Numbers
    ends: Numbers
    head: Numbers


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


Advance = Callable[[Grid, State, int], int]


@cache
def compiled_advance() -> Advance | None:
    """Return `advance` as machine code for searches with arrays, or None."""
    grid = Grid(3, [4], [OFF] * 9, [0] * 9, [0] * 9)
    return machine_code(advance, packed(grid), packed(start(grid)))


POSITIONS = 8
"""The symmetries of a rectangle, with the exchange of rows and columns."""


def is_rectangle(board: Board) -> bool:
    """Return whether a board is a rectangle of squares with all possible links."""
    if board.topology != "square" or len(board.centers) != board.rows * board.cols:
        return False
    cells = np.arange(len(board.centers), dtype=np.int32).reshape(board.rows, board.cols)
    links = np.concatenate([_pairs(cells[:, :-1], cells[:, 1:]), _pairs(cells[:-1], cells[1:])])
    return np.array_equal(links[np.lexsort(links.T[::-1])], board.link_cells)


def _pairs(first: Ints, second: Ints) -> Ints:
    return np.stack([first.ravel(), second.ravel()], axis=1)


class TurnedSearch:
    """A search on a rotated or mirrored board."""

    def __init__(self, board: Board, labels: Ints, position: int) -> None:
        """Create the search.

        Args:
            board: a rectangle.
            labels: shape (cells,), from 1, or 0.
            position: below `POSITIONS`; its bits mirror left and right, mirror up and down, and
                then exchange rows and columns.
        """
        cells = np.arange(len(labels), dtype=np.int32).reshape(board.rows, board.cols)
        cells = cells[:: -1 if position & 2 else 1, :: -1 if position & 1 else 1]
        cells = cells.T if position & 4 else cells
        rows, cols = cells.shape
        framed = np.full((rows + 2, cols + 2), OFF, np.int32)
        framed[1:-1, 1:-1] = labels[cells]
        row, col = np.indices((rows, cols)).reshape(2, -1)
        at = (row + 1) * (cols + 2) + col + 1
        self.grid = Grid(
            cols + 2,
            at[np.lexsort((row, row + col))].tolist(),
            framed.ravel().tolist(),
            _lanes(framed, 1).ravel().tolist(),
            _lanes(framed, -1).ravel().tolist(),
        )
        self.state = start(self.grid)
        self._links = np.full((2, framed.size), -1, np.int64)  # the link right and down of each
        place = np.zeros(len(board.centers), np.int64)
        place[cells] = np.arange(1, rows + 1)[:, None] * (cols + 2) + np.arange(1, cols + 1)
        ends = np.sort(place[board.link_cells], axis=1)
        down = (ends[:, 1] - ends[:, 0] != 1).astype(np.int64)
        self._links[down, ends[:, 0]] = np.arange(len(ends))

    def pack(self) -> None:
        """Turn lists into arrays, for compiled code."""
        if isinstance(self.state.head, list):
            self.grid, self.state = packed(self.grid), packed(self.state)

    @property
    def tried(self) -> int:
        """The number of choices tried so far."""
        return int(self.state.head[2])

    def drawn(self) -> Bools:
        """Return which links of the board are drawn now, shape (links,)."""
        bits = np.array(self.state.links)
        found = np.zeros(self._links.max(initial=-1) + 1, np.bool_)
        for numbers, bit in zip(self._links, (RIGHT, DOWN), strict=True):
            there = numbers >= 0
            found[numbers[there]] = bits[there] & bit > 0
        return found


def touches(problem: Problem, drawn: Bools) -> bool:
    """Return whether a path of a complete drawing touches itself."""
    piece = components(problem.nodes, problem.ends[drawn])
    beside = piece[problem.ends[~drawn]]
    return bool((beside[:, 0] == beside[:, 1]).any())


def _lanes(framed: Ints, step: int) -> Ints:
    """Return whether the first end or frame downwards on each diagonal is an end."""
    lanes = np.zeros_like(framed)
    for row in range(len(framed) - 2, 0, -1):
        next_label, next_lane = np.roll(framed[row + 1], -step), np.roll(lanes[row + 1], -step)
        lanes[row] = np.where(next_label == 0, next_lane, next_label > 0)
    return lanes


TURN = 20_000
"""Choices that each search tries in one turn."""

PLAIN = 300_000
"""Choices that Python tries before loading Numba, which takes about as long."""

LARGE = 1200
"""Boards with so many cells use Numba at once, as they need more choices than `PLAIN`."""


class DiagonalEngine(Engine[EngineInput]):
    """Decides the links to the right and down of each cell, along the diagonals."""

    name = "diagonal"
    summary = "cell by cell along diagonals, for paths that do not turn back round a corner"
    statistics = ("choices",)

    def version(self) -> str | None:
        """Return the version of Python, and that of Numba if it is installed."""
        return python_and_numba()

    def refuse(self, puzzle: EngineInput) -> None:
        """Refuse all but a Numberlink that covers a rectangle of squares.

        Raises:
            UserError: with the reason.
        """
        if not is_rectangle(puzzle.board):
            message = "goes along diagonals: it needs a rectangle of squares, all of them linked"
            raise fail(f"the engine '{self.name}' {message}")
        if not puzzle.problem.cover:
            message = "infers from each corner that the next cell is used too: it needs cover=true"
            raise fail(f"the engine '{self.name}' {message}")

    def assumes(self, puzzle: EngineInput) -> str | None:
        """Return that no path turns back, if the rules allow it."""
        problem, board = puzzle.problem, puzzle.board
        if not problem.touch or problem.sums or min(board.rows, board.cols) < 2:
            return None
        return "assumes that no path turns back round a corner (no2x2=true)"

    def search(self, puzzle: EngineInput, statistics: dict[str, int]) -> Iterator[Bools]:
        """Yield the solutions of all searches, until one of these has ended."""
        problem = puzzle.problem
        searches: list[TurnedSearch] = []
        seen: set[bytes] = set()
        statistics["choices"] = 0
        plain = PLAIN if problem.nodes < LARGE else 0
        for turn in count():
            if turn < POSITIONS:
                searches.append(TurnedSearch(puzzle.board, problem.labels, turn))
            one = searches[turn % POSITIONS]
            search: Advance = advance
            if statistics["choices"] >= plain and (fast := compiled_advance()) is not None:
                one.pack()
                search = fast
            until = one.tried + TURN
            while one.tried < until:
                result = search(one.grid, one.state, until - one.tried)
                statistics["choices"] = sum(each.tried for each in searches)
                if result == OVER:
                    return
                if result == FOUND:
                    drawn = one.drawn()
                    if not problem.touch and touches(problem, drawn):
                        continue
                    if (key := np.packbits(drawn).tobytes()) not in seen:
                        seen.add(key)
                        yield drawn


ENGINE = DiagonalEngine()
