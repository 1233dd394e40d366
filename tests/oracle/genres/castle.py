"""Castle Wall: a loop passes no clue; white ones are inside, black ones outside; a number counts
the steps of the loop in the direction of its arrow."""

from __future__ import annotations

from random import Random

from oracle.genres.simpleloop import answers
from oracle.grid import (
    STEPS,
    Answer,
    Cell,
    Grid,
    GridGenre,
    GridPuzzle,
    Link,
    loops,
    surrounded,
    visited,
)


def judge(puzzle: GridPuzzle, answer: Answer) -> bool:
    """Tell whether the loop goes round the right clues, and as often along them as they say."""
    line, givens = answer["line"], puzzle.givens
    assert isinstance(line, frozenset)
    if any(cell in visited(line) for clues in givens.values() for cell in clues):
        return False
    inside = {"white": True, "black": False}
    return all(
        surrounded(line, c) == inside.get(text, surrounded(line, c))
        for c, text in givens["stone"].items()
    ) and all(
        _steps(puzzle.grid, line, c, givens["arrow"][c]) == k
        for c, k in puzzle.numbers("steps").items()
    )


def _steps(grid: Grid, line: frozenset[Link], cell: Cell, side: str) -> int:
    seen = grid.ray(cell, STEPS["NESW".index(side)])
    return sum(a in seen and b in seen for a, b in line)


def invent(random: Random, grid: Grid) -> GridPuzzle:
    """Put clues beside a loop, right ones mostly."""
    line = random.choice(loops(grid) or [frozenset[Link]()])
    names = ("steps", "arrow", "stone")
    givens: dict[str, dict[Cell, str]] = {name: {} for name in names}
    for cell in sorted(set(grid.cells) - visited(line)):
        if random.random() < 0.6:
            givens["arrow"][cell] = side = random.choice("NESW")
            if random.random() < 0.8:
                count = _steps(grid, line, cell, side) + (random.random() < 0.05)
                givens["steps"][cell] = str(count)
        if (kind := random.random()) < 0.4:
            wrong = random.random() < 0.05
            givens["stone"][cell] = "white" if surrounded(line, cell) != wrong else "black"
        elif kind < 0.6:
            givens["stone"][cell] = "grey"
    return GridPuzzle(grid, givens)


GENRE = GridGenre(answers, judge, invent, ("line",), 16)
