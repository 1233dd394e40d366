"""Search along the diagonals of a rectangle of squares, for paths that do not touch themselves.

Method: T. D. Ahle's solver (https://github.com/thomasahle/numberlink); see `diagonal_kernel`. His
solver uses one of the eight symmetries of the board. The time of a search depends much on the
symmetry, and the best one is unknown. So here all eight searches run in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import count

import numpy as np

from nlc.arrays import Bools, Ints
from nlc.board import Board
from nlc.engines import diagonal_kernel as kernel
from nlc.engines.base import Engine, EngineInput
from nlc.engines.diagonal_kernel import DOWN, LEFT, OFF, RIGHT, UP, Grid, State, start
from nlc.engines.library import machine_code, python_and_numba
from nlc.errors import fail

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
        self._number(board, cells)

    def _number(self, board: Board, cells: Ints) -> None:
        """Find the number of the link to the right of each position, and below it."""
        place = np.zeros(len(board.centers), np.int64)
        rows, cols = cells.shape
        place[cells] = np.arange(1, rows + 1)[:, None] * (cols + 2) + np.arange(1, cols + 1)
        ends = np.sort(place[board.link_cells], axis=1)
        down = (ends[:, 1] - ends[:, 0] != 1).astype(np.int64)
        self._links[down, ends[:, 0]] = np.arange(len(ends))

    def pack(self) -> None:
        """Turn lists into arrays, for compiled code."""
        if isinstance(self.state.head, list):
            self.grid, self.state = pack_arrays(self.grid, self.state)

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

    def touches(self) -> bool:
        """Return whether a path of a complete drawing touches itself."""
        links, path = np.array(self.state.links), np.array(self._paths())
        for step, bit in ((1, RIGHT), (self.grid.width, DOWN)):
            here, there = path[:-step], path[step:]
            if ((here > 0) & (here == there) & (links[:-step] & bit == 0)).any():
                return True
        return False

    def _paths(self) -> list[int]:
        """Return the label of the path at each position, or 0."""
        links, label = self.state.links, self.grid.label
        steps = ((UP, -self.grid.width), (RIGHT, 1), (DOWN, self.grid.width), (LEFT, -1))
        path = [0] * len(links)
        for end in self.grid.order:
            at = end if label[end] > 0 else 0  # 0 is off the board
            while at and not path[at]:
                path[at] = label[end]
                on = [at + step for bit, step in steps if links[at] & bit and not path[at + step]]
                at = on[0] if on else 0
        return path


def pack_arrays(grid: Grid, state: State) -> tuple[Grid, State]:
    """Return a search with arrays in place of lists."""
    width, *lists = grid
    arrays = (np.array(each, np.int64) for each in lists)
    return Grid(width, *arrays), State(*(np.array(each, np.int64) for each in state))


def _lanes(framed: Ints, step: int) -> Ints:
    """Return whether the first end or frame downwards on each diagonal is an end."""
    lanes = np.zeros_like(framed)
    for row in range(len(framed) - 2, 0, -1):
        next_label, next_lane = np.roll(framed[row + 1], -step), np.roll(lanes[row + 1], -step)
        lanes[row] = np.where(next_label == 0, next_lane, next_label > 0)
    return lanes


Advance = Callable[[kernel.Grid, kernel.State, int], int]

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
            advance: Advance = kernel.advance
            if statistics["choices"] >= plain and (fast := compiled_advance()) is not None:
                one.pack()
                advance = fast
            until = one.tried + TURN
            while one.tried < until:
                result = advance(one.grid, one.state, until - one.tried)
                statistics["choices"] = sum(each.tried for each in searches)
                if result == kernel.OVER:
                    return
                if result == kernel.FOUND and (problem.touch or not one.touches()):
                    drawn = one.drawn()
                    if (key := np.packbits(drawn).tobytes()) not in seen:
                        seen.add(key)
                        yield drawn


@cache
def compiled_advance() -> Advance | None:
    """Return `kernel.advance` as machine code for searches with arrays, or None."""
    grid = kernel.Grid(3, [4], [kernel.OFF] * 9, [0] * 9, [0] * 9)
    return machine_code(kernel.advance, *pack_arrays(grid, kernel.start(grid)))


ENGINE = DiagonalEngine()
