"""Masyu: a loop through all pearls, straight at white ones and turning at black ones."""

from __future__ import annotations

from random import Random

from oracle.genres.simpleloop import answers
from oracle.grid import (
    Answer,
    Cell,
    Grid,
    GridGenre,
    GridPuzzle,
    is_straight,
    loops,
    some,
    visited,
    ways,
)


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether each pearl is passed as its colour asks for."""
    line = answer["line"]
    assert isinstance(line, frozenset)
    if puzzle.options.get("full") and visited(line) != set(puzzle.grid.cells):
        return False
    pearls = puzzle.givens["pearl"].items()
    return all(_fits(line, cell, color) for cell, color in pearls)


def _fits(line: frozenset[tuple[Cell, Cell]], cell: Cell, color: str) -> bool:
    if cell not in visited(line):
        return False
    near = [(cell[0] + a, cell[1] + b) for a, b in ways(line, cell)]
    straight = [is_straight(line, d) for d in near]
    if color == "w":
        return is_straight(line, cell) and not all(straight)
    return not is_straight(line, cell) and all(straight)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Lay pearls along a loop, and sometimes one anywhere."""
    pearls: dict[Cell, str] = {}
    if loops(grid):
        line = random.choice(loops(grid))
        for cell in visited(line):
            for color in "wb":
                if _fits(line, cell, color):
                    pearls[cell] = color
    pearls = some(random, pearls, 0.6)
    if random.random() < 0.2:
        pearls[random.choice(grid.cells)] = random.choice("wb")
    return GridPuzzle(grid, {"pearl": pearls}, {"full": random.random() < 0.2})


GENRE = GridGenre(answers, judge, invent, ("line",), 16)
