"""Shakashaka: between triangles, all white areas are rectangles, upright or at 45 degrees."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from oracle import relations
from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle

_DARK = {"": "", "◣": "SW", "◢": "SE", "◥": "NE", "◤": "NW"}
"""The quarters of a cell that a triangle fills."""

_STEP = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
Quarter = tuple[Cell, str]


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all ways to put triangles into white cells."""
    black = {*puzzle.givens["clue"], *puzzle.givens["block"]}
    free = [cell for cell in puzzle.grid.cells if cell not in black]
    for signs in product(_DARK, repeat=len(free)):
        chosen = {cell: sign for cell, sign in zip(free, signs, strict=True) if sign}
        if chosen:
            yield {"triangle": chosen}


def _corners(quarter: Quarter) -> list[tuple[int, int]]:
    """Return the corners of a quarter, in halves of a cell."""
    (i, j), side = quarter
    a, b = _STEP[side]
    middle = (2 * i + 1, 2 * j + 1)
    return [middle, *((2 * i + 1 + a + s * b, 2 * j + 1 + b + s * a) for s in (-1, 1))]


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether numbers are right, and each white area fills its box in one of two positions."""
    triangle = answer["triangle"]
    assert isinstance(triangle, dict)
    for cell, number in puzzle.numbers("clue").items():
        if sum(d in triangle for d in puzzle.grid.beside(cell)) != number:
            return False
    black = {*puzzle.givens["clue"], *puzzle.givens["block"]}
    white: set[Quarter] = {
        (cell, side)
        for cell in puzzle.grid.cells
        if cell not in black
        for side in "NESW"
        if side not in _DARK[triangle.get(cell, "")]
    }
    near = [((c, a), (c, b)) for c, a in white for b in "NESW" if a + b in "NESWN"[:5]]
    for (i, j), side in white:
        a, b = _STEP[side]
        near.append((((i, j), side), ((i + a, j + b), "NESW"["SWNE".index(side)])))
    joined = [(p, q) for p, q in near if q in white]
    for area in relations.parts(white, joined):
        corners = [corner for quarter in area for corner in _corners(quarter)]
        turned = [(y + x, y - x) for y, x in corners]
        boxes = []
        for points, unit in ((corners, 1), (turned, 2)):
            high, wide = (max(p[k] for p in points) - min(p[k] for p in points) for k in (0, 1))
            boxes.append(high * wide // unit)
        if len(area) not in boxes:  # a quarter is one unit: a half of a cell, squared
            return False
    return True


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw black cells that leave at most four white ones, some with numbers."""
    free = {random.choice(grid.cells)}
    near: list[Cell] = [min(free)]
    while near and len(free) < 4:
        free.add(random.choice(near))
        near = [d for c in free for d in grid.beside(c) if d not in free]
    if random.random() < 0.6 and grid.blocks:
        free = {*random.choice(grid.blocks)}
    black = [cell for cell in grid.cells if cell not in free]
    clue = {cell: str(random.randint(0, 2)) for cell in black if random.random() < 0.2}
    block = {cell: "true" for cell in black if cell not in clue}
    return GridPuzzle(grid, {"clue": clue, "block": block})


GENRE = GridGenre(answers, judge, invent, ("triangle",), 12)
