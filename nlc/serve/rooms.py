"""The rooms of a new board: a genre that needs them cannot be drawn, nor edited, without."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

from nlc.generating.shape import Shape
from nlc.language.resolve import Puzzle

BOXES = "box"
"""The given whose rooms have as many cells as a row has."""


def drawings(puzzle: Puzzle, shape: Shape) -> Iterator[str]:
    """Yield the statements that draw the rooms which every cell of a new board needs.

    They are boxes, or one room to be divided.
    """
    for name, given in puzzle.rules.givens.items():
        if given.sort == "cell" and given.type.kind == "name" and not given.optional:
            rows = shape.drawing(_boxes(shape) if name == BOXES else _one(shape))
            yield "\n".join([f"board {name}", *(f"    {row}" for row in rows), "  end"])


def _one(shape: Shape) -> dict[int, str]:
    return dict.fromkeys(range(shape.cells), "a")


def _boxes(shape: Shape) -> dict[int, str]:
    """Return the box of each cell; they are as square as can be."""
    high, wide = len(shape.rows), len(shape.rows[0])
    tall = next(n for n in range(isqrt(wide), 0, -1) if wide % n == high % n == 0)
    broad = wide // tall
    labels, across = {}, wide // broad
    for cell in range(shape.cells):
        row, column = divmod(cell, wide)
        labels[cell] = _label(row // tall * across + column // broad)
    return labels


def _label(number: int) -> str:
    letters = "abcdefghijklmnopqrstuvwxyz"
    return letters[number] if number < len(letters) else f"b{number}"
