"""Geradeweg: a loop through all numbers; each straight stretch at a number is that long, those at a
question mark are equally long."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from oracle.genres.simpleloop import answers
from oracle.grid import (
    Answer,
    Cell,
    Grid,
    GridGenre,
    GridPuzzle,
    Link,
    is_straight,
    loops,
    some,
    visited,
    ways,
)


def arms(line: Iterable[Link], cell: Cell) -> list[int]:
    """Return how far a line goes straight on from a cell, each way that it goes."""
    out = []
    for i, j in ways(line, cell):
        count, at = 1, (cell[0] + i, cell[1] + j)
        while at != cell and (i, j) in ways(line, at):
            count, at = count + 1, (at[0] + i, at[1] + j)
        out.append(count)
    return out


def stretches(line: frozenset[Link], cell: Cell) -> set[int]:
    """Return the lengths of the straight stretches at a cell; none if the line leaves it out."""
    lengths = arms(line, cell)
    return {sum(lengths)} if is_straight(line, cell) else set(lengths)


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the stretches at each number have its length."""
    line = answer["line"]
    assert isinstance(line, frozenset)
    if puzzle.options.get("full") and visited(line) != set(puzzle.grid.cells):
        return False
    return all(
        len(found := stretches(line, cell)) == 1 and (text == "?" or found == {int(text)})
        for cell, text in puzzle.givens["size"].items()
    )


def along(
    random: Random, grid: Grid, given: str, clue: Callable[[frozenset[Link], Cell], str | None]
) -> GridPuzzle:
    """Lay clues along a loop where it has some, and sometimes one of those anywhere."""
    clues: dict[Cell, str] = {}
    if loops(grid):
        line = random.choice(loops(grid))
        told = ((cell, clue(line, cell)) for cell in sorted(visited(line)))
        clues = some(random, {cell: text for cell, text in told if text is not None})
    if clues and random.random() < 0.15:
        clues[random.choice(grid.cells)] = random.choice(sorted(clues.values()))
    return GridPuzzle(grid, {given: clues}, {"full": random.random() < 0.2})


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Lay numbers along a loop, some of them unknown."""

    def clue(line: frozenset[Link], cell: Cell) -> str | None:
        found = stretches(line, cell)
        if len(found) > 1:
            return None
        return "?" if random.random() < 0.25 else str(min(found) + (random.random() < 0.03))

    return along(random, grid, "size", clue)


GENRE = GridGenre(answers, judge, invent, ("line",), 16)
