"""Sukoro: numbers from 1 to 4 that count their neighbours with numbers and hang together."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from oracle.grid import Answer, Cell, Grid, GridGenre, GridPuzzle, hang_together, some, subsets


def numbers(grid: Grid, chosen: frozenset[Cell]) -> dict[Cell, int]:
    """Return the only possible numbers of a set of cells."""
    return {cell: len(chosen & set(grid.beside(cell))) for cell in chosen}


def answers(puzzle: GridPuzzle) -> Iterator[Answer]:
    """Yield all sets of cells with their numbers."""
    for chosen in subsets(puzzle.grid.cells):
        yield {"number": numbers(puzzle.grid, chosen)}


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether numbers are as given, differ from their neighbours and hang together."""
    number, grid = answer["number"], puzzle.grid
    assert isinstance(number, dict)
    if not number or not hang_together(grid, number) or 0 in number.values():
        return False
    told = all(number.get(cell) == k for cell, k in puzzle.numbers("num").items())
    there = all(cell in number for cell in puzzle.givens["num"])
    return told and there and all(number.get(a, 0) != number.get(b, -1) for a, b in grid.links)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Draw some numbers, of which some are not told."""
    blank = GridPuzzle(grid, {"num": {}})
    found = GridGenre(answers, judge, invent, ()).solutions(blank)
    number = random.choice(found or [{"number": {}}])["number"]
    assert isinstance(number, dict)
    clues = some(random, {cell: str(k) for cell, k in number.items()}, 0.4)
    clues = {cell: k if random.random() < 0.7 else "?" for cell, k in clues.items()}
    return GridPuzzle(grid, {"num": clues})


GENRE = GridGenre(answers, judge, invent, ("number",), 9)
