"""Search along the diagonals of a rectangle of squares, for paths that do not touch themselves.

Method: T. D. Ahle's solver (https://github.com/thomasahle/numberlink); see `diagonal_kernel`. He
takes one of the eight positions of the board. How long a search takes depends much on that, and
nobody knows which is the good one. So we let all eight searches go on in turn.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from itertools import count
from typing import Any

import numpy as np

from nlc.arrays import Bools
from nlc.engines import diagonal_kernel as kernel
from nlc.engines.base import Engine, Puzzle, require_pairs
from nlc.engines.diagonal_grid import POSITIONS, Turned, is_rectangle, packed
from nlc.errors import fail

Advance = Callable[[kernel.Grid, kernel.State, int], int]

TURN = 20_000
"""So many choices each search tries when it is its turn."""

PLAIN = 300_000
"""So many choices Python tries before Numba is asked for: it takes about as long to load."""

LARGE = 1200
"""From this number of cells on, Numba is used at once: they take more choices than that."""


class DiagonalEngine(Engine):
    """Decides cell by cell along the diagonals which links lead to the right and down."""

    name = "diagonal"
    summary = "cell by cell along diagonals, for paths that do not turn back round a corner"
    statistics = ("choices",)

    def version(self) -> str | None:
        """Return the version of Python, and that of Numba where it is there."""
        try:
            return f"Python {platform.python_version()}, Numba {version('numba')}"
        except PackageNotFoundError:
            return f"Python {platform.python_version()}"

    def refuse(self, puzzle: Puzzle) -> None:
        """Refuse all but Numberlink that covers a rectangle of squares.

        Raises:
            UserError: with the reason.
        """
        require_pairs(self, puzzle)
        if not is_rectangle(puzzle.board):
            message = "goes along diagonals: it needs a rectangle of squares, all of them linked"
            raise fail(f"the engine '{self.name}' {message}")
        if not puzzle.problem.cover:
            message = "infers from each corner that the next cell is used too: it needs cover=true"
            raise fail(f"the engine '{self.name}' {message}")

    def assumes(self, puzzle: Puzzle) -> str | None:
        """Return that no path turns back, where the rules let it."""
        problem, board = puzzle.problem, puzzle.board
        if not problem.touch or problem.sums or min(board.rows, board.cols) < 2:
            return None
        return "assumes that no path turns back round a corner (no2x2=true)"

    def search(self, puzzle: Puzzle, statistics: dict[str, int]) -> Iterator[Bools]:
        """Yield solutions as any of the searches comes to them, until one of these is through."""
        problem = puzzle.problem
        searches: list[Turned] = []
        seen: set[bytes] = set()
        statistics["choices"] = 0
        plain = PLAIN if problem.nodes < LARGE else 0
        for turn in count():
            if turn < POSITIONS:
                searches.append(Turned(puzzle.board, problem.labels, turn))
            one = searches[turn % POSITIONS]
            advance: Advance = kernel.advance
            if statistics["choices"] >= plain and (fast := compiled()) is not None:
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
def compiled() -> Advance | None:
    """Return `kernel.advance` as machine code for searches that are packed, or None.

    Numba writes it to a file, which it reads the next time. It needs much memory for a moment:
    where a limit stands against that, Python goes on.
    """
    try:
        import numba

        njit: Any = numba.njit
        try:
            fast: Advance = njit(cache=True)(kernel.advance)
        except RuntimeError:  # there is no folder that it may write to
            fast = njit(kernel.advance)
        grid = kernel.Grid(3, [4], [kernel.OFF] * 9, [0] * 9, [0] * 9)
        fast(*packed(grid, kernel.start(grid)), 0)  # compiles it
    except (ImportError, MemoryError, OSError, RuntimeError):
        return None
    return fast


ENGINE = DiagonalEngine()
