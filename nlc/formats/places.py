"""The places of a rectangle of squares, in matrices, as formats list them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from nlc.formats.sheet import Border, Place, Point, Side, StraightLine


class Ranked(NamedTuple):
    """A place with a rank.

    Ranked of the board, at a line, it is how many places are nearer to the board; of dots it is 0
    in a cell, 1 between two, 2 at a corner.
    """

    place: Place
    rank: int


class Matrix(Sequence[Any]):
    """Places in rows, made only when they are asked for, as a size alone may be large."""

    def __init__(self, rows: int, cols: int, place: Callable[[int, int], Any]) -> None:
        self.rows, self.cols, self.place = rows, cols, place

    def __len__(self) -> int:
        return self.rows * self.cols

    def __getitem__(self, at: int) -> Any:  # type: ignore[override]
        if at >= len(self):
            raise IndexError
        return self.place(*divmod(at, self.cols))


def in_one(places: Sequence[Any]) -> Matrix:
    """Return places in one row."""
    return Matrix(1, len(places), lambda _, at: places[at])


class Rectangle(Protocol):
    """What has rows and columns of cells."""

    @property
    def rows(self) -> int: ...

    @property
    def cols(self) -> int: ...


Shape = Callable[[Rectangle], list[Matrix]]
"""Returns places of a rectangle."""


def cells(board: Rectangle) -> list[Matrix]:
    """Return the cells."""
    return [Matrix(board.rows, board.cols, lambda row, col: (row, col))]


def points(board: Rectangle) -> list[Matrix]:
    """Return the corners of cells."""
    return [Matrix(board.rows + 1, board.cols + 1, Point)]


def borders(board: Rectangle) -> list[Matrix]:
    """Return the borders between neighbours in a row, and those in a column."""
    return [
        Matrix(board.rows, board.cols - 1, lambda row, col: Border((row, col), (row, col + 1))),
        Matrix(board.rows - 1, board.cols, lambda row, col: Border((row, col), (row + 1, col))),
    ]


def between(board: Rectangle) -> list[Matrix]:
    """Return the borders between cells in one part."""
    return [in_one([place for matrix in borders(board) for place in matrix])]


def sides(board: Rectangle) -> list[Matrix]:
    """Return the upright and the level sides of cells: borders, and sides at the rim."""
    rows, cols = board.rows, board.cols

    def upright(row: int, col: int) -> Place:
        if 0 < col < cols:
            return Border((row, col - 1), (row, col))
        return Side(row, min(col, cols - 1), "E" if col else "W")

    def level(row: int, col: int) -> Place:
        if 0 < row < rows:
            return Border((row - 1, col), (row, col))
        return Side(min(row, rows - 1), col, "S" if row else "N")

    return [Matrix(rows, cols + 1, upright), Matrix(rows + 1, cols, level)]


def dots(board: Rectangle) -> list[Matrix]:
    """Return the cells, the borders and the corners inside of the board as they lie."""

    def place(row: int, col: int) -> Ranked:
        first, second = (row // 2, col // 2), ((row + 1) // 2, (col + 1) // 2)
        rank = row % 2 + col % 2
        return Ranked((first, Border(first, second), Point(*second))[rank], rank)

    return [Matrix(2 * board.rows - 1, 2 * board.cols - 1, place)]


def deep(count: Callable[[int], int]) -> tuple[Shape, Shape]:
    """Return the places outside of the board, by the number of them at a line of a length.

    Returns:
        The shape in links, columns first; and that in files, which has the board, too.
    """

    def link(board: Rectangle) -> list[Matrix]:
        rows, cols = range(board.rows), range(board.cols)
        high, wide = range(count(board.rows)), range(count(board.cols))
        upright = [Ranked(StraightLine(0, col, "N"), at) for col in cols for at in high]
        level = [Ranked(StraightLine(row, 0, "E"), at) for row in rows for at in wide]
        return [in_one(upright + level)]

    def file(board: Rectangle) -> list[Matrix]:
        high, wide = count(board.rows), count(board.cols)

        def place(row: int, col: int) -> Any:
            if row < high:
                line = StraightLine(0, col - wide, "N")
                return None if col < wide else Ranked(line, high - 1 - row)
            line = StraightLine(row - high, 0, "E")
            return Ranked(line, wide - 1 - col) if col < wide else (row - high, col - wide)

        return [Matrix(high + board.rows, wide + board.cols, place)]

    return link, file


ONE, TWO = deep(lambda length: 1), deep(lambda length: 2)
MANY = deep(lambda length: (length + 1) // 2)


def rim(board: Rectangle) -> list[Matrix]:
    """Return the sides of the board: top, bottom, left and right."""
    rows, cols = board.rows, board.cols
    level = [Side(row, col, s) for s, row in (("N", 0), ("S", rows - 1)) for col in range(cols)]
    upright = [Side(row, col, s) for s, col in (("W", 0), ("E", cols - 1)) for row in range(rows)]
    return [in_one(level + upright)]


def rimmed(board: Rectangle) -> list[Matrix]:
    """Return the board with its rim round it."""
    rows, cols = board.rows, board.cols

    def place(row: int, col: int) -> Any:
        cell = min(max(row, 1), rows) - 1, min(max(col, 1), cols) - 1
        side = {0: "N", rows + 1: "S"}.get(row, "") + {0: "W", cols + 1: "E"}.get(col, "")
        return cell if not side else Side(*cell, side) if len(side) == 1 else None

    return [Matrix(rows + 2, cols + 2, place)]
