"""A planted line: its clues, and the puzzle that has some of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
from msgspec import Struct

from nlc.arrays import Bools
from nlc.board import Sort
from nlc.errors import Source
from nlc.generating.shape import Shape
from nlc.language.resolve import Puzzle, load
from nlc.reasons.facts import Clue
from nlc.reasons.why.clues import Clues
from nlc.reasons.why.other_boards import OtherBoards


class PlantedLine(Struct, frozen=True, eq=False):
    """A line on a board.

    Attributes:
        line: shape (borders,).
    """

    shape: Shape
    line: Bools

    def clues(self, cells: Iterable[int]) -> dict[int, int]:
        """Return the clues of some cells, by cell."""
        around = self.shape.board.cell_borders
        return {cell: int(self.line[around.row(cell)].sum()) for cell in sorted(cells)}

    def other_boards(self) -> OtherBoards:
        """Return the boards that differ from a solution of all clues; a group is a cell."""
        cells = range(self.shape.cells)
        puzzle = puzzle_of(puzzle_text(self.shape, "planted", self.line, self.clues(cells)))
        return OtherBoards(Clues(puzzle, [[Clue("clue", cell)] for cell in cells]))

    def differing(self) -> Bools | None:
        """Return where other lines with all clues differ from it, shape (borders,), or None."""
        boards = self.other_boards()
        with boards.formula as formula:
            (variable,) = formula.program.bools
            place = slice(variable.base, variable.base + variable.size)
            first = formula.board.bools[place]
            if boards.is_sole(range(self.shape.cells)):
                return None
            return np.asarray((first != self.line) | (formula.board.bools[place] != self.line))


def puzzle_text(shape: Shape, title: str, line: Bools, clues: Mapping[int, int]) -> str:
    """Return a puzzle in the puzzle language.

    Args:
        line: shape (borders,), the solution; the text has only the ends of an open line.
    """
    names = shape.board.names(Sort.VERTEX)
    ends = zip(("inlet", "outlet"), ports(shape, line), strict=False)
    marks = [f"mark port = {value} at {names[vertex]};" for value, vertex in ends]
    tokens = {cell: str(clue) for cell, clue in clues.items()}
    return shape.text(title, tokens, "slitherlink", marks=marks)


def ports(shape: Shape, line: Bools) -> list[int]:
    """Return the two ends of an open line, and nothing for a loop."""
    board = shape.board
    degrees = np.bincount(board.border_vertices[line].ravel(), minlength=len(board.points))
    ends: list[int] = np.flatnonzero(degrees == 1).tolist()
    return ends


def puzzle_of(text: str) -> Puzzle:
    """Return the puzzle of a text."""
    return load(Source("generated", text)).puzzles[0]
