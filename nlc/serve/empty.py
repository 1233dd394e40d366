"""Empty boards of any genre."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

from nlc.errors import Source, fail
from nlc.generating.shape import Shape, blank
from nlc.language.catalogue import entries
from nlc.language.names import unknown_genre
from nlc.language.resolve import Puzzle
from nlc.loading import parse_puzzles
from nlc.serve import answers as a
from nlc.serve import task
from nlc.serve.inputs import PATH
from nlc.serve.requests import NewRequest

_BOXES = "box"
"""The given that divides the board into rooms of as many cells as a row has."""


def new(request: NewRequest) -> Iterator[a.NewText]:
    """Yield the text of an empty board.

    Raises:
        UserError: there is no such genre or tiling, or the board is too large.
    """
    genres = {entry.name: entry for entry in entries()}
    if request.genre not in genres:
        raise unknown_genre(request.genre, genres, None)
    if request.columns * request.rows > task.bounds.cells:
        raise fail(f"this server takes boards of at most {task.bounds.cells} cells")
    shape = blank(request.tiling, request.columns, request.rows)
    title = request.title.replace('"', "'").replace("\n", " ").strip()
    title = title or f"{request.columns}x{request.rows} {request.genre}"
    use = genres[request.genre].use
    head = f'use "{use}";\n\n' if use else ""
    text = head + shape.text(title, {}, request.genre)
    (puzzle,), _ = parse_puzzles(Source(PATH, text), "nl", allow_use=None)
    if rooms := list(_rooms(puzzle, shape)):
        text = head + shape.text(title, {}, request.genre, marks=rooms)
    yield a.NewText(text=text)


def _rooms(puzzle: Puzzle, shape: Shape) -> Iterator[str]:
    """Yield a drawing for each given that every cell needs: boxes, or one room to be divided."""
    for name, given in puzzle.rules.givens.items():
        if given.sort == "cell" and given.type.kind == "name" and not given.optional:
            rows = shape.drawing(
                _boxes(shape) if name == _BOXES else dict.fromkeys(range(shape.cells), "a")
            )
            yield "\n".join([f"board {name}", *(f"    {row}" for row in rows), "  end"])


def _boxes(shape: Shape) -> dict[int, str]:
    """Return the label of the box of each cell; boxes are as square as possible."""
    rows, columns = len(shape.rows), len(shape.rows[0])
    box_rows = next(n for n in range(isqrt(columns), 0, -1) if columns % n == rows % n == 0)
    box_columns = columns // box_rows
    labels, across = {}, columns // box_columns
    for cell in range(shape.cells):
        row, column = divmod(cell, columns)
        labels[cell] = _label(row // box_rows * across + column // box_columns)
    return labels


def _label(number: int) -> str:
    letters = "abcdefghijklmnopqrstuvwxyz"
    return letters[number] if number < len(letters) else f"b{number}"
