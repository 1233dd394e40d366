"""Clues that stand outside of a board of squares: at straight lines, and on the rim."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from nlc.arrays import Bools
from nlc.board import Board, Sort
from nlc.board.lines import first_borders
from nlc.ir.nodes import Program
from nlc.render.glyphs import Glyphs
from nlc.render.outline import outline
from nlc.render.view import Label


def apart(program: Program, name: str, text: str) -> list[str]:
    """Return the texts of a clue outside of the board, of a list a text for each number."""
    return text.split(",") if program.value_kinds.get(name) == "list" else [text]


def farthest(program: Program) -> dict[tuple[float, float], int]:
    """Return how far the farthest clue outside of the board stands from it, by the way to it.

    The ways are x and y; one that leads to no clue is left out.
    """
    out: dict[tuple[float, float], int] = {}
    for sides, places in _places(program).values():
        out |= {side: max(places[-1], out.get(side, 0)) for side in sides}
    return out


def ranks(program: Program) -> dict[str, int]:
    """Return how far from the board the clues of a given stand, of each that has some outside.

    The first at a side stands next to the board, rank 0; a further one that shares a side with
    others stands behind them, so that it is told by its place which is which. The last number of a
    list stands there, and the others behind it.
    """
    return {name: places[0] for name, (_, places) in _places(program).items()}


def _places(program: Program) -> dict[str, tuple[set[tuple[float, float]], range]]:
    """Return for each given that has clues outside of the board the ways to them, as x and y, and
    the ranks that they take."""
    board = program.board
    taken: dict[str, tuple[set[tuple[float, float]], range]] = {}
    for name, sort in program.given_sorts.items():
        if sort not in (Sort.LINE, Sort.BORDER) or board.topology == "graph":
            continue
        if "rooms" in program.clue_marks.get(name, {}).values():
            continue
        if sort is Sort.LINE:  # also where no line has a clue yet
            borders = first_borders(board)
        else:
            borders = np.fromiter(program.givens[name], np.int32)
        borders = borders[~board.border_inner[borders]]
        middles = board.points[board.border_vertices[borders]].mean(axis=1)
        steps = middles - board.centers[board.border_cells[borders, 0]]
        sides = {(x, y) for x, y in steps.round(2).tolist()}
        if sides:
            behind = [last[-1] for others, last in taken.values() if not others.isdisjoint(sides)]
            first = max(behind, default=-1) + 1
            numbers = (len(apart(program, name, text)) for text in program.givens[name].values())
            taken[name] = (sides, range(first, first + max(numbers, default=1)))
    return taken


def told_outside(program: Program) -> str:
    """Return in words which givens stand outside of the board, if several share a side, or ""."""
    there = [item for item in ranks(program).items() if program.givens[item[0]]]
    found = sorted(there, key=lambda item: item[1])
    if len({rank for _, rank in found}) < 2:
        return ""
    return f"outside, from the board: {', '.join(name for name, _ in found)}"


def outwards(board: Board, sort: Sort, element: int) -> tuple[float, float]:
    """Return the way from the board to the clue of a line or a border of the rim, as x and y."""
    border = int(first_borders(board)[element]) if sort is Sort.LINE else element
    middle = board.points[board.border_vertices[border]].mean(axis=0)
    x, y = (middle - board.centers[board.border_cells[border, 0]]).tolist()
    return x, y


class Around(NamedTuple):
    """A clue beside a cell.

    Attributes:
        given: its name.
        element: the line or border. Each number of a list has a place of its own.
        step: to the clue, rows and columns.
        inside: whether it stands in a hole, and not outside of the board.
        rank: how many others may stand between it and the board.
    """

    given: str
    element: int
    cell: int
    step: tuple[int, int]
    inside: bool
    text: str
    rank: int


def around(program: Program, glyphs: Glyphs) -> Iterator[Around]:
    """Yield the clues of a board of squares that have a place beside a cell where no cell is."""
    board = program.board
    if board.topology != "square":
        return
    rank = ranks(program)
    there = set(zip(board.row_of.tolist(), board.col_of.tolist(), strict=True))
    for name, sort in program.given_sorts.items():
        if name not in rank:
            continue
        words = program.clue_marks.get(name, {})
        firsts = first_borders(board) if sort is Sort.LINE else None
        for element, text in program.givens[name].items():
            border = element if firsts is None else int(firsts[element])
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
            inside = any(beyond)
            written = glyphs.mark if text == "true" else text
            if text in words:
                written = glyphs.shape(words[text])
            texts = [written] if inside else apart(program, name, written)
            if down < 0 or across < 0:  # the first number stands first
                texts.reverse()
            for behind, each in enumerate(texts, rank[name]):
                yield Around(name, element, cell, (down, across), inside, each, behind)


def between(
    program: Program, glyphs: Glyphs, sort: Sort, drawn: Bools
) -> tuple[dict[int, Label], set[tuple[str, int]]]:
    """Return the clues of links and of borders between cells, where pictures have a place for them.

    Args:
        sort: of what the picture draws, links or borders; the place of a clue is that of the link
            or border across it.
        drawn: elements that are drawn, which no clue is to hide.

    Returns:
        The label of each such element, and the clues by the name of their given and their element.
    """
    board = program.board
    out: dict[int, Label] = {}
    told = set[tuple[str, int]]()
    across = {int(b): i for i, b in enumerate(board.link_border.tolist()) if b >= 0}
    split = outline(board).split
    for name, over in program.given_sorts.items():
        words = program.clue_marks.get(name, {})
        if over not in (Sort.LINK, Sort.BORDER) or "rooms" in words.values():
            continue
        for i, text in program.givens[name].items():
            border = i if over is Sort.BORDER else int(board.link_border[i])
            if border < 0 or not board.border_inner[border] or split[border]:
                continue
            element = border if sort is Sort.BORDER else across.get(border, -1)
            if element >= 0 and element not in out and not drawn[element]:
                written = glyphs.mark if text == "true" else text
                out[element] = Label(glyphs.shape(words[text]) if text in words else written)
                told.add((name, i))
    return out, told
