"""Clues outside of a board of squares: at straight lines, and on the rim."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from nlc.arrays import Bools
from nlc.board import Board, Sort
from nlc.ir.nodes import Program
from nlc.render.outline import outline
from nlc.render.scene import Scene
from nlc.render.view import Label


def split_list(program: Program, name: str, text: str, reverse: bool = False) -> list[str]:
    """Return the texts of a clue outside of the board, one for each number of a list.

    The first number is the leftmost or uppermost one: left of the board and above it, the farthest.
    """
    texts = text.split(",") if program.value_kinds.get(name) == "list" else [text]
    return texts[::-1] if reverse else texts


def max_ranks(program: Program) -> dict[tuple[float, float], int]:
    """Return the largest rank of a clue outside of the board, by the side that it is at.

    A side is the step to it, x and y; a side without clues is left out.
    """
    out: dict[tuple[float, float], int] = {}
    for sides, places in _places(program).values():
        out |= {side: max(places[-1], out.get(side, 0)) for side in sides}
    return out


def ranks(program: Program) -> dict[str, int]:
    """Return the rank of each given with clues outside of the board: its distance from the board.

    The first given at a side is next to the board, at rank 0; a further one at the same side is
    behind it, so that places distinguish givens. Of a list this is the rank of the last number, and
    the others are behind it.
    """
    return {name: places[0] for name, (_, places) in _places(program).items()}


def _places(program: Program) -> dict[str, tuple[set[tuple[float, float]], range]]:
    """Return the sides and ranks of the clues of each given that has some outside of the board."""
    board = program.board
    ranks_of: dict[str, tuple[set[tuple[float, float]], range]] = {}
    for name, sort in program.given_sorts.items():
        if sort not in (Sort.LINE, Sort.BORDER) or board.topology == "graph":
            continue
        if program.is_rooms(name):
            continue
        if sort is Sort.LINE:  # also where no line has a clue yet
            borders = board.first_borders()
        else:
            borders = np.fromiter(program.givens[name], np.int32)
        borders = borders[~board.border_inner[borders]]
        middles = board.points[board.border_vertices[borders]].mean(axis=1)
        steps = middles - board.centers[board.border_cells[borders, 0]]
        sides = {(x, y) for x, y in steps.round(2).tolist()}
        if sides:
            others_last = [
                last[-1] for others, last in ranks_of.values() if not others.isdisjoint(sides)
            ]
            first = max(others_last, default=-1) + 1
            numbers = (
                len(split_list(program, name, text)) for text in program.givens[name].values()
            )
            ranks_of[name] = (sides, range(first, first + max(numbers, default=1)))
    return ranks_of


def outside_legend(program: Program) -> str:
    """Return a legend of the givens outside of the board if several share a side, else ""."""
    present = [item for item in ranks(program).items() if program.givens[item[0]]]
    found = sorted(present, key=lambda item: item[1])
    if len({rank for _, rank in found}) < 2:
        return ""
    return f"outside, from the board: {', '.join(name for name, _ in found)}"


def outward_direction(board: Board, sort: Sort, element: int) -> tuple[float, float]:
    """Return the direction from the board to the clue of a line or a border of the rim, (x, y)."""
    border = int(board.first_borders()[element]) if sort is Sort.LINE else element
    middle = board.points[board.border_vertices[border]].mean(axis=0)
    x, y = (middle - board.centers[board.border_cells[border, 0]]).tolist()
    return x, y


class OuterClue(NamedTuple):
    """A clue next to a cell; each number of a list is one.

    Attributes:
        given: the name of its given.
        element: its line or border.
        cell: the cell.
        step: the direction from the cell to the clue, rows and columns.
        inside: whether it is in a hole, and not outside of the board.
        text: its text.
        rank: the number of clues that may be between it and the board.
    """

    given: str
    element: int
    cell: int
    step: tuple[int, int]
    inside: bool
    text: str
    rank: int


def outer_clues(scene: Scene) -> Iterator[OuterClue]:
    """Yield the clues of a board of squares that are in holes, or outside of the board."""
    program, board = scene.program, scene.board
    if board.topology != "square":
        return
    rank = ranks(program)
    cells = set(zip(board.row_of.tolist(), board.col_of.tolist(), strict=True))
    for name, sort in program.given_sorts.items():
        if name not in rank:
            continue
        firsts = board.first_borders() if sort is Sort.LINE else None
        for element, text in program.givens[name].items():
            border = element if firsts is None else int(firsts[element])
            if board.border_inner[border]:
                continue
            cell = int(board.border_cells[border, 0])
            middle = board.points[board.border_vertices[border]].mean(axis=0)
            across, down = np.sign((middle - board.centers[cell]).round(3)).astype(int).tolist()
            row, col = int(board.row_of[cell]), int(board.col_of[cell])
            cells_behind = (
                (r - row) * down > 0 if down else (c - col) * across > 0
                for r, c in cells
                if (c == col if down else r == row)
            )
            inside = any(cells_behind)
            label = scene.clue(name, text)
            before = down < 0 or across < 0
            texts = [label] if inside else split_list(program, name, label, before)
            for others_last, each in enumerate(texts, rank[name]):
                yield OuterClue(name, element, cell, (down, across), inside, each, others_last)


def line_numbers(program: Program) -> Iterator[OuterClue]:
    """Yield the numbers of rows and columns, if the board is of squares without clues outside."""
    board = program.board
    if board.topology == "square" and not max_ranks(program):
        for of_cell, step in ((board.row_of, (0, -1)), (board.col_of, (-1, 0))):
            numbers, cells = np.unique(of_cell, return_index=True)
            for number, cell in zip(numbers.tolist(), cells.tolist(), strict=True):
                yield OuterClue("", -1, cell, step, False, str(number + 1), 0)


_DOWN = str.maketrans("<>H‖", "^v==")
"""Signs between two cells of a row, and those of a column."""


def clues_between(
    scene: Scene, sort: Sort, drawn: Bools
) -> tuple[dict[int, Label], set[tuple[str, int]]]:
    """Return the clues of links and of borders between cells that have a place in a picture.

    Args:
        sort: the elements that the picture draws, links or borders; the place of a clue is that of
            its element, or of the one that crosses it.
        drawn: the elements that are drawn, which no clue may hide.

    Returns:
        The label of each element, and the clues by given and element.
    """
    program, board = scene.program, scene.board
    out: dict[int, Label] = {}
    shown = set[tuple[str, int]]()
    across = {int(b): i for i, b in enumerate(board.link_border.tolist()) if b >= 0}
    split = outline(board).split
    for name, over in program.given_sorts.items():
        if over not in (Sort.LINK, Sort.BORDER) or program.is_rooms(name):
            continue
        for i, text in program.givens[name].items():
            border = i if over is Sort.BORDER else int(board.link_border[i])
            if border < 0 or not board.border_inner[border] or split[border]:
                continue
            element = border if sort is Sort.BORDER else across.get(border, -1)
            if element >= 0 and element not in out and not drawn[element]:
                label, (a, b) = scene.clue(name, text), board.centers[board.border_cells[border]]
                down = abs(b[1] - a[1]) > abs(b[0] - a[0])
                out[element] = Label(label.translate(_DOWN) if down else label)
                shown.add((name, i))
    return out, shown
