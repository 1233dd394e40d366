"""Clues that stand outside of a board of squares: at straight lines, and on the rim."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from nlc.board import Sort
from nlc.ir.nodes import Program
from nlc.render.glyphs import Glyphs


class Around(NamedTuple):
    """A clue beside a cell.

    Attributes:
        given: its name.
        element: the line or border.
        cell: the cell.
        step: to the clue, rows and columns.
        inside: whether it stands in a hole, and not outside of the board.
        text: what is written.
    """

    given: str
    element: int
    cell: int
    step: tuple[int, int]
    inside: bool
    text: str


def around(program: Program, glyphs: Glyphs) -> Iterator[Around]:
    """Yield the clues of a board of squares that have a place beside a cell where no cell is."""
    board = program.board
    if board.topology != "square":
        return
    there = set(zip(board.row_of.tolist(), board.col_of.tolist(), strict=True))
    for name, sort in program.given_sorts.items():
        if sort not in (Sort.LINE, Sort.BORDER) or name in program.clue_marks:
            continue
        if sort is Sort.LINE:
            from nlc.board.lines import first_borders

            firsts = first_borders(board)
        for element, text in program.givens[name].items():
            border = element if sort is Sort.BORDER else int(firsts[element])
            if board.border_inner[border]:
                continue
            cell = int(board.border_cells[border, 0])
            middle = board.points[board.border_vertices[border]].mean(axis=0)
            across, down = np.sign((middle - board.centers[cell]).round(3)).astype(int).tolist()
            row, col = int(board.row_of[cell]), int(board.col_of[cell])
            beyond = (
                (r - row) * down > 0 if down else (c - col) * across > 0
                for r, c in there
                if (c == col if down else r == row)
            )
            written = glyphs.mark if text == "true" else text
            yield Around(name, element, cell, (down, across), any(beyond), written)
