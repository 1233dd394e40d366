"""Kropki: a Latin square whose dots say where numbers differ by one, and where one is twice the
other."""

from __future__ import annotations

from random import Random

from oracle.genres.futoshiki import answers, between, square
from oracle.grid import Answer, Grid, GridGenre, GridPuzzle


def dots(a: int, b: int) -> set[str | None]:
    """Return what may lie between two numbers."""
    found = set[str | None]()
    if abs(a - b) == 1:
        found.add("white")
    if 2 * min(a, b) == max(a, b):
        found.add("black")
    return found or {None}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether all dots are as they should be."""
    number = answer["number"]
    assert isinstance(number, dict)
    return all(
        puzzle.marks.get(("dot", between(a, b))) in dots(number[a], number[b])
        for a, b in puzzle.grid.links
    )


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw the dots of a board, one of them perhaps wrong."""
    number, marks = square(random, grid), {}
    for a, b in grid.links:
        dot = random.choice(sorted(map(str, dots(number[a], number[b]))))
        if random.random() < 0.01:
            dot = random.choice(("white", "black", "None"))
        if dot != "None":
            marks["dot", between(a, b)] = dot
    num = {cell: str(k) for cell, k in number.items() if random.random() < 0.1}
    return GridPuzzle(grid, {"num": num}, marks=marks)


GENRE = GridGenre(answers, judge, invent, ("number",), 16)
